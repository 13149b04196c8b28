// Suggestions for the own hand, and commands typed as words. Both ask the server; nothing is judged here.
"use strict";
(() => {
  const T = window.tichu;
  const { root, byId, all } = T;
  const box = byId("typed");
  const field = byId("typed-text");
  const answer = byId("typed-answer");

  // --- Suggestions: the next legal play is raised; they can be switched off, and stay off on this device.
  const kept = () => localStorage.getItem("hints") !== "off";
  const show = () => {
    root.classList.toggle("no-hints", !kept());
    all('[data-do="hints"]').forEach((button) => {
      button.setAttribute("aria-pressed", String(kept()));
      const word = button.querySelector("small");
      word.textContent = kept() ? word.dataset.on : word.dataset.off;
    });
  };
  T.actions.hints = () => {
    localStorage.setItem("hints", kept() ? "off" : "on");
    show();
  };
  let isAsking = false;
  T.actions.hint = async () => {
    if (isAsking || !kept()) return;
    isAsking = true;
    const body = new URLSearchParams(T.raised().map((code) => ["cards", code]));
    const token = document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1] ?? "";
    try {
      const response = await fetch(root.dataset.hint, { method: "POST", body, headers: { "X-CSRFToken": token } });
      if (response.status === 200) tell(await response.json());
    } catch { /* no line to the server: the lamp says it */ }
    isAsking = false;
  };
  const tell = ({ cards, text }) => {
    if (cards.length) {
      T.raise(cards);
      if (document.activeElement?.dataset.do === "hint") root.querySelector("#hand input:checked")?.focus(); // for Enter
    } else {
      T.line("info", text);
      T.speak(text);
    } // raised cards are told by the line
  };
  T.letters.h = T.actions.hint;

  // --- The command box
  const open = (wanted) => {
    box.hidden = !wanted;
    if (wanted) field.focus();
  };
  T.actions.typed = () => {
    if (!root.querySelector("#talk[data-seated]")) return; // who only looks on has nothing to command
    T.actions.close();
    open(true);
  };
  T.actions.untyped = () => {
    open(false);
    (root.querySelector("#hand .hcard:not([hidden]) input") ?? byId("key-main"))?.focus();
  };
  T.letters["/"] = T.actions.typed;
  box.addEventListener("keydown", (event) => {
    if (event.key === "Escape") T.actions.untyped();
  });
  let sent = "";
  box.addEventListener("htmx:configRequest", ({ detail }) => { sent = detail.parameters.text ?? ""; });
  document.addEventListener("typed", ({ detail }) => {
    answer.textContent = detail.value;
    if (field.value === sent) field.value = ""; // else the next one is being typed already
    T.speak(detail.value);
  });
  box.addEventListener("htmx:afterRequest", ({ detail }) => { // the reason is in the line, and has been said
    if (detail.xhr.status >= 400) answer.textContent = byId("line")?.innerText.trim() ?? "";
  });
  show();
})();
