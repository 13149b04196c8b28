// What is pressed goes to the server press after press, each with what was raised and asked when it was made. "Tichu"
// and at once a card are two presses, however slow the line; a double click is one.
"use strict";
(() => {
  const T = window.tichu;
  let presses = []; // for one decision; the first is under way

  const isSame = (press, other) => press.id === other.id && press.text === other.text;
  const send = async (press) => {
    const source = document.createElement("i"); // of its own: htmx would let two requests of one key wait or drop
    source.hidden = true;
    (press.id === "typed" ? press.elt : T.root).append(source);
    let isDone = false;
    source.addEventListener("htmx:afterRequest", ({ detail }) => { // a refusal is swapped in, and no fault to htmx
      isDone = detail.successful && detail.xhr.status < 400;
    });
    await htmx.ajax("POST", press.path, { source, swap: "none", values: press.values }).catch(() => {});
    source.remove();
    if (presses[0] !== press) return;
    presses.shift();
    if (!isDone) presses = []; // the later ones were made for a table where this one counted
    if (presses.length) send(presses[0]);
  };

  document.addEventListener("htmx:confirm", (event) => {
    const { elt, path } = event.detail;
    if (!elt.matches("#keys .key, #typed")) return;
    event.preventDefault();
    const values = new FormData();
    htmx.values(elt, "post").forEach((value, name) => values.append(name, value));
    if (T.confirming) values.append("confirm", "1");
    T.confirming = false;
    const decision = T.root.querySelector('#keys input[name="decision"]')?.value;
    const press = { elt, id: elt.id, path, values, decision, text: values.get("text") };
    if (presses[0]?.decision !== decision) presses = []; // the table has gone on: they were heard
    if (presses.some((other) => isSame(press, other))) return;
    presses.push(press);
    if (presses.length === 1) send(press);
  });
})();
