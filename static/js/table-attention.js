// For those who look elsewhere: the mark in the title comes with the panel; here are a notification when it is the
// reader's turn in a hidden tab, and a short vibration. Both are off until somebody presses for them.
"use strict";
(() => {
  const T = window.tichu;
  const { root, byId } = T;
  const BUZZ = { turn: [30], reserve: [60, 40, 60] };
  const isOn = (name) => localStorage.getItem(name) === "1";
  const effect = (sort, { kind, at }) => {
    document.dispatchEvent(new CustomEvent("tichu:effect", { detail: { sort, kind, at } }));
  };

  // --- A switch in the menu: pressed or not, and the word for it
  T.showSwitch = (button, on) => {
    button.setAttribute("aria-pressed", String(on));
    const word = button.querySelector("small");
    if (word) word.textContent = on ? word.dataset.on : word.dataset.off;
  };
  const turn = (button, name, on) => {
    localStorage.setItem(name, on ? "1" : "");
    T.showSwitch(button, on);
  };

  // --- Vibration
  const vibration = byId("vibration-on");
  vibration.parentElement.hidden = !navigator.vibrate || !matchMedia("(pointer: coarse)").matches;
  T.showSwitch(vibration, isOn("vibration"));
  vibration.addEventListener("click", () => {
    turn(vibration, "vibration", !isOn("vibration"));
    if (isOn("vibration")) navigator.vibrate(BUZZ.turn);
  });
  const buzz = (detail) => {
    if (BUZZ[detail.kind] && isOn("vibration") && navigator.vibrate?.(BUZZ[detail.kind])) effect("vibration", detail);
  };

  // --- Notification: the browser is asked only by a press
  const notices = byId("notices-on");
  const mayNotify = () => window.Notification?.permission === "granted" && isOn("notices");
  notices.parentElement.hidden = !window.Notification || !window.isSecureContext || Notification.permission === "denied";
  T.showSwitch(notices, mayNotify());
  notices.addEventListener("click", async () => {
    const wanted = !mayNotify();
    const answer = wanted ? await Notification.requestPermission() : "granted";
    turn(notices, "notices", wanted && answer === "granted");
  });
  let shown = null;
  const notify = (detail) => {
    if (detail.kind !== "turn" || !document.hidden || !mayNotify()) return;
    try { // one for the table, from however many tabs
      shown = new Notification(document.title, { body: root.querySelector("h1").textContent, tag: location.pathname });
    } catch { // some phones let only installed pages notify
      notices.parentElement.hidden = true;
      return;
    }
    shown.addEventListener("click", () => window.focus());
    effect("notice", detail);
  };
  document.addEventListener("visibilitychange", () => { if (!document.hidden) shown?.close(); });

  document.addEventListener("tichu:event", ({ detail }) => {
    buzz(detail);
    notify(detail);
  });
})();
