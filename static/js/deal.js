// The deal of a round, reckoned again here: does the seal fit salt and deck, and do the hands come from that deck?
"use strict";
(() => {
  const deal = document.getElementById("deal");
  const button = document.getElementById("check-deal");
  const said = document.getElementById("checked");
  if (!deal || !button) return;
  const { deck, salt, seal, hands, first } = deal.dataset;

  const hash = async (text) => {
    const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
    return [...new Uint8Array(bytes)].map((each) => each.toString(16).padStart(2, "0")).join("");
  };
  const cards = (text) => text.match(/../g) ?? [];
  const dealt = () => { // first so many cards to each seat, then the rest likewise
    const all = cards(deck);
    const seats = hands.split(" ").length;
    const early = Number(first);
    const late = all.length / seats - early;
    return [...Array(seats).keys()].map((seat) => [
      ...all.slice(seat * early, (seat + 1) * early),
      ...all.slice(seats * early + seat * late, seats * early + (seat + 1) * late),
    ]);
  };
  const isSame = (some, others) => [...some].sort().join() === [...others].sort().join();
  const check = async () => {
    const isSealed = (await hash(`${salt}:${deck}`)) === seal;
    return isSealed && dealt().every((hand, seat) => isSame(hand, cards(hands.split(" ")[seat])));
  };

  button.hidden = false;
  button.addEventListener("click", async () => {
    if (!window.crypto?.subtle) said.textContent = deal.dataset.cannot;
    else said.textContent = (await check()) ? deal.dataset.fits : deal.dataset.fails;
  });
})();
