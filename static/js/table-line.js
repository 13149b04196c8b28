// The line to the server: the socket, and polling while there is none. Nothing is lost, it is only shown later.
"use strict";
(() => {
  const T = window.tichu;
  const { root, byId } = T;
  let socketOpen = false;
  let failed = 0;
  let timer = 0;

  // --- Lamp and notice: all is well, the line is lost, or the service is not well and the clocks stand still
  const STATES = {
    ok: { icon: "wave", words: "connected", notice: "" },
    off: { icon: "off", words: "reconnecting", notice: "reconnecting" },
    hold: { icon: "pause", words: "stopped", notice: "stopped" },
  };
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
    if (place.dataset.of === notice) return;
    place.dataset.of = notice;
    place.replaceChildren(...(notice ? [byId(notice).content.cloneNode(true)] : []));
    const since = place.querySelector("time");
    if (since) since.textContent = new Date(T.stopped || T.now()).toLocaleTimeString(document.documentElement.lang);
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

  document.addEventListener("htmx:wsOpen", () => {
    socketOpen = true;
    clearTimeout(timer);
    answered(true);
  });
  document.addEventListener("htmx:wsClose", ({ detail }) => {
    const was = socketOpen;
    socketOpen = false;
    if (detail.event.code === 4404) poll(); // sign-in or another page: the answer to a request leads there
    else if (was) timer = setTimeout(poll, 200 + Math.random() * 500);
    else again();
  });
  // A page that comes back to the front may have slept: look at once, whatever the socket says of itself.
  const look = () => { if (!document.hidden) poll(); };
  document.addEventListener("visibilitychange", look);
  window.addEventListener("pageshow", ({ persisted }) => { if (persisted) look(); });
  window.addEventListener("online", look);
  show();
  again();
})();
