// What has happened since the page last looked: each event once, by its number, said in words and told to whatever
// moves or sounds as "tichu:event" on the document. What stood there when the page came is old news.
"use strict";
(() => {
  const T = window.tichu;
  const { root, byId, all } = T;
  const panel = () => byId("say");
  const phase = () => byId("keys")?.dataset.phase ?? "";
  const happen = (kind, more = {}) => document.dispatchEvent(new CustomEvent("tichu:event", { detail: { kind, ...more } }));
  T.happen = happen;

  // --- How far the page has come
  const STAGES = ["dealt", "passed", "exchange", "round", "over"]; // as games/tableview/news.py counts them
  const lines = () => all("#side [data-at]");
  const read = () => ({
    match: byId("side").dataset.match,
    at: Math.max(0, ...lines().map((line) => Number(line.dataset.at))),
    stage: Number(byId("side").dataset.stage),
    decision: panel().dataset.decision,
    free: Number(byId("tray").dataset.q.match(/^(?:link|seats)-(\d+)$/)?.[1] ?? 0),
  });
  let shown = read();

  // --- After the line was lost everything comes at once: it is said, but nothing moves or sounds for it.
  let lost = false;
  const lose = () => { lost = true; };
  ["htmx:sendError", "htmx:timeout"].forEach((name) => document.addEventListener(name, lose, true));
  window.addEventListener("offline", lose);
  window.addEventListener("pageshow", ({ persisted }) => { if (persisted) lose(); });
  document.addEventListener("htmx:afterRequest", ({ detail }) => { // nothing was missed
    if (detail.xhr.status === 204) lost = false;
  }, true);

  const news = (before) => lines().filter((line) => Number(line.dataset.at) > before.at);
  const tell = (fresh, before, now) => {
    fresh.filter((line) => line.dataset.kind).forEach((line) => {
      happen(line.dataset.kind, { at: Number(line.dataset.at), place: line.dataset.place });
    });
    if (now.stage > before.stage) happen(STAGES[now.stage % STAGES.length], { at: now.stage });
    if (before.free && !now.free && phase() === "waiting") happen("full", { at: 0 });
  };

  // --- In sentences. A pass is said with whatever comes next.
  let passes = [];
  const say = (words, loud) => {
    if (!words.length) return;
    T.speak([...passes, ...words].join(" "), loud);
    passes = [];
  };
  const speak = (fresh, before, now) => {
    const said = fresh.filter((line) => line.dataset.said);
    const of = (loud) => said.filter((line) => (line.dataset.loud !== undefined) === loud && line.dataset.kind !== "pass");
    const words = (which) => which.map((line) => line.dataset.said);
    passes.push(...words(said.filter((line) => line.dataset.kind === "pass")));
    say(words(of(false)), false);
    const urgent = words(of(true));
    if (now.decision !== before.decision) {
      if (!T.isRefusal) T.holdLine = false; // a refusal may bring the new decision with it, and its reason stays
      if (panel().dataset.turn) urgent.push(panel().dataset.turn);
    }
    say(urgent, true);
    const isOver = ["round", "over"].includes(STAGES[now.stage % STAGES.length]);
    if (now.stage > before.stage && isOver) say([root.querySelector(".say__now").firstChild.textContent], false);
  };

  T.after(() => {
    const now = read();
    const before = now.match === shown.match ? shown : { ...now, at: 0, stage: 0, decision: "" };
    shown = { ...now, at: Math.max(before.at, now.at), stage: Math.max(before.stage, now.stage) };
    const fresh = news(before);
    speak(fresh, before, now);
    T.isRefusal = false;
    if (!lost) tell(fresh, before, now);
    lost = false;
    if (now.decision !== before.decision && panel().dataset.turn) happen("turn", { at: Number(now.decision) });
  });

  // --- What the raised cards are is said when the server has named it; the same again only when they are raised again.
  let named = "";
  let isNamed = false;
  document.addEventListener("change", ({ target }) => { if (target.form?.id === "hand") named = ""; });
  document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
    const fresh = detail.fragment.firstElementChild;
    if (detail.shouldSwap && fresh?.id === "line" && fresh.dataset.for !== undefined) isNamed = true;
  });
  T.after(() => {
    if (!isNamed) return;
    isNamed = false;
    const text = root.querySelector("#line span")?.textContent ?? "";
    if (text !== named) T.speak(text);
    named = text;
  });
})();
