// Search in the rules: hides what does not say the words as they are typed, and says how many places are left.
// The same search as games/templatetags/sifting.py makes without scripts; an anchor always leads to its place.
"use strict";
(() => {
  const book = document.getElementById("book");
  const form = document.getElementById("find");
  const found = document.getElementById("found");
  const field = form?.elements.namedItem("q");
  if (!book || !field || !found) return;

  const JOINED = 6; // words of so many letters are found across blanks too: "mahjong" in "Mah Jong"
  const PAUSE = 400; // ms without a key before the count is said
  const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("ß", "ss")
    .replace(/[^\p{L}\p{N}]+/gu, " ").trim();
  const all = (selector) => [...book.querySelectorAll(selector)];
  const places = all("[data-place]").map((place) => {
    const text = fold(`${place.textContent} ${place.dataset.also ?? ""}`);
    return { place, text, joined: text.replaceAll(" ", "") };
  });
  const holders = all("[data-places]").reverse();

  const tell = (count) => {
    const { one, many, none } = found.dataset;
    found.textContent = count > 1 ? many.replace("{n}", count) : count ? one : none;
  };
  // The words themselves are marked where the browser can do it without touching the page.
  const mark = (words) => {
    if (!window.CSS?.highlights) return;
    const ranges = [];
    const texts = words.length ? document.createTreeWalker(book, NodeFilter.SHOW_TEXT) : null;
    for (let node = texts?.nextNode(); node; node = texts.nextNode()) {
      const text = node.data.toLowerCase();
      if (node.parentElement.closest("[hidden], .law, .sr") || text.length !== node.data.length) continue;
      for (const word of words) {
        for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
          const range = new Range();
          range.setStart(node, at);
          range.setEnd(node, at + word.length);
          ranges.push(range);
        }
      }
    }
    CSS.highlights.set("found", new Highlight(...ranges));
  };
  let waiting = 0;
  const sift = (query) => {
    const words = fold(query).split(" ").filter(Boolean);
    let count = 0;
    for (const { place, text, joined } of places) {
      place.hidden = !words.every((word) => text.includes(word) || (word.length >= JOINED && joined.includes(word)));
      count += !place.hidden;
    }
    for (const holder of holders) holder.hidden = !holder.querySelector("[data-place]:not([hidden])");
    mark(query.toLowerCase().split(/\s+/).filter(Boolean));
    clearTimeout(waiting);
    if (words.length) waiting = setTimeout(() => tell(count), PAUSE);
    else found.textContent = "";
    document.getElementById("found-all")?.remove();
  };
  const keep = (query) => { // so that reload, Back and a copied address show the same
    const url = new URL(location.href);
    if (query.trim()) url.searchParams.set("q", query.trim());
    else url.searchParams.delete("q");
    url.hash = "";
    history.replaceState(null, "", url);
  };
  const search = () => {
    sift(field.value);
    keep(field.value);
  };
  field.addEventListener("input", search);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    search();
    field.blur(); // takes the keyboard of a phone away
    all("[data-place]:not([hidden])")[0]?.scrollIntoView({ block: "nearest" });
  });

  // A link out of what is left leads to the whole page again: nothing that has an anchor stays hidden behind it.
  const target = (hash) => hash.length > 1 && document.getElementById(decodeURIComponent(hash.slice(1)));
  const reveal = (hash) => {
    const place = target(hash);
    if (!place) return null;
    if (place.closest("[hidden]")) {
      field.value = "";
      sift("");
      keep("");
    }
    if (place.matches("details")) place.open = true;
    return place;
  };
  document.addEventListener("click", ({ target: clicked }) => {
    const link = clicked.closest?.("a[href*='#']");
    if (!link || link.pathname !== location.pathname) return;
    reveal(link.hash);
    link.closest("details.contents")?.removeAttribute("open");
  });
  const arrive = () => reveal(location.hash)?.scrollIntoView();
  window.addEventListener("hashchange", arrive);
  if (field.value) sift(field.value);
  if (location.hash) arrive();
})();
