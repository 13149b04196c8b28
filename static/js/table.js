// The table, core: order of fragments, server time, speech. The rules stay on the server.
"use strict";
window.tichu = (() => {
  const root = document.getElementById("table");
  const byId = (id) => document.getElementById(id);
  const all = (selector, from = root) => [...from.querySelectorAll(selector)];
  const hooks = [];
  const T = { root, byId, all, ask: 0, holdLine: false, isRefusal: false, confirming: false, panelIsNew: true, isOld: false };
  T.stopped = Number(byId("now").dataset.stopped); // since when the service is not well, 0 while it is

  htmx.config.defaultSettleDelay = 0; // what is swapped in answers the very next press
  htmx.config.timeout = 15000;

  // --- Server time. Every answer brings it; the least delayed of the last ones is nearest the truth.
  const samples = [];
  const sample = (text) => {
    const server = Number(text);
    if (!server) return;
    samples.push(server - performance.now());
    if (samples.length > 8) samples.shift();
  };
  sample(document.documentElement.dataset.now);
  T.now = () => performance.now() + Math.max(...samples);

  // --- Fragments: an older one never replaces a newer one, an equal one changes nothing.
  T.revision = () => Math.max(0, ...all("[data-rev]").map((region) => Number(region.dataset.rev)));
  const isWanted = (fresh, shown) => {
    if (fresh.dataset.for !== undefined) {
      return fresh.dataset.for === String(T.ask) && !(fresh.id === "line" && T.holdLine);
    }
    if (fresh.dataset.rev === undefined || shown.dataset.rev === undefined) return true;
    if (Number(fresh.dataset.rev) < Number(shown.dataset.rev)) return false;
    if (fresh.dataset.digest !== shown.dataset.digest) return true;
    shown.dataset.rev = fresh.dataset.rev;
    return false;
  };
  // What was morphed must read as it arrived; if it ever does not, it is put there whole: a key without a word
  // would stay so, because its digest says that it is up to date.
  const arrived = new Map();
  const words = (element) => element.textContent.replace(/\s+/g, " ").trim();
  const mend = (fresh, id) => {
    const shown = byId(id);
    if (!shown || words(shown) === words(fresh)) return;
    const hadFocus = shown.contains(document.activeElement) ? document.activeElement.id : "";
    shown.replaceWith(fresh);
    htmx.process(fresh);
    if (hadFocus) byId(hadFocus)?.focus();
  };
  let scheduled = false;
  document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
    const fresh = detail.fragment.firstElementChild;
    if (!fresh) return;
    if (fresh.id === "now") {
      sample(fresh.dataset.now);
      T.stopped = Number(fresh.dataset.stopped);
      T.isOld = fresh.dataset.release !== root.dataset.release; // the site has gone on since this page was made
    } else detail.shouldSwap = isWanted(fresh, detail.target);
    if (detail.shouldSwap && ["say", "keys"].includes(fresh.id)) T.panelIsNew = true;
    if (detail.shouldSwap && fresh.id !== "now") arrived.set(fresh.id, fresh.cloneNode(true));
    if (!scheduled) {
      scheduled = true;
      queueMicrotask(() => { // after all swaps of this answer, before anything is painted
        scheduled = false;
        arrived.forEach(mend);
        arrived.clear();
        T.settle();
      });
    }
  });
  T.after = (hook) => hooks.push(hook);
  T.settle = () => hooks.forEach((hook) => {
    try { hook(); } catch (fault) { reportError(fault); } // the others have their turn all the same
  });

  // A refusal's reason stays in the line until something else happens or is raised.
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    const { xhr, requestConfig } = detail;
    if (requestConfig.verb !== "post" || requestConfig.path === root.dataset.selection) return;
    T.holdLine = T.isRefusal = xhr.status >= 400; // for the hooks that its own regions are about to wake
    if (T.holdLine) queueMicrotask(() => T.speak(byId("line")?.innerText ?? "", true));
  });
  document.addEventListener("htmx:configRequest", ({ detail }) => {
    if (T.confirming) detail.parameters.confirm = "1";
    T.confirming = false;
  });

  // --- The line
  const sprite = document.querySelector(".icon use").getAttribute("href").split("#")[0];
  T.icon = (name) => {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("class", "icon");
    svg.setAttribute("aria-hidden", "true");
    const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
    use.setAttribute("href", `${sprite}#i-${name}`);
    svg.append(use);
    return svg;
  };
  T.line = (kind, text, anchor = "") => {
    const line = byId("line");
    if (!line) return;
    const words = document.createElement("span");
    words.textContent = text;
    line.className = `say__line${kind === "info" ? "" : ` say__line--${kind}`}`;
    line.removeAttribute("data-for");
    line.replaceChildren(T.icon(kind), words);
    if (!anchor) return;
    const link = document.createElement("a");
    link.href = `${root.dataset.rules}#${anchor}`;
    link.target = "_blank";
    link.rel = "noopener";
    link.textContent = root.dataset.why;
    line.append(link);
  };
  T.headline = (text) => {
    const now = root.querySelector(".say__now");
    if (now) now.textContent = text;
  };

  // --- Speech: two places outside every swap. What comes within a moment is said together, and the same words
  // twice are said twice.
  const unsaid = { spoken: [], alert: [] };
  T.speak = (text, loud = false) => {
    const name = loud ? "alert" : "spoken";
    if (!text.trim()) return;
    unsaid[name].push(text);
    if (unsaid[name].length > 1) return;
    byId(name).textContent = "";
    setTimeout(() => { byId(name).textContent = unsaid[name].splice(0).join(" "); }, 50);
  };

  const showTitle = () => { document.title = byId("say").dataset.title; };
  const followLog = () => {
    const tale = root.querySelector("#side .tale");
    if (tale) tale.scrollTop = tale.scrollHeight;
  };
  [showTitle, followLog].forEach(T.after);
  showTitle();

  // --- Focus stays where it was; where that card is gone, on the hand.
  let focused = null;
  document.addEventListener("focusin", ({ target }) => { focused = root.contains(target) ? target : null; });
  T.after(() => {
    if (focused && !focused.isConnected && document.activeElement === document.body) {
      (root.querySelector("#hand .hcard:not([hidden]) input") ?? byId("key-main"))?.focus();
    }
  });

  // --- An invitation is a whole address; site.js copies it.
  document.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-copy-path]");
    if (button) button.dataset.copy = location.origin + button.dataset.copyPath;
  }, true);
  return T;
})();
