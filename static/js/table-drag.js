// Dragging as an extra: a card onto a slot of the exchange, or to another place in the hand. Taps and keys do it all.
"use strict";
(() => {
  const T = window.tichu;
  const { root } = T;
  const FAR = 10; // pixels before a press is a drag
  let held = null;

  const under = (x, y, selector) => document.elementsFromPoint(x, y).find((each) => each.closest(selector))?.closest(selector);
  const place = (x, y) => {
    const slot = under(x, y, "#tray [data-slot]:not([aria-disabled])");
    return slot ?? under(x, y, "#hand .hcard:not(.is-dragged)");
  };
  const mark = (target) => {
    root.querySelectorAll(".is-target").forEach((each) => each.classList.toggle("is-target", each === target));
    target?.classList.add("is-target");
  };
  const end = () => {
    held?.ghost?.remove();
    held?.card.classList.remove("is-dragged");
    mark(null);
    held = null;
  };
  const begin = (event) => {
    const ghost = held.card.querySelector(".card").cloneNode(true);
    ghost.classList.add("ghost");
    ghost.style.setProperty("--cw", `${held.card.querySelector(".card").offsetWidth}px`);
    root.append(ghost);
    held.card.classList.add("is-dragged");
    held.ghost = ghost;
    root.setPointerCapture(event.pointerId);
  };

  document.addEventListener("pointerdown", (event) => {
    const card = event.target.closest("#hand .hcard");
    if (!card?.querySelector("input") || event.button || !event.isPrimary) return;
    held = { card, x: event.clientX, y: event.clientY, ghost: null };
  });
  document.addEventListener("pointermove", (event) => {
    if (!held || !event.isPrimary) return;
    const { clientX: x, clientY: y } = event;
    if (!held.ghost && Math.hypot(x - held.x, y - held.y) < FAR) return;
    if (!held.card.isConnected) end();
    else {
      if (!held.ghost) begin(event);
      held.ghost.style.translate = `${x}px ${y}px`;
      mark(place(x, y));
    }
  });
  document.addEventListener("pointerup", (event) => {
    const drop = held?.ghost && place(event.clientX, event.clientY);
    const code = held?.card.dataset.code;
    const dragged = Boolean(held?.ghost);
    end();
    if (dragged) swallowClick();
    if (!drop) return;
    if (drop.dataset.slot) T.putInto(drop.dataset.slot, code);
    else T.moveBefore(code, drop.dataset.code);
  });
  document.addEventListener("pointercancel", end);
  const swallowClick = () => { // what ends a drag is no press
    const stop = (event) => {
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    window.addEventListener("click", stop, { capture: true, once: true });
    setTimeout(() => window.removeEventListener("click", stop, { capture: true }));
  };
})();
