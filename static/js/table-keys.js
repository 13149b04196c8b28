// The four keys and the keyboard: reasons of dark keys, two-press calls and bombs, panels. One press never fires them.
"use strict";
(() => {
  const T = window.tichu;
  const { root, byId, all } = T;
  const ARMED_FOR = 5000;

  // --- A dark control says why.
  const explain = (control) => {
    const why = control.dataset.why;
    if (!why) return;
    T.line("no", why, control.dataset.anchor ?? "");
    T.speak(why);
  };

  // --- Two presses: the first arms here, the server hears only the second.
  let armed = null;
  T.armed = () => armed !== null;
  const bombs = (key) => [...key.querySelectorAll("[data-bomb]")].map((mark) => ({
    cards: mark.dataset.bomb.match(/../g), name: mark.dataset.name,
  }));
  const isSame = (cards, others) => cards.length === others.length && cards.every((card) => others.includes(card));
  const identity = (key) => key.id || key.dataset.armedNow;
  const found = () => all("[data-armed-now]").find((key) => identity(key) === armed?.identity);
  const dress = () => {
    const key = found();
    if (!key) return;
    key.classList.add(key.id === "key-bomb" ? "key--armed" : key.id ? "key--armedcall" : "is-armed");
    const label = key.querySelector(":scope > span");
    if (label && key.dataset.armed) label.textContent = key.dataset.armed;
    const small = key.matches(".key") ? key.querySelector("small") : null;
    if (small) small.textContent = root.dataset.again;
    T.headline(key.dataset.armedNow.replace("%s", armed.bomb?.name ?? ""));
    T.line("info", key.dataset.armedLine);
  };
  const arm = (key) => {
    disarm();
    armed = { identity: identity(key), on: currentOn(), bomb: null, shown: snapshot(key) };
    const choices = bombs(key);
    if (choices.length) load(choices.find((bomb) => isSame(bomb.cards, T.raised())) ?? choices[0]);
    armed.timer = setTimeout(disarm, ARMED_FOR);
    dress();
    T.speak(`${key.dataset.armedNow.replace("%s", armed.bomb?.name ?? "")}. ${key.dataset.armedLine}`);
  };
  const load = (bomb) => {
    armed.bomb = bomb;
    T.raise(bomb.cards);
  };
  const currentOn = () => root.querySelector('#keys input[name="on"]')?.value;
  const snapshot = (key) => ({
    key: key.cloneNode(true), now: root.querySelector(".say__now")?.cloneNode(true), line: byId("line")?.cloneNode(true),
  });
  const disarm = () => {
    if (!armed) return;
    const { shown, timer } = armed;
    clearTimeout(timer);
    const key = found();
    armed = null;
    if (!key) return;
    key.className = shown.key.className;
    const texts = (from) => [...from.querySelectorAll(":scope > span, :scope > small")];
    texts(key).forEach((each, at) => { each.textContent = texts(shown.key)[at]?.textContent ?? ""; });
    if (shown.now) root.querySelector(".say__now")?.replaceWith(shown.now);
    if (shown.line) byId("line")?.replaceWith(shown.line);
    if (T.raised().length) T.askAgain();
  };
  T.after(() => { // the key came anew: it stays armed unless the table has changed under it
    if (!armed) return;
    const key = found();
    if (!key || (armed.bomb && currentOn() !== armed.on)) {
      clearTimeout(armed.timer);
      armed = null;
      return;
    }
    dress();
  });
  T.cardPressed = (code) => { // with an armed bomb: another bomb with this card, or take it back
    if (!armed) return false;
    const key = found();
    const other = armed.bomb && key
      ? bombs(key).find((bomb) => bomb.cards.includes(code) && !isSame(bomb.cards, armed.bomb.cards)) : null;
    if (!other) {
      disarm();
      return false;
    }
    load(other);
    dress();
    return true;
  };

  // --- Panels: menu, keys, last trick, log
  const panels = ["menu", "help", "last-trick", "talk-panel"];
  const opener = { menu: '[data-do="menu"]', help: '[data-do="menu"]', "last-trick": '[data-do="last"]', "talk-panel": '[data-do="menu"]' };
  const isOpen = (id) => byId(id) && !byId(id).hidden;
  let openedBy = null;
  const open = (id) => {
    const pressed = document.activeElement;
    close();
    const panel = byId(id);
    if (!panel) return;
    openedBy = pressed;
    panel.hidden = false;
    panel.querySelector("button, a")?.focus();
  };
  const close = () => {
    const shown = panels.filter(isOpen);
    const from = isLogOpen ? "menu" : shown[0];
    shown.forEach((id) => { byId(id).hidden = true; });
    showLog(false);
    const back = from && openedBy?.isConnected && openedBy.matches("button") && openedBy.offsetParent ? openedBy : null;
    openedBy = null;
    if (from) (back ?? root.querySelector(opener[from]))?.focus();
    return from !== undefined;
  };
  let isLogOpen = false;
  const showLog = (wanted) => {
    isLogOpen = wanted;
    byId("side").classList.toggle("is-open", wanted);
  };
  T.after(() => showLog(isLogOpen)); // the column came anew: as a sheet it stays open
  const toggle = (id) => (isOpen(id) ? close() : open(id));
  T.after(() => { // the last trick closes when another one has begun
    const trick = byId("trick")?.dataset.digest;
    if (isOpen("last-trick") && trick !== shownTrick) close();
    shownTrick = trick;
  });
  let shownTrick = byId("trick")?.dataset.digest;

  const actions = T.actions = {
    menu: () => toggle("menu"),
    help: () => toggle("help"),
    last: () => toggle("last-trick"),
    talk: () => toggle("talk-panel"),
    close,
    sort: () => T.sort(),
    clear: () => T.clearSlots(),
    log: () => {
      close();
      showLog(true);
      const tale = root.querySelector("#side .tale");
      tale.scrollTop = tale.scrollHeight;
      tale.focus();
    },
  };

  document.addEventListener("click", (event) => {
    const control = event.target.closest("#table button, #table a");
    if (!control) {
      const name = armed ? "" : event.target.closest("#seats .seat")?.querySelector("bdi").title; // cut on the plate
      if (name) T.line("info", name);
      return;
    }
    if (control.getAttribute("aria-disabled") === "true") {
      stop(event);
      explain(control);
    } else if (control.dataset.armedNow) {
      press(event, control);
    } else {
      if (control.matches(".key")) disarm();
      actions[control.dataset.do]?.();
    }
  }, true);
  const stop = (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const press = (event, key) => {
    const isSecond = armed?.identity === identity(key);
    if (!isSecond || event.detail > 1) { // a double click is one press
      stop(event);
      if (!isSecond) arm(key);
      return;
    }
    T.confirming = key.tagName !== "A";
    clearTimeout(armed.timer);
    armed = null;
    if (key.closest("#menu")) setTimeout(close); // what it brings is seen on the table
  };

  // --- The keyboard
  const cards = () => all("#hand .hcard:not([hidden]) input");
  const step = (by) => {
    const row = cards();
    const at = row.indexOf(document.activeElement);
    row[at < 0 ? (by > 0 ? 0 : row.length - 1) : Math.min(row.length - 1, Math.max(0, at + by))]?.focus();
  };
  const press_ = (id) => byId(id)?.click();
  const read = (selector) => T.speak(all(selector).map((each) => each.getAttribute("aria-label") ?? each.innerText).join(". "));
  const escape = () => {
    if (close() || T.armed()) {
      disarm();
      return;
    }
    T.raise([]);
  };
  const letters = T.letters = {
    ArrowLeft: () => step(-1), ArrowRight: () => step(1),
    p: () => press_("key-third"), b: () => press_("key-bomb"), t: () => press_("key-call"),
    l: () => root.querySelector('[data-do="last"]')?.click(), s: () => T.sort(), m: () => toggle("menu"),
    w: () => (root.querySelector(".wish") ? read("#wish") : T.speak(root.dataset.noWish)), c: () => T.speakClocks(), o: () => read("#seats .seat, #trick .play__what, .say__now"),
    "?": () => toggle("help"),
  };
  const stayInside = (event) => { // panels hold the focus while they are open
    const panel = ["menu", "help", "talk-panel"].filter(isOpen).map(byId)[0];
    if (!panel) return;
    const stops = [...panel.querySelectorAll("a[href], button, input, select")].filter((each) => each.offsetParent);
    const at = stops.indexOf(document.activeElement);
    const next = event.shiftKey ? at - 1 : at + 1;
    if (at >= 0 && next >= 0 && next < stops.length) return;
    event.preventDefault();
    stops[event.shiftKey ? stops.length - 1 : 0]?.focus();
  };
  const isTyping = (target) => target.matches("textarea, select, [contenteditable], input:not([type=checkbox]):not([type=radio])");
  const isLeaving = ({ key, target }) => key === "Tab" || (key === "Escape" && target.closest("[role=dialog]"));
  const enter = (event) => {
    const target = event.target;
    if (target.matches("[data-armed-now], [data-no-enter]")) stop(event); // never by Enter
    else if (target === document.body || target.closest("#hand, #picker") || target.matches(".sheet")) {
      stop(event);
      press_("key-main");
    }
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) && !isLeaving(event)) return;
    if (event.key === "Tab") stayInside(event);
    else if (event.key === "Escape") escape();
    else if (event.key === "Enter") enter(event);
    else if (isOpen("menu") || isOpen("help")) {
      if (["m", "?"].includes(event.key)) letters[event.key]();
    } else if (event.target.type !== "radio" || !event.key.startsWith("Arrow")) {
      const act = letters[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (!act || event.repeat && !event.key.startsWith("Arrow")) return;
      event.preventDefault();
      act();
    }
  });
  document.addEventListener("submit", (event) => { // the hand never goes by itself, only by a key
    if (event.target.id === "hand" && !event.submitter) event.preventDefault();
  }, true);
})();
