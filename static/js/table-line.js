// The line to the server: the socket, and polling while there is none. Nothing is lost, it is only shown later.
"use strict";
(() => {
  const T = window.tichu;
  const { root, byId } = T;
  let socketOpen = false;
  let open = null; // the event of the socket that is open
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
    const words = isOff ? "reconnecting" : T.isOld ? "newer" : "";
    if (notice.dataset.words === words) return;
    notice.dataset.words = words;
    notice.replaceChildren(...(words ? [byId(words).content.cloneNode(true)] : []));
    if (words === "newer") T.speak(notice.textContent);
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

  document.addEventListener("htmx:wsOpen", ({ detail }) => {
    socketOpen = true;
    open = detail;
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
  again();
})();
