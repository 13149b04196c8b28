// The coach of a lesson: its remark is read aloud once, "Show me" raises cards or points at a key, and it can be hidden.
"use strict";
(() => {
  const T = window.tichu;
  const { root, byId, all } = T;
  const coach = () => root.querySelector("#coach .coach");
  let on = true;
  try { on = sessionStorage.getItem("coach") !== "off"; } catch { /* a browser that keeps nothing: until the reload */ }
  const isOn = () => on;

  // --- Hidden or not, in this tab
  const show = () => {
    root.classList.toggle("no-coach", !isOn());
    all('#menu [data-do="coach"]').forEach((button) => {
      const small = button.querySelector("small");
      button.setAttribute("aria-pressed", String(isOn()));
      small.textContent = isOn() ? small.dataset.on : small.dataset.off;
    });
  };
  T.actions.coach = () => {
    on = !on;
    try { sessionStorage.setItem("coach", on ? "on" : "off"); } catch { /* as above */ }
    show();
    said = "";
    speak();
    if (!isOn()) byId("key-main")?.focus();
  };

  // --- Aloud, once
  let said = "";
  const speak = () => {
    const shown = coach();
    if (!shown) return;
    const words = [".coach__title span", ".coach__text span"].map((part) => shown.querySelector(part).textContent).join(". ");
    if (words === said) return;
    said = words;
    if (isOn() && shown.dataset.aloud !== undefined) T.speak(words);
  };

  // --- Show me
  let shown = "";
  const point = (control) => {
    if (!control) return;
    shown = control.id;
    control.classList.add("is-shown");
    control.focus();
  };
  let choice = ""; // what the picker will ask for once the cards are raised: the wish, or the rank of the Phoenix
  const choose = () => {
    const [name, value] = choice.split(":");
    const radio = choice && root.querySelector(`#picker input[name="${name}"][value="${value}"]`);
    if (!radio) return;
    choice = "";
    if (radio.checked) return;
    radio.checked = true;
    radio.dispatchEvent(new Event("change", { bubbles: true }));
  };
  T.actions.show = () => {
    const { cards, slots, key, gift } = coach()?.dataset ?? {};
    choice = coach()?.dataset.choice ?? "";
    if (cards) T.raise(cards.split(" "));
    if (slots) slots.split(" ").forEach((each) => T.putInto(...each.split(":")));
    if (key) point(byId(`key-${key}`));
    if (gift) point(root.querySelector(`#tray .gift[value="${gift}"]`));
    if (cards || slots) point(byId("key-main"));
  };
  let decision = "";
  T.after(() => {
    const now = `${byId("say").dataset.decision} ${coach()?.querySelector(".coach__title").textContent}`;
    if (now !== decision) {
      shown = choice = "";
      all(".is-shown").forEach((each) => each.classList.remove("is-shown"));
    }
    byId(shown)?.classList.add("is-shown"); // its box came anew with the name of the raised cards
    decision = now;
    choose();
    speak();
  });
  show();
  speak();
})();
