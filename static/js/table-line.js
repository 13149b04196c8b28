// The line to the server: the socket, and polling while there is none. Nothing is lost, it is only shown later.
"use strict";
(() => {
  const T = window.tichu;
  const { root, byId } = T;
  let socketOpen = false;
  let open = null; // the event of the socket that is open
  let failed = 0;
  let timer = 0;

  // --- Lamp and notice: all is well, the line is lost, or the service is not well and the clocks stand still
  const STATES = {
    ok: { icon: "wave", words: "connected", notice: "" },
    off: { icon: "off", words: "reconnecting", notice: "reconnecting" },
    hold: { icon: "pause", words: "stopped", notice: "stopped" },
  };
  const { lang } = document.documentElement;
  const locale = navigator.languages.find((each) => each.split("-")[0] === lang) ?? lang;
  const TOLD = 8000;
  let held = 0; // since when the clocks have stood
  let lasted = 0; // how long they stood, in the moment after it
  const runsAgain = () => {
    if (T.stopped) [lasted, held] = [0, T.stopped];
    if (T.stopped || !held) return;
    [lasted, held] = [Math.max(0, T.now() - held), 0];
    setTimeout(() => { lasted = 0; show(); }, TOLD);
  };
  const length = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  let isDown = false; // the last answer said that the service is
  const stateNow = () => {
    if (T.stopped || (failed && isDown)) return "hold";
    return failed > 1 ? "off" : "ok";
  };
  const show = () => {
    const state = stateNow();
    const { icon, words, notice } = STATES[state];
    const lamp = byId("lamp");
    if (lamp && !lamp.classList.contains(`lamp--${state}`)) {
      lamp.className = `lamp lamp--${state}`;
      lamp.replaceChildren(T.icon(icon), document.createElement("span"));
      lamp.lastChild.textContent = lamp.title = root.dataset[words];
      T.speak(root.dataset[words], true);
    }
    const place = byId("notice");
    runsAgain();
    const said = notice || (lasted ? "resumed" : T.isOld ? "newer" : "");
    if (place.dataset.of === said) return;
    place.dataset.of = said;
    place.replaceChildren(...(said ? [byId(said).content.cloneNode(true)] : []));
    if (said === "newer") T.speak(place.textContent);
    const time = place.querySelector("time");
    const since = new Date(T.stopped || T.now()).toLocaleTimeString(locale);
    if (time) time.textContent = said === "resumed" ? length(Math.round(lasted / 1000)) : since;
  };
  T.after(show);

  // --- Polling: asks "newer than what I show?", only while the socket is closed
  const poller = byId("poll");
  const poll = () => {
    clearTimeout(timer);
    const address = `${root.dataset.state}?since=${T.revision()}${T.stopped ? "&stopped=1" : ""}`;
    htmx.ajax("GET", address, { source: poller, swap: "none" }).catch(() => {}).finally(again);
  };
  const again = () => {
    clearTimeout(timer);
    if (!socketOpen) timer = setTimeout(poll, 1500 + Math.random() * 500);
  };
  const answered = (isFine) => {
    failed = isFine ? 0 : failed + 1;
    show();
  };
  poller.addEventListener("htmx:afterRequest", ({ detail }) => {
    isDown = detail.xhr.status === 503;
    answered(detail.xhr.status > 0 && detail.xhr.status < 500);
  });
  ["htmx:sendError", "htmx:timeout", "htmx:responseError"].forEach((name) => {
    poller.addEventListener(name, (event) => event.stopPropagation()); // the lamp says it, not a notice
  });

  document.addEventListener("htmx:wsOpen", ({ detail }) => {
    socketOpen = true;
    open = detail;
    clearTimeout(timer);
    answered(true);
  });
  document.addEventListener("htmx:wsClose", ({ detail }) => {
    const was = socketOpen;
    socketOpen = false;
    const { code } = detail.event;
    if (code === 4012) setTimeout(detail.socketWrapper.reconnect, 200 + Math.random() * 800); // as many others do now
    if (code === 4404) poll(); // sign-in or another page: the answer to a request leads there
    else if (was) timer = setTimeout(poll, 200 + Math.random() * 500);
    else again();
  });
  // A page that comes back to the front may have slept: look at once. Whatever its socket says of itself, it may be
  // dead: another one is opened, and the old one no longer listened to, or its end would end the new one, too.
  const LONG = 10000;
  let hiddenSince = Infinity;
  const renew = () => {
    if (!socketOpen) return;
    open.event.target.onclose = null;
    socketOpen = false;
    open.socketWrapper.reconnect();
  };
  const look = (slept) => {
    if (document.hidden) return;
    if (slept) renew();
    poll();
  };
  document.addEventListener("visibilitychange", () => {
    const slept = performance.now() - hiddenSince > LONG;
    hiddenSince = document.hidden ? performance.now() : Infinity;
    look(slept);
  });
  window.addEventListener("pageshow", ({ persisted }) => { if (persisted) look(true); });
  window.addEventListener("online", () => look(true));
  document.addEventListener("click", ({ target }) => { if (target.closest("[data-reload]")) location.reload(); });
  show();
  again();
})();
