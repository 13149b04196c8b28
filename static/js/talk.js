// What is said at the table: told once, shown for a moment, never after a reload. A reader may have it quiet.
"use strict";
(() => {
  const T = window.tichu;
  const { byId, all } = T;
  const SHOWN_FOR = 5000;
  const panel = byId("talk-panel");
  const toast = byId("talk-toast");
  const mute = byId("talk-mute");
  const text = byId("say-text");

  const MUTED = "tichu-talk-muted";
  const remembered = () => { try { return localStorage.getItem(MUTED) === "1"; } catch { return false; } };
  mute.checked = remembered();
  mute.addEventListener("change", () => {
    try { localStorage.setItem(MUTED, mute.checked ? "1" : "0"); } catch { /* a private window: until the reload */ }
    if (mute.checked) toast.hidden = true;
  });

  const lines = () => all("#talk [data-said-at]");
  const newest = () => Math.max(0, ...lines().map((line) => Number(line.dataset.saidAt)));
  let heard = newest();
  let timer = 0;
  const show = (words) => {
    clearTimeout(timer);
    toast.textContent = words;
    toast.hidden = false;
    timer = setTimeout(() => { toast.hidden = true; }, SHOWN_FOR);
  };
  const told = (line) => {
    const [who, what] = [line.querySelector("b"), line.querySelector("span")].map((each) => each.textContent);
    return panel.dataset.said.replace("%(name)s", () => who).replace("%(words)s", () => what);
  };
  const tellNews = () => {
    const fresh = lines().filter((line) => Number(line.dataset.saidAt) > heard && line.dataset.mine === undefined);
    heard = Math.max(heard, newest());
    const list = panel.querySelector(".talk__lines");
    if (list) list.scrollTop = list.scrollHeight;
    if (!fresh.length || mute.checked) return;
    const words = fresh.map(told).join(" ");
    T.speak(words);
    if (panel.hidden) show(words);
  };
  T.after(tellNews);

  // Sent words leave the box only once the server has taken them.
  byId("say-it").addEventListener("htmx:afterRequest", ({ detail }) => {
    if (detail.successful && detail.xhr.status < 400) text.value = ""; // a refusal that is swapped in is no fault to htmx
  });
})();
