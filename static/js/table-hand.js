// The own hand: raised cards, order, the exchange's slots. They survive what others do, reloads and refusals.
"use strict";
(() => {
  const T = window.tichu;
  const { root, byId, all } = T;
  const RANKS = "23456789TJQKA";
  const SUITS = "jwps";
  const hand = () => byId("hand");
  const labels = () => all("#hand .hcard");
  const box = (label) => label.querySelector("input");
  const state = { version: "", raised: new Set(), slots: {}, own: [] };
  T.raised = () => [...state.raised];

  // --- Kept per match and deal in this tab alone; site.js empties the drawer when somebody else signs in.
  const drawer = () => `hand:${state.version}`;
  const save = () => {
    const kept = { raised: [...state.raised], slots: state.slots, own: state.own };
    if (kept.raised.length || kept.own.length || Object.keys(kept.slots).length) sessionStorage.setItem(drawer(), JSON.stringify(kept));
    else sessionStorage.removeItem(drawer());
  };
  const load = () => {
    Object.keys(sessionStorage).filter((key) => key.startsWith("hand:") && key !== drawer())
      .forEach((key) => sessionStorage.removeItem(key));
    let kept = {};
    try {
      kept = JSON.parse(sessionStorage.getItem(drawer()) ?? "{}");
    } catch { /* not ours: begin anew */ }
    state.raised = new Set(kept.raised ?? []);
    state.slots = kept.slots ?? {};
    state.own = kept.own ?? [];
  };

  // --- Order of the hand
  const ORDERS = ["rank-down", "rank-up", "suit"];
  const texts = root.dataset.sortLabels.split("|");
  // Chosen here, it stays so on this device until the account's own order is changed.
  const [chosen, instead] = (localStorage.getItem("sort") ?? "").split("|");
  let order = instead === root.dataset.sort ? chosen : root.dataset.sort;
  if (!ORDERS.includes(order)) order = ORDERS[0];
  const height = (code) => {
    const special = { Dg: -2, Mj: -1, Ph: 20, Dr: 21 }[code];
    return special ?? RANKS.indexOf(code[0]);
  };
  const suit = (code) => (["Dg", "Mj", "Ph", "Dr"].includes(code) ? -1 : SUITS.indexOf(code[1]));
  const compare = {
    "rank-down": (a, b) => height(b) - height(a) || suit(a) - suit(b),
    "rank-up": (a, b) => height(a) - height(b) || suit(a) - suit(b),
    suit: (a, b) => suit(a) - suit(b) || height(b) - height(a),
  };
  const byHand = (a, b) => { // as arranged by hand; cards that came later stand where the order has them
    const [at, other] = [state.own.indexOf(a), state.own.indexOf(b)];
    return at < 0 || other < 0 ? compare[order](a, b) : at - other;
  };
  T.moveBefore = (code, other) => {
    const codes = labels().map((label) => label.dataset.code);
    const to = codes.indexOf(other);
    codes.splice(codes.indexOf(code), 1);
    codes.splice(to, 0, code);
    state.own = codes;
    save();
    arrange();
  };
  const arrange = () => {
    const shown = labels();
    const wanted = [...shown].sort((a, b) => byHand(a.dataset.code, b.dataset.code));
    all("[data-sort-label]").forEach((label) => { label.textContent = texts[ORDERS.indexOf(order)]; });
    if (shown.every((label, at) => label === wanted[at])) return;
    const focused = document.activeElement;
    wanted[0]?.parentElement.append(...wanted);
    if (focused?.closest?.("#hand")) focused.focus();
  };
  T.sort = () => {
    order = ORDERS[(ORDERS.indexOf(order) + 1) % ORDERS.length];
    localStorage.setItem("sort", `${order}|${root.dataset.sort}`);
    state.own = [];
    save();
    arrange();
    T.speak(texts[ORDERS.indexOf(order)]);
  };

  // --- Raising
  const show = () => {
    labels().forEach((label) => {
      const input = box(label);
      if (input) input.checked = state.raised.has(label.dataset.code);
    });
  };
  const changed = () => {
    T.holdLine = false;
    save();
    show();
    showSlots();
    askSoon(300);
  };
  T.raise = (codes) => {
    state.raised = new Set(codes);
    changed();
  };
  T.toggle = (code, up) => {
    if (inExchange()) state.raised.clear();
    if (up) state.raised.add(code);
    else state.raised.delete(code);
    changed();
  };
  document.addEventListener("change", ({ target }) => {
    if (target.form !== hand()) return;
    if (target.name === "cards") {
      if (T.cardPressed?.(target.value)) return;
      T.toggle(target.value, target.checked);
    } else if (target.name === "wish" || target.name === "reading") askSoon(0);
  });

  // --- The exchange: a card, then a slot; a filled slot gives its card back.
  const slots = () => all("#tray [data-slot]:not([aria-disabled])");
  const inExchange = () => slots().length > 0;
  const put = (slot) => {
    const [raised] = state.raised;
    const field = slot.dataset.slot;
    if (raised) state.slots[field] = raised;
    else if (state.slots[field]) delete state.slots[field];
    else T.line("info", (root.querySelector(".slots")?.dataset.lines ?? "").split("|")[0]);
    state.raised.clear();
    if (raised || field in state.slots || Object.keys(state.slots).length >= 0) changed();
  };
  document.addEventListener("click", ({ target }) => {
    const slot = target.closest("#tray [data-slot]:not([aria-disabled])");
    if (slot) put(slot);
  });
  T.putInto = (field, code) => {
    state.slots = Object.fromEntries(Object.entries(state.slots).filter(([, each]) => each !== code));
    state.slots[field] = code;
    state.raised.clear();
    changed();
  };
  T.clearSlots = () => {
    state.slots = {};
    state.raised.clear();
    changed();
  };
  const dress = (slot, code) => {
    const label = labels().find((each) => each.dataset.code === code);
    const face = slot.querySelector(".card, .slot__well");
    const wanted = label ? label.querySelector(".card").cloneNode(true) : well(slot);
    if (face.dataset.code !== (code ?? "")) {
      wanted.dataset.code = code ?? "";
      face.replaceWith(wanted);
    }
    const name = label ? box(label).getAttribute("aria-label") : slot.dataset.empty;
    slot.setAttribute("aria-label", `${slot.dataset.name}: ${name}`);
    const field = root.querySelector(`#tray input[name="${slot.dataset.slot}"]`);
    if (field) field.value = label ? code : "";
  };
  const wells = new Map();
  const well = (slot) => wells.get(slot.dataset.slot)?.cloneNode(true) ?? document.createElement("span");
  const showSlots = () => {
    const open = slots();
    const given = new Set();
    if (open.length) {
      open.forEach((slot) => {
        const empty = slot.querySelector(".slot__well");
        if (empty) wells.set(slot.dataset.slot, empty.cloneNode(true));
        if (state.slots[slot.dataset.slot]) given.add(state.slots[slot.dataset.slot]);
      });
      open.forEach((slot) => dress(slot, state.slots[slot.dataset.slot]));
      const next = open.find((slot) => !state.slots[slot.dataset.slot]);
      open.forEach((slot) => slot.classList.toggle("is-next", slot === next));
      countSlots(Object.keys(state.slots).length);
    }
    labels().forEach((label) => { label.hidden = given.has(label.dataset.code); });
    if (hand()) hand().dataset.n = labels().filter((label) => !label.hidden).length;
  };
  const countSlots = (filled) => {
    const tray = root.querySelector(".slots");
    const key = byId("key-main");
    key.setAttribute("aria-disabled", String(filled < slots().length));
    if (filled >= slots().length) key.removeAttribute("aria-disabled");
    key.querySelector("small").textContent = tray.dataset.subs.split("|")[filled];
    if (!T.holdLine && !T.armed?.()) T.line("info", tray.dataset.lines.split("|")[filled]);
  };

  // --- What are these cards? The server says; only the newest question's answer counts.
  let waiting = 0;
  let isAsking = false;
  const isPlaying = () => ["play", "pause"].includes(byId("keys")?.dataset.phase);
  const ask = async () => {
    waiting = 0;
    if (isAsking || !isPlaying()) return;
    const number = T.ask;
    const chosen = Object.fromEntries(all("#picker input:checked").map((input) => [input.name, input.value]));
    // Never with the form as its source: htmx would send it to wherever its last pressed key leads.
    const question = { source: byId("ask"), swap: "none", values: { ...chosen, cards: T.raised(), ask: number } };
    isAsking = true;
    try {
      await htmx.ajax("POST", root.dataset.selection, question);
    } catch { /* no line to the server: the next change asks again */ }
    isAsking = false;
    if (number !== T.ask && !waiting) ask();
  };
  const askSoon = (delay) => {
    T.ask += 1; // an answer to what was raised before is no longer wanted
    clearTimeout(waiting);
    waiting = setTimeout(ask, delay);
  };
  T.askAgain = () => askSoon(0);
  const refresh = () => { // the panel came anew, without what it said about the raised cards
    if (state.raised.size && isPlaying() && T.panelIsNew && !waiting && !isAsking) askSoon(0);
    T.panelIsNew = false;
    if (!state.raised.size || !isPlaying()) byId("picker")?.replaceChildren();
  };

  // --- After every swap the hand is as the player left it; cards that are gone drop out.
  const apply = () => {
    const form = hand();
    if (!form) return;
    if (form.dataset.version !== state.version) {
      if (state.version && form.dataset.received) T.speak(form.dataset.received);
      state.version = form.dataset.version;
      load();
    }
    const held = new Set(labels().filter(box).map((label) => label.dataset.code));
    state.raised = new Set([...state.raised].filter((code) => held.has(code)));
    state.slots = Object.fromEntries(Object.entries(state.slots).filter(([, code]) => held.has(code)));
    if (!inExchange()) state.slots = {};
    save();
    show();
    showSlots();
    arrange();
    refresh();
  };
  T.after(apply);
  apply();
})();
