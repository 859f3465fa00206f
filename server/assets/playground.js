// Shows the document that was chosen beside its result: it stays in the browser, as the
// service deletes it once it is converted. Without this script everything else works.
"use strict";
(() => {
  const forms = document.querySelectorAll("form[data-playground]");
  if (!forms.length || !window.FormData || !window.fetch) return;
  const form = forms[0];
  const file = form.querySelector("input[type=file]");
  const drop = form.querySelector("[data-drop]");
  const result = document.querySelector("#result");
  const error = form.querySelector("[data-error]");

  drop.addEventListener("dragover", (e) => { e.preventDefault(); drop.classList.add("over"); });
  drop.addEventListener("dragleave", () => drop.classList.remove("over"));
  drop.addEventListener("drop", (e) => {
    e.preventDefault();
    drop.classList.remove("over");
    if (e.dataTransfer.files.length) file.files = e.dataTransfer.files;
  });

  const fail = (text) => { error.hidden = false; error.textContent = text; result.removeAttribute("aria-busy"); };

  const watch = async (address) => {
    for (;;) {
      const answer = await fetch(address.replace("?", "/state?"));
      if (!answer.ok) return fail("The result cannot be fetched. Try again.");
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const state = page.querySelector("[data-final]");
      result.replaceChildren(...page.body.childNodes);
      if (state && state.dataset.final === "true") break;
      await new Promise((next) => setTimeout(next, 1000));
    }
    result.removeAttribute("aria-busy");
    const original = result.querySelector("[data-original]");
    if (original && original.hidden && file.files.length) {
      const frame = document.createElement("iframe");
      frame.className = "preview";
      frame.title = "The PDF document";
      frame.src = URL.createObjectURL(file.files[0]);
      original.append(frame);
      original.hidden = false;
    }
  };

  // The form that the frame shows is the current one of its list.
  result.addEventListener("click", (e) => {
    const link = e.target.closest("[data-forms] a");
    if (!link) return;
    for (const a of link.closest("[data-forms]").querySelectorAll("a")) a.removeAttribute("aria-current");
    link.setAttribute("aria-current", "true");
  });

  const send = async (e) => {
    e.preventDefault();
    const sent = e.currentTarget;
    error.hidden = true;
    result.setAttribute("aria-busy", "true");
    try {
      const answer = await fetch(sent.action, { method: "POST", body: new FormData(sent) });
      if (answer.redirected) return await watch(answer.url);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const told = page.querySelector("[data-error]:not([hidden]), main .card p");
      fail(told ? told.textContent : "The document was not taken.");
    } catch {
      fail("The service cannot be reached.");
    }
  };
  for (const f of forms) f.addEventListener("submit", send);

  // The page of a conversion that goes on was opened by its address.
  if (result.querySelector('[data-final="false"]')) watch(location.href).catch(() => fail("The service cannot be reached."));
})();
