// The positions of a round, which come once as pieces of the page, and how they are drawn. What each step shows is the
// server's; of the page no more is touched than what differs from the step before. replay.js walks through them.
"use strict";
window.replay = (() => {
  const view = () => document.getElementById("replay");
  const step = () => Number(view().dataset.step);
  const last = () => Number(view().dataset.last);
  const url = (number, as) => {
    const query = new URLSearchParams(view().dataset.query);
    if (as !== undefined) query.set("as", as);
    return `${view().dataset.base}${number}/?${query}`;
  };
  const trickFrom = (from, direction) => {
    const starts = view().dataset.starts.split(",").map(Number);
    if (direction > 0) return starts.find((start) => start > from) ?? last();
    return starts.filter((start) => start < from).at(-1) ?? 0;
  };

  // --- the films that have come, by their address; until then every step is asked for
  const films = new Map();
  const film = () => films.get(view().dataset.frames);
  const load = async () => {
    const address = view().dataset.frames;
    if (!films.has(address)) {
      films.set(address, null);
      try {
        const answer = await fetch(address, { cache: "no-store" });
        if (answer.ok) films.set(address, { ...await answer.json(), nodes: [] });
      } catch {
        films.delete(address); // the line was gone for a moment; the next page tries again
      }
    }
    view().toggleAttribute("data-framed", Boolean(film()));
  };
  const piece = ({ pieces, nodes }, number) => {
    if (!nodes[number]) {
      const template = document.createElement("template");
      template.innerHTML = pieces[number];
      nodes[number] = template.content;
    }
    return nodes[number].cloneNode(true);
  };

  // The step an address stands for, if its frame is here.
  const stepAt = (address) => {
    const { pathname, search } = new URL(address, location.href);
    const { base, query } = view().dataset;
    if (!film() || !pathname.startsWith(base) || search !== `?${query}`) return null;
    const number = Number(pathname.slice(base.length, -1));
    return Number.isInteger(number) && number <= last() ? number : null;
  };

  // Turn the page to another step of its film.
  const draw = (to) => {
    const now = film();
    const before = step();
    felt(now, before, to);
    list(now, before, to);
    keysAt(to);
    noteAt(before, to);
    mark(now, to);
  };

  const felt = (now, before, to) => {
    const table = document.getElementById("felt");
    const slots = view().querySelectorAll("#felt .rp__name, #felt .rp__hand > .fan, .rp__center, #review");
    slots.forEach((slot, at) => {
      if (now.frames[to][at] === now.frames[before][at]) return;
      const next = piece(now, now.frames[to][at]);
      slot.matches(".rp__hand > .fan") ? deal(slot, next.firstElementChild) : slot.replaceWith(next);
    });
    table.classList.toggle("is-scored", table.querySelector(".rp__score") !== null);
    table.ariaLabel = now.table.replace("{step}", to);
  };

  // Both hands are in the same order: cards that stay are not drawn again.
  const deal = (fan, next) => {
    for (const { name, value } of next.attributes) fan.setAttribute(name, value);
    const picture = (card) => card.querySelector("use").getAttribute("href");
    const stay = [...fan.children];
    for (const card of [...next.children]) {
      const at = stay.findIndex((each) => picture(each) === picture(card));
      if (at < 0) fan.insertBefore(card, stay[0] ?? null);
      else stay.splice(0, at + 1).slice(0, -1).forEach((gone) => gone.remove());
    }
    stay.forEach((gone) => gone.remove());
  };

  // A line is told from its own step on; before it no more than that it comes.
  const list = (now, before, to) => {
    const turns = (since) => (before >= since) !== (to >= since);
    now.items.forEach(([told, ahead, since], number) => {
      if (turns(since)) document.getElementById(`step-${number}`).replaceChildren(piece(now, to >= since ? told : ahead));
    });
    document.querySelectorAll("#steps h3").forEach((heading, at) => {
      const [told, ahead, since] = now.headings[at];
      if (turns(since)) heading.textContent = to >= since ? told : ahead;
    });
    document.getElementById(`step-${before}`).removeAttribute("aria-current");
    document.getElementById(`step-${to}`).setAttribute("aria-current", "step");
    document.querySelectorAll("#replay .line a").forEach((bar) => {
      const isNow = Number(bar.dataset.first) <= to && to <= Number(bar.dataset.last);
      bar.classList.toggle("is-now", isNow);
      put(bar, "aria-current", isNow && "true");
    });
  };

  // Without a value the attribute goes; one that is there already stays untouched.
  const put = (element, name, value) => {
    if (value === false) element.removeAttribute(name);
    else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
  };

  const keysAt = (to) => {
    const goals = { first: 0, prevt: trickFrom(to, -1), prev: to - 1, next: to + 1, nextt: trickFrom(to, 1), last: last() };
    for (const [name, goal] of Object.entries(goals)) {
      const key = document.getElementById(`go-${name}`);
      const leads = goal !== to && goal >= 0 && goal <= last();
      put(key, "href", leads && url(goal));
      put(key, "data-go", leads && name);
      put(key, "role", !leads && "link");
      put(key, "aria-disabled", !leads && "true");
      put(key, "tabindex", !leads && "0");
    }
    const moved = (address) => address.replace(/\/\d+\/\?/, `/${to}/?`);
    document.querySelectorAll(".rp__eyes a").forEach((link) => link.setAttribute("href", moved(link.getAttribute("href"))));
    document.querySelector("#replay .languages [name=next]")?.setAttribute("value", url(to));
    document.querySelectorAll("#replay .head [data-copy]").forEach((button) => { button.dataset.copy = moved(button.dataset.copy); });
  };

  // The form turns to the note of the step; what is being written waits at its own.
  const drafts = new Map();
  const noteAt = (before, to) => {
    const comment = document.getElementById("comment");
    if (comment) comment.hidden = Number(comment.dataset.step) !== to;
    const form = document.querySelector("#note form");
    if (!form) return;
    const { text, shared } = form.elements;
    const saved = (number) => document.getElementById(`step-${number}`).dataset;
    const old = saved(before);
    if (text.value !== (old.note ?? "") || shared.checked !== Boolean(old.link)) drafts.set(form.action, [text.value, shared.checked]);
    form.action = form.action.replace(/\/\d+\/note\/$/, `/${to}/note/`);
    const { note = "", link = "" } = saved(to);
    [text.value, shared.checked] = drafts.get(form.action) ?? [note, Boolean(link)];
    drafts.delete(form.action);
    const address = document.getElementById("note-link");
    address.value = link;
    address.hidden = form.querySelector("[data-copy]").hidden = !link;
    document.getElementById("note-error")?.remove();
  };

  const mark = (now, to) => {
    const { dataset } = view();
    [dataset.step, dataset.spoken, dataset.title] = [to, now.spoken[to], now.title.replace("{step}", to)];
    document.title = dataset.title;
    document.querySelector("#replay h1").textContent = now.heading.replace("{step}", to);
    document.querySelector(".rp__bar .num b").textContent = to;
  };

  return { view, step, last, url, trickFrom, film, load, stepAt, draw };
})();
