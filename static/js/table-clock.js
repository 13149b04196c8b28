// Clocks: server milliseconds, corrected for a wrong clock here. Regions hold deadlines, never what is left.
"use strict";
(() => {
  const T = window.tichu;
  const { root, byId, all } = T;
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const text = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  const URGENT = 10;

  const reading = (clock, now) => {
    const own = Number(clock.dataset.deadline);
    const end = Number(clock.dataset.reserveUntil || own);
    const onReserve = now >= own && end > own;
    const at = onReserve ? own : own - URGENT * 1000; // since when it has been so, or would be
    const most = Number(clock.dataset.own) * 1000 || Infinity; // asked while the clocks stand still: the whole time
    const ms = Math.min((onReserve ? end : own) - now, onReserve ? Infinity : most);
    return { onReserve, at, left: Math.max(0, Math.ceil(ms / 1000)), ms };
  };

  const showBox = (box, { onReserve, left, ms }) => {
    box.classList.toggle("is-reserve", onReserve);
    const bar = box.querySelector("progress");
    if (bar) {
      bar.dataset.own ??= bar.max;
      bar.max = onReserve ? bar.dataset.reserveMax : bar.dataset.own;
      bar.value = Math.max(0, ms / 1000);
    }
    const reserve = box.querySelector("[data-reserve]");
    if (!reserve) return;
    if (!reserve.dataset.reserve) reserve.dataset.reserve = reserve.textContent;
    reserve.textContent = onReserve ? left : reserve.dataset.reserve;
  };

  const tick = () => {
    const now = T.stopped ? Math.min(T.stopped, T.now()) : T.now(); // what stands still is given back
    all(".clock[data-deadline]").forEach((clock) => {
      const read = reading(clock, now);
      clock.textContent = text(read.left);
      const box = clock.closest("[data-clock]");
      if (!box) return;
      clock.classList.toggle("is-urgent", read.onReserve || read.left <= URGENT);
      showBox(box, read);
      if (box.id === "say") warn(box, read);
      else if (read.onReserve) others(box);
    });
    all("[data-left]").forEach((each) => { // until somebody who is offline has lost the match
      each.textContent = text(Math.max(0, Math.ceil((Number(each.dataset.left) - now) / 1000)));
    });
    all("progress[data-until]").forEach((bar) => {
      const left = Math.max(0, (Number(bar.dataset.until) - now) / 1000);
      bar.value = calm.matches ? Math.ceil(left) : left;
    });
  };

  // --- Warnings in words, each once per decision
  let warned = "";
  const once = (what) => {
    const mark = `${byId("say").dataset.decision}-${what}`;
    if (warned.includes(` ${mark} `)) return false;
    warned += ` ${mark} `;
    return true;
  };
  const opened = T.now();
  const ring = (kind, at) => { if (at > opened) T.happen(kind, { at }); }; // what began before this page is old news
  const warn = (box, { onReserve, left, at }) => {
    if (onReserve && once("reserve")) {
      T.line("no", root.dataset.reserveRuns, "time");
      T.holdLine = true;
      T.speak(`${root.dataset.reserveRuns} ${left}`, true);
      ring("reserve", at);
    } else if (!onReserve && left <= URGENT && once("urgent")) {
      T.speak(root.dataset.urgent, true);
      ring("urgent", at);
    }
  };
  const others = (box) => {
    if (T.raised().length || T.armed() || !byId("line") || byId("say").classList.contains("is-turn")) return;
    if (root.querySelector(".say__now").textContent === box.dataset.onReserve) return;
    T.headline(box.dataset.onReserve);
    T.line("info", box.dataset.stake, "time");
  };

  T.speakClocks = () => {
    const own = root.querySelector("#say .clock[data-deadline]");
    const reserve = root.querySelector("#say [data-reserve]")?.textContent ?? "";
    const [yours, spare, none] = root.dataset.clocks.split("|");
    const first = own ? `${yours} ${reading(own, T.now()).left}` : none;
    const seats = all("#seats .seat[data-clock]").map((seat) =>
      `${seat.getAttribute("aria-label")} ${reading(seat.querySelector(".clock"), T.now()).left}`);
    T.speak([`${first}, ${spare} ${reserve}`, ...seats].join(". "));
  };

  T.after(tick);
  tick();
  setInterval(tick, 250);
})();
