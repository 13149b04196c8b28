// What every page needs: fresh CSRF tokens, local times, copy buttons, the return bar's clock, notices. No game here.
"use strict";
(() => {
  const page = document.documentElement;
  const all = (selector, root = document) => root.querySelectorAll(selector);

  // Raised cards and the like belong to one account. Another one finds the drawer empty, and so does everybody after a
  // sign-out, in whichever tab that was; whose session only ran out finds all of it again after signing in.
  const { user } = page.dataset;
  const signedOut = localStorage.getItem("signed-out") ?? "";
  const isAnother = user && sessionStorage.getItem("user") !== user;
  if (isAnother || (sessionStorage.getItem("signed-out") ?? "") !== signedOut) sessionStorage.clear();
  if (user) sessionStorage.setItem("user", user);
  sessionStorage.setItem("signed-out", signedOut);

  // Signing in elsewhere changes the token of every open page; the cookie always holds the current one.
  const token = () => document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1];
  document.addEventListener("submit", ({ target }) => {
    const field = target.elements.namedItem("csrfmiddlewaretoken");
    if (field && token()) field.value = token();
  }, true);
  document.addEventListener("htmx:configRequest", ({ detail }) => {
    if (!token()) return;
    detail.headers["X-CSRFToken"] = token();
    if ("csrfmiddlewaretoken" in detail.parameters) detail.parameters.csrfmiddlewaretoken = token();
  });

  // A notice in words: sent by the server (HX-Trigger: notice), or because it could not answer.
  const place = document.getElementById("page-notice");
  const notice = (text, seconds = 8) => {
    if (!place || !text) return;
    const note = document.createElement("p");
    note.className = "note note--red";
    note.textContent = text;
    note.classList.toggle("is-lasting", !seconds);
    place.replaceChildren(note);
    if (seconds) setTimeout(() => note.remove(), seconds * 1000);
  };
  document.addEventListener("notice", ({ detail }) => notice(detail.value));
  const isTable = Boolean(document.getElementById("table"));
  const lineIsLost = () => notice(place?.dataset.offline, navigator.onLine || isTable ? 8 : 0);
  document.addEventListener("htmx:sendError", lineIsLost);
  document.addEventListener("htmx:responseError", ({ detail }) => {
    if (detail.xhr.status >= 500) notice(detail.xhr.status === 503 ? place?.dataset.outage : place?.dataset.broken);
  });

  // Without a line, a link or a form would swap this page, and what is typed in it, for the browser's own: it stays
  // and says so until the line is back. The table tells it in its felt.
  const tellLine = () => {
    if (!navigator.onLine && !isTable) lineIsLost();
    if (navigator.onLine) place?.querySelector(".is-lasting")?.remove();
  };
  const stay = (event) => {
    const leaves = event.target.closest?.(event.type === "submit" ? "form:not([hx-post])" : "a[href]:not([href^='#'])");
    if (navigator.onLine || event.defaultPrevented || !leaves) return;
    event.preventDefault();
    lineIsLost();
  };
  ["click", "submit"].forEach((kind) => document.addEventListener(kind, stay));
  document.addEventListener("submit", (event) => {
    if (event.defaultPrevented || event.target.dataset.leaves === undefined) return;
    sessionStorage.clear();
    localStorage.setItem("signed-out", String(Date.now())); // the other tabs see it when they next load a page
  });
  ["online", "offline"].forEach((kind) => window.addEventListener(kind, tellLine));
  tellLine();

  // <time datetime="2026-11-30T18:05:00Z" data-local="date|time|both|exact"> in the reader's own zone and manner of
  // the page's language: "en-GB" where the browser asks for it, never another language than the page around it.
  const styles = {
    date: { dateStyle: "medium" }, time: { timeStyle: "short" }, both: { dateStyle: "medium", timeStyle: "short" },
    exact: { dateStyle: "medium", timeStyle: "medium" },
  };
  const locale = navigator.languages.find((each) => each.split("-")[0] === page.lang) ?? page.lang;
  const localise = (root) => all("time[data-local]", root).forEach((element) => {
    const moment = new Date(element.dateTime);
    if (isNaN(moment)) return;
    element.textContent = new Intl.DateTimeFormat(locale, styles[element.dataset.local] ?? styles.both).format(moment);
    element.removeAttribute("data-local");
  });
  localise(document);
  document.addEventListener("htmx:load", ({ target }) => localise(target.parentNode ?? document));

  // <button data-copy="text"> or data-copy="#field"; data-copied is what it says afterwards.
  document.addEventListener("click", async ({ target }) => {
    const button = target.closest("[data-copy]");
    if (!button) return;
    const source = button.dataset.copy.startsWith("#") ? document.querySelector(button.dataset.copy) : null;
    const text = source ? source.value ?? source.textContent : button.dataset.copy;
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      source?.select?.();
      return;
    }
    const label = button.querySelector("[data-label]") ?? button;
    label.textContent = button.dataset.copied ?? label.textContent;
  });

  // <select data-preview="deck">: the page shows the choice at once; it is kept by the form.
  document.addEventListener("change", ({ target }) => {
    if (target.dataset.preview) page.dataset[target.dataset.preview] = target.value;
  });

  // The clock in the return bar: server milliseconds, corrected for a wrong clock here.
  const skew = Number(page.dataset.now) - Date.now();
  const tick = () => all(".return [data-deadline]").forEach((clock) => {
    const seconds = Math.max(0, Math.ceil((Number(clock.dataset.deadline) - Date.now() - skew) / 1000));
    clock.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    clock.parentElement.hidden = false;
  });
  tick();
  setInterval(tick, 500);
})();
