// Motion: a card comes from where it was played, a trick goes to where it was won. Transform and opacity alone, over
// what already stands in its place: nothing waits for it, nothing shifts, and without it nothing is missing.
"use strict";
(() => {
  const T = window.tichu;
  const { root, byId, all } = T;
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const TOWARDS = { n: [0, -1], e: [1, 0], s: [0, 1], w: [-1, 0] };
  const tokens = getComputedStyle(document.documentElement);
  const time = (name) => parseFloat(tokens.getPropertyValue(name));
  const timing = (name) => ({ duration: time(name), easing: tokens.getPropertyValue("--ease").trim() });
  const towards = (place, by) => (TOWARDS[place] ?? [0, 1]).map((each) => `${each * by}px`).join(" ");

  // --- The trick that lay there before it was swapped away
  let before = null;
  document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
    if (detail.shouldSwap && detail.fragment.firstElementChild?.id === "trick") before = byId("trick").cloneNode(true);
  });

  const lay = ({ place }) => {
    const fan = root.querySelector(`#trick .play--${place}.is-top .fan`);
    return fan?.animate([{ opacity: 0, translate: towards(place, 34) }, { opacity: 1, translate: "0 0" }], timing("--m-move"));
  };
  const take = ({ place }) => {
    if (!before?.querySelector(".play") || root.querySelector("#trick .play")) return null;
    const ghost = before;
    before = null;
    [ghost, ...ghost.querySelectorAll("[id]")].forEach((each) => each.removeAttribute("id"));
    ghost.classList.add("trick--gone");
    ghost.setAttribute("aria-hidden", "true");
    root.querySelector(".felt").append(ghost);
    const moving = ghost.animate([{ opacity: 1 }, { opacity: 0, translate: towards(place, 90) }], timing("--m-move"));
    moving.finished.catch(() => {}).finally(() => ghost.remove());
    return moving;
  };
  const receive = () => all("#hand .is-new .card").map((card) =>
    card.animate([{ opacity: 0, translate: "0 -34px" }, { opacity: 1, translate: "0 0" }], timing("--m-move")))[0];
  const call = ({ place }) => {
    const badge = root.querySelector(`.seat--${place} .call`) ?? (place === "s" ? root.querySelector("#say .call") : null);
    return badge?.animate([{ opacity: 0, scale: 1.5 }, { opacity: 1, scale: 1 }], timing("--m-move"));
  };
  const bomb = (event) => {
    const felt = root.querySelector(".felt");
    felt.classList.add("is-bombed");
    setTimeout(() => felt.classList.remove("is-bombed"), time("--m-slow") + 50);
    return lay(event) ?? true;
  };

  const motions = { play: lay, bomb, taken: take, exchange: receive, tichu: call, grand: call };
  document.addEventListener("tichu:event", ({ detail }) => {
    if (!motions[detail.kind] || calm.matches || document.hidden || !motions[detail.kind](detail)) return;
    document.dispatchEvent(new CustomEvent("tichu:effect", { detail: { sort: "motion", kind: detail.kind, at: detail.at } }));
  });
  T.after(() => { before = null; });

  // --- The last play of a round is seen before the sheet covers it (F04).
  const LINGER = 2200;
  document.addEventListener("tichu:event", ({ detail }) => {
    if (!["round", "over"].includes(detail.kind) || !root.querySelector("#trick .play")) return;
    root.classList.add("is-lingering");
    setTimeout(() => root.classList.remove("is-lingering"), LINGER);
  });
})();
