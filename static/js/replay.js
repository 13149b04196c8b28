// The replay without reloading: keys, links and autoplay walk through the positions of a round (replay-film.js), and
// from round to round. Everything it does is also a link on the page.
"use strict";
(() => {
  const SPEED = "replay-speed";
  const { view, last, url, trickFrom, film, load, stepAt, draw } = window.replay;
  let wanted = null; // the step asked for last, while its page is on the way
  let eyes = null; // the seat looked from before the hands were opened
  let request = null;
  let timer = null;
  let late = null; // the address that is still to be written, and when the last one was
  let written = 0;
  let reviewing = false; // what could have been stays open from step to step

  const here = () => wanted ?? window.replay.step();

  const stand = (step, { history: mode = "push", speak = true } = {}) => {
    request?.abort();
    request = wanted = null;
    draw(step);
    arrange();
    if (speak) document.getElementById("spoken").textContent = view().dataset.spoken;
    remember(url(step), mode);
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
