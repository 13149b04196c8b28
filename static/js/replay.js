// The replay without reloading: keys, links and autoplay walk through the positions of a round, which come once, as
// pieces of the page. Everything it does is also a link on the page; the server says what each step shows.
"use strict";
(() => {
  const SPEED = "replay-speed";
  const view = () => document.getElementById("replay");
  const numbers = (text) => text.split(",").map(Number);
  let wanted = null; // the step asked for last, while its page is on the way
  let eyes = null; // the seat looked from before the hands were opened
  let request = null;
  let timer = null;
  let late = null; // the address that is still to be written, and when the last one was
  let written = 0;
  let reviewing = false; // what could have been stays open from step to step

  const url = (step, as) => {
    const query = new URLSearchParams(view().dataset.query);
    if (as !== undefined) query.set("as", as);
    return `${view().dataset.base}${step}/?${query}`;
  };
  const here = () => wanted ?? Number(view().dataset.step);
  const last = () => Number(view().dataset.last);

  // --- the frames of a round, once they have come, by their address; until then every step is asked for
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

  const stand = (step, { history: mode = "push", speak = true } = {}) => {
    request?.abort();
    request = wanted = null;
    const now = film();
    const before = Number(view().dataset.step);
    felt(now, before, step);
    list(now, before, step);
    keysAt(step);
    noteAt(step);
    mark(now, step);
    arrange();
    if (speak) document.getElementById("spoken").textContent = now.spoken[step];
    remember(url(step), mode);
  };

  const felt = (now, before, step) => {
    const table = document.getElementById("felt");
    const slots = view().querySelectorAll("#felt .rp__name, #felt .rp__hand > .fan, .rp__center, #review");
    slots.forEach((slot, at) => {
      if (now.frames[step][at] === now.frames[before][at]) return;
      const next = piece(now, now.frames[step][at]);
      slot.matches(".rp__hand > .fan") ? deal(slot, next.firstElementChild) : slot.replaceWith(next);
    });
    table.classList.toggle("is-scored", table.querySelector(".rp__score") !== null);
    table.ariaLabel = now.table.replace("{step}", step);
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

  const list = (now, before, step) => {
    now.items.forEach(([told, ahead, since], number) => {
      if ((before >= since) === (step >= since)) return;
      document.getElementById(`step-${number}`).replaceChildren(piece(now, step >= since ? told : ahead));
    });
    document.querySelectorAll("#steps h3").forEach((heading, at) => {
      const [told, ahead, since] = now.headings[at];
      heading.textContent = step >= since ? told : ahead;
    });
    document.querySelector("#steps [aria-current]")?.removeAttribute("aria-current");
    document.getElementById(`step-${step}`).setAttribute("aria-current", "step");
    document.querySelectorAll("#replay .line a").forEach((bar) => {
      const isNow = Number(bar.dataset.first) <= step && step <= Number(bar.dataset.last);
      bar.classList.toggle("is-now", isNow);
      isNow ? bar.setAttribute("aria-current", "true") : bar.removeAttribute("aria-current");
    });
  };

  const keysAt = (step) => {
    const goals = { first: 0, prevt: trickFrom(step, -1), prev: step - 1, next: step + 1, nextt: trickFrom(step, 1), last: last() };
    for (const [name, goal] of Object.entries(goals)) {
      const key = document.getElementById(`go-${name}`);
      const leads = goal !== step && goal >= 0 && goal <= last();
      const attributes = { href: leads && url(goal), "data-go": leads && name, role: !leads && "link",
        "aria-disabled": !leads && "true", tabindex: !leads && "0" };
      for (const [attribute, value] of Object.entries(attributes)) {
        value === false ? key.removeAttribute(attribute) : key.setAttribute(attribute, value);
      }
    }
    const moved = (address) => address.replace(/\/\d+\/\?/, `/${step}/?`);
    document.querySelectorAll(".rp__eyes a").forEach((link) => link.setAttribute("href", moved(link.getAttribute("href"))));
    document.querySelector("#replay .languages [name=next]")?.setAttribute("value", url(step));
    document.querySelectorAll("#replay .head [data-copy]").forEach((button) => { button.dataset.copy = moved(button.dataset.copy); });
  };

  // The form turns to the note of the step; what is being written waits at its own.
  const drafts = new Map();
  const noteAt = (step) => {
    const comment = document.getElementById("comment");
    if (comment) comment.hidden = Number(comment.dataset.step) !== step;
    const form = document.querySelector("#note form");
    if (!form) return;
    const { text, shared } = form.elements;
    const saved = (number) => document.getElementById(`step-${number}`).dataset;
    const before = Number(view().dataset.step);
    const old = saved(before);
    if (text.value !== (old.note ?? "") || shared.checked !== Boolean(old.link)) drafts.set(form.action, [text.value, shared.checked]);
    form.action = form.action.replace(/\/\d+\/note\/$/, `/${step}/note/`);
    const { note = "", link = "" } = saved(step);
    [text.value, shared.checked] = drafts.get(form.action) ?? [note, Boolean(link)];
    drafts.delete(form.action);
    const address = document.getElementById("note-link");
    address.value = link;
    address.hidden = form.querySelector("[data-copy]").hidden = !link;
    document.getElementById("note-error")?.remove();
  };

  const mark = (now, step) => {
    const { dataset } = view();
    [dataset.step, dataset.spoken, dataset.title] = [step, now.spoken[step], now.title.replace("{step}", step)];
    document.title = dataset.title;
    document.querySelector("#replay h1").textContent = now.heading.replace("{step}", step);
    document.querySelector(".rp__bar .num b").textContent = step;
  };

  // The address follows three times a second at most: browsers take no more for long.
  const remember = (address, mode) => {
    clearTimeout(late);
    const write = () => {
      written = Date.now();
      if (mode === "push" && address !== location.pathname + location.search) history.pushState({}, "", address);
      if (mode === "replace") history.replaceState({}, "", address);
    };
    const wait = written + 350 - Date.now();
    if (wait > 0) late = setTimeout(write, wait);
    else write();
  };

  // --- another round or other eyes: their page replaces this one
  const show = async (address, { history: mode = "push", speak = true } = {}) => {
    const step = stepAt(address);
    if (step !== null) return stand(step, { history: mode, speak });
    request?.abort();
    const mine = request = new AbortController();
    try {
      const answer = await fetch(address, { headers: { "HX-Request": "true" }, signal: mine.signal, cache: "no-store" });
      const html = await answer.text();
      if (mine !== request) return;
      if (!answer.ok || !html.includes('id="replay"')) throw new Error(String(answer.status));
      swap(html, speak);
      remember(address, mode);
    } catch (fault) {
      if (fault.name === "AbortError") return;
      location.assign(address); // the whole page says what is wrong
    }
    if (mine === request) request = wanted = null;
  };

  // The step an address stands for, if its frame is here.
  const stepAt = (address) => {
    const { pathname, search } = new URL(address, location.href);
    const { base, query } = view().dataset;
    if (!film() || !pathname.startsWith(base) || search !== `?${query}`) return null;
    const step = Number(pathname.slice(base.length, -1));
    return Number.isInteger(step) && step <= last() ? step : null;
  };

  const swap = (html, speak) => {
    Idiomorph.morph(view(), html, { morphStyle: "outerHTML", ignoreActiveValue: true });
    document.title = view().dataset.title;
    arrange();
    load();
    if (speak) document.getElementById("spoken").textContent = view().dataset.spoken;
    document.dispatchEvent(new CustomEvent("htmx:load", { detail: { elt: view() } }));
  };

  // What needs this script appears with it; the current step stays in sight within its own list.
  const arrange = () => {
    document.querySelectorAll(".rp__js").forEach((element) => { element.hidden = false; });
    const speed = document.getElementById("speed");
    speed.value = sessionStorage.getItem(SPEED) ?? "1000";
    const button = document.getElementById("go-play");
    button.classList.toggle("is-playing", timer !== null);
    button.ariaLabel = button.title = timer === null ? button.dataset.play : button.dataset.stop;
    const review = document.getElementById("review");
    if ("open" in review) review.open = reviewing;
    const list = document.getElementById("steps");
    const now = list.querySelector("[aria-current]");
    const { scrollHeight, clientHeight } = list;
    if (now && scrollHeight > clientHeight) list.scrollTop = now.offsetTop - (clientHeight - now.offsetHeight) / 2;
    if (view().dataset.eyes !== "open") eyes = view().dataset.eyes;
  };

  const go = (step, options) => {
    const goal = Math.min(Math.max(step, 0), last());
    if (goal === here()) return;
    if (film()) return stand(goal, options);
    wanted = goal;
    return show(url(goal), options);
  };
  const look = (as) => show(url(here(), as));
  const trickFrom = (step, direction) => {
    const starts = numbers(view().dataset.starts);
    if (direction > 0) return starts.find((start) => start > step) ?? last();
    return starts.filter((start) => start < step).at(-1) ?? 0;
  };
  const trick = (direction) => go(trickFrom(here(), direction));

  // --- autoplay: stops at the end of the round, or with any other key
  const stop = () => {
    clearTimeout(timer);
    timer = null;
    arrange();
  };
  const tick = async () => {
    if (here() >= last()) return stop();
    const goal = here() + 1;
    await go(goal, { history: "replace", speak: false });
    if (timer === null) return;
    if (goal >= last()) return stop();
    timer = setTimeout(tick, Number(document.getElementById("speed").value));
  };
  const play = async () => {
    if (timer !== null) return stop();
    timer = 0; // playing, and the first step counts from when the page stands at its start
    if (here() >= last()) await go(0, { history: "replace" });
    if (timer === null) return;
    timer = setTimeout(tick, Number(document.getElementById("speed").value));
    arrange();
  };

  const keys = {
    ArrowLeft: () => go(here() - 1),
    ArrowRight: () => go(here() + 1),
    ArrowUp: () => trick(-1),
    ArrowDown: () => trick(1),
    Home: () => go(0),
    End: () => go(last()),
    h: () => look(view().dataset.eyes === "open" ? eyes ?? view().dataset.home : "open"),
  };
  const seat = (key) => document.getElementById(`eyes-${Number(key) - 1}`) && String(Number(key) - 1);

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea")) return;
    if (event.key === " ") {
      if (event.target.closest("button, summary")) return; // its own press
      event.preventDefault();
      return void play();
    }
    const act = keys[event.key] ?? keys[event.key.toLowerCase()];
    const place = /^[1-9]$/.test(event.key) ? seat(event.key) : null;
    if (!act && !place) return;
    event.preventDefault();
    if (timer !== null) stop();
    act ? act() : look(place);
  });

  document.addEventListener("click", (event) => {
    if (event.target.closest("#go-play")) return void play();
    const link = event.target.closest("#replay a[data-go]");
    if (!link?.href || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button) return;
    event.preventDefault();
    if (timer !== null) stop();
    const move = { prev: keys.ArrowLeft, next: keys.ArrowRight, prevt: keys.ArrowUp, nextt: keys.ArrowDown };
    (move[link.dataset.go] ?? (() => { wanted = null; show(link.pathname + link.search); }))();
  });
  document.addEventListener("change", ({ target }) => {
    if (target.id === "speed") sessionStorage.setItem(SPEED, target.value);
  });
  document.addEventListener("toggle", ({ target }) => {
    if (target.id === "review") reviewing = target.open;
  }, true);
  addEventListener("popstate", () => {
    stop();
    clearTimeout(late);
    wanted = null;
    show(location.pathname + location.search, { history: "none" });
  });

  arrange();
  load();
})();
