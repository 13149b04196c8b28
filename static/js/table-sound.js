// The eight sounds, made here out of a few tones. After the first tap, at this device's volume, and from one tab only.
"use strict";
(() => {
  const T = window.tichu;
  const { byId } = T;
  // Each tone: starts at (s), from and to (Hz), lasts (s), loudness, shape.
  const SOUNDS = {
    turn: [[0, 900, 560, .08, .9, "triangle"], [.15, 900, 560, .08, .9, "triangle"]], // two soft wood taps
    urgent: [[0, 1500, 1300, .05, .6, "triangle"]], // one tick
    reserve: [[0, 220, 220, .3, .8, "sine"], [.36, 165, 165, .45, .8, "sine"]], // two low tones
    tichu: [[0, 1320, 1320, .9, .5, "sine"], [0, 3564, 3564, .4, .15, "sine"]], // a small bell
    grand: [[0, 110, 108, 1.8, .8, "sine"], [0, 163, 160, 1.4, .4, "sine"], [0, 231, 228, 1, .3, "sine"]], // a gong
    bomb: [[0, 160, 45, .45, 1, "sine"], [0, 95, 40, .3, .5, "triangle"]], // a drum
    full: [[0, 784, 784, .5, .4, "sine"], [.16, 1047, 1047, .8, .4, "sine"]], // a chime
    over: [[0, 523, 523, .4, .5, "sine"], [.22, 659, 659, .4, .5, "sine"], [.44, 784, 784, .9, .5, "sine"]],
  };

  // --- What this device likes
  const volume = () => Math.min(100, Math.max(0, Number(localStorage.getItem("volume") ?? 60) || 0));
  const isMuted = () => localStorage.getItem("muted") === "1" || volume() === 0;

  // --- Browsers let a page sound after a tap; it is the first tab that was tapped which sounds for this table.
  let context = null;
  let isOwner = false;
  const tellReady = () => {
    if (isOwner && context.state === "running") T.root.dataset.sound = "here";
  };
  const place = `sound:${location.pathname}`;
  const claim = () => navigator.locks?.request(place, () => {
    isOwner = true;
    tellReady();
    return new Promise(() => {}); // until this tab closes
  });
  const unlock = () => {
    if (!window.AudioContext) return;
    if (!context) {
      context = new AudioContext();
      context.addEventListener("statechange", tellReady);
      claim();
    }
    if (context.state !== "running") context.resume().catch(() => {});
  };
  ["pointerdown", "keydown"].forEach((name) => document.addEventListener(name, unlock, { capture: true, passive: true }));
  // Without locks (a page that is not served over HTTPS) whoever writes the event down first sounds for it.
  const first = (mark, then) => setTimeout(() => {
    if (localStorage.getItem(place) === mark) return;
    localStorage.setItem(place, mark);
    then();
  }, Math.random() * 120);

  // --- Tones
  const tone = ([start, from, to, length, loudness, shape], at) => {
    const source = context.createOscillator();
    const gain = context.createGain();
    source.type = shape;
    source.frequency.setValueAtTime(from, at + start);
    source.frequency.exponentialRampToValueAtTime(to, at + start + length);
    gain.gain.setValueAtTime(0, at + start);
    gain.gain.linearRampToValueAtTime(loudness * .5 * (volume() / 100) ** 2, at + start + .008);
    gain.gain.exponentialRampToValueAtTime(.0001, at + start + length);
    source.connect(gain).connect(context.destination);
    source.start(at + start);
    source.stop(at + start + length + .05);
  };
  let free = 0;
  const sound = (kind, number) => {
    const at = Math.max(context.currentTime + .02, free); // a call and the turn after it are heard one after the other
    SOUNDS[kind].forEach((each) => tone(each, at));
    free = at + .4;
    document.dispatchEvent(new CustomEvent("tichu:effect", { detail: { sort: "sound", kind, at: number } }));
  };
  document.addEventListener("tichu:event", ({ detail }) => {
    if (!SOUNDS[detail.kind] || isMuted() || context?.state !== "running") return;
    if (!navigator.locks) first(`${byId("side").dataset.match}:${detail.kind}:${detail.at}`, () => sound(detail.kind, detail.at));
    else if (isOwner) sound(detail.kind, detail.at);
  });

  // --- The controls: a key in the bar, switch and volume in the menu
  const slider = byId("sound-volume");
  const buttons = () => ["sound-on", "sound-key"].map(byId).filter(Boolean);
  const show = () => buttons().forEach((button) => {
    const on = !isMuted();
    if (button.dataset.shows === String(on)) return;
    button.dataset.shows = on;
    T.showSwitch(button, on);
    button.querySelector(".icon").replaceWith(T.icon(on ? "sound" : "mute"));
  });
  const showAll = () => {
    slider.value = volume();
    show();
  };
  document.addEventListener("click", ({ target }) => {
    if (!target.closest("#sound-on, #sound-key")) return;
    const wanted = isMuted();
    localStorage.setItem("muted", wanted ? "" : "1");
    if (wanted && volume() === 0) localStorage.setItem("volume", "60");
    showAll();
  });
  slider.addEventListener("change", () => {
    localStorage.setItem("volume", slider.value);
    localStorage.setItem("muted", "");
    showAll();
    if (context?.state === "running" && !isMuted()) SOUNDS.turn.forEach((each) => tone(each, context.currentTime + .02));
  });
  window.addEventListener("storage", showAll); // another tab turned it down
  T.after(show); // the bar came anew
  showAll();
})();
