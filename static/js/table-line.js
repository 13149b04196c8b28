// The line to the server: the socket, and polling while there is none. Nothing is lost, it is only shown later.
"use strict";
(() => {
  const T = window.tichu;
  const { root, byId } = T;
  let socketOpen = false;
  let failed = 0;
  let timer = 0;

  // --- Lamp and notice
  const show = () => {
    const isOff = failed > 1;
    const lamp = byId("lamp");
    if (lamp && lamp.classList.contains("lamp--off") !== isOff) {
      lamp.className = `lamp lamp--${isOff ? "off" : "ok"}`;
      lamp.replaceChildren(T.icon(isOff ? "off" : "wave"), document.createElement("span"));
      const words = isOff ? root.dataset.reconnecting : root.dataset.connected;
      lamp.lastChild.textContent = lamp.title = words;
      T.speak(words, true);
    }
    const notice = byId("notice");
    if (isOff && !notice.firstElementChild) notice.append(byId("reconnecting").content.cloneNode(true));
    if (!isOff) notice.replaceChildren();
  };
  T.after(show);

  // --- Polling: asks "newer than what I show?", only while the socket is closed
  const poller = byId("poll");
  const poll = () => {
    clearTimeout(timer);
    const address = `${root.dataset.state}?since=${T.revision()}`;
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
  again();
})();
