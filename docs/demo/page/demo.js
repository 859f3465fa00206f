// The page: a document goes to the converter, and what comes back is shown.
import { convert, load } from "./pagelift/index.js";

// The frame of pages has no more than these: each page brings its fonts and pictures.
const shownPages = 50;
// Places of one rule that are named: the report of a long document has hundreds.
const shownPlaces = 5;

const part = (id) => document.getElementById(id);
const file = part("file");
const drop = part("drop");

const number = (n) => n.toLocaleString("en").replaceAll(",", "\u202f");
const plural = (n, one, many) => `${number(n)} ${n === 1 ? one : many}`;

// element is a new element with a text or with children.
const element = (name, ...children) => {
  const e = document.createElement(name);
  e.append(...children);
  return e;
};

const say = (text) => { part("said").textContent = text; };

const showError = (text) => {
  part("error").hidden = false;
  part("error").textContent = text;
};

// What people can do about an error, by its code; the message of any other is shown as it is.
const advice = {
  invalid_file_format: "This file is no PDF document.",
  invalid_document: "The pages of this document cannot be read.",
  password_required: "The document is encrypted: type its password and convert it again.",
  resource_limit_exceeded: "The document needs more memory or work than is allowed.",
  load_failed: "The converter cannot be loaded. Load the page again.",
};

let going; // the AbortController of the conversion that runs

const showProgress = (what) => (done, total) => {
  part("progress").max = total;
  part("progress").value = done;
  part("doing").textContent = `${what}: ${number(done)} of ${plural(total, "page", "pages")}`;
};

const begin = (what) => {
  part("progress").removeAttribute("value");
  part("doing").textContent = what;
  part("going").hidden = false;
};

const setGoing = (controller) => {
  going = controller;
  for (const id of ["convert", "sample"]) part(id).disabled = Boolean(controller);
  part("cancel").hidden = !controller;
  part("going").hidden = !controller;
};

// run converts a document and shows what it became: first the result, then the pages.
const run = async (bytes, name) => {
  if (going) return;
  const controller = new AbortController();
  const { signal } = controller;
  setGoing(controller);
  part("error").hidden = true;
  part("result").hidden = true;
  const base = name.replace(/\.pdf$/i, "");
  const asked = { name: base, password: part("password").value, self_contained: true, signal };
  try {
    begin("The converter is loaded");
    say("The converter is loaded.");
    await load();
    begin("The document is read");
    say("The document is converted.");
    const began = performance.now();
    const result = await convert(bytes, { ...asked, markdown: true, onProgress: showProgress("Converted") });
    show(result, base, name, performance.now() - began);
    say("The conversion is completed.");
    part("name").focus();

    begin("The pages are drawn");
    const some = result.metadata.pages > shownPages;
    const pages = await convert(bytes, {
      ...asked, preserve_formatting: true, accessibility_check: false,
      ...(some && { pages: [[1, shownPages]] }), onProgress: showProgress("Drawn"),
    });
    part("pages").srcdoc = pages.html;
    part("shown").hidden = !some;
    part("shown").textContent = `The first ${shownPages} of ${number(result.metadata.pages)} pages.`;
  } catch (error) {
    if (signal.aborted) {
      say("The conversion is cancelled.");
    } else {
      showError(advice[error.code] ?? error.message);
      if (error.code === "password_required") {
        part("locked").hidden = false;
        part("password").focus();
      }
    }
  } finally {
    setGoing(undefined);
  }
};

// offer makes a link the download of a text.
const offer = (link, text, type, name) => {
  if (link.href) URL.revokeObjectURL(link.href);
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
};

const show = ({ html, markdown, metadata, report, warnings }, base, name, took) => {
  part("name").textContent = metadata.title || name;
  const facts = [
    ["Pages", number(metadata.pages)],
    ["Words", number(metadata.word_count)],
    ["Language", metadata.language],
    ["Accessibility", `${report.score} of 100`],
    ["Took", `${(took / 1000).toFixed(1)} s`],
  ];
  part("facts").replaceChildren(...facts.filter(([, value]) => value).flatMap(([term, value]) => [element("dt", term), element("dd", value)]));
  offer(part("html"), html, "text/html;charset=utf-8", `${base}.html`);
  offer(part("markdown"), markdown, "text/markdown;charset=utf-8", `${base}.md`);
  part("pages").srcdoc = "";
  part("shown").hidden = true;
  part("preview").srcdoc = html;
  showReport(report);
  part("losses").hidden = warnings.length === 0;
  part("list").replaceChildren(...warnings.map(({ code, page, detail }) =>
    element("li", page ? `Page ${number(page)}: ` : "", element("code", code), ` ${detail}`)));
  part("result").hidden = false;
};

const showReport = ({ score, violations, incomplete }) => {
  const violated = violations.length ? `${plural(violations.length, "rule is", "rules are")} violated.` : "No rule is violated.";
  const open = incomplete.length ? ` ${plural(incomplete.length, "needs", "need")} a person to look.` : "";
  part("verdict").textContent = `${score} of 100. ${violated}${open} It is evidence for a person's review, no verdict.`;
  const outcomes = [["What is violated", violations], ["What a person has to look at", incomplete]];
  part("findings").replaceChildren(...outcomes.filter(([, rules]) => rules.length).flatMap(([outcome, rules]) => [
    element("h4", outcome),
    listOf("findings", rules.map(finding)),
  ]));
};

const listOf = (name, items) => {
  const list = element("ul", ...items);
  list.className = name;
  return list;
};

// finding is a rule with its first places.
const finding = ({ help, level, wcag, count, nodes }) => {
  const criteria = wcag?.length ? `WCAG ${wcag.join(", ")}, level ${level}` : level;
  const hint = element("span", `${criteria}; ${plural(count, "place", "places")}`);
  hint.className = "hint";
  const places = new Set(nodes.map(({ page, message }) => (page ? `Page ${number(page)}: ${message}` : message)));
  const list = listOf("places", [...places].slice(0, shownPlaces).map((place) => element("li", place)));
  return element("li", element("strong", help), " ", hint, ...(places.size ? [list] : []));
};

part("form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const [chosen] = file.files;
  if (chosen) run(new Uint8Array(await chosen.arrayBuffer()), chosen.name);
});

part("sample").addEventListener("click", async () => {
  const answer = await fetch("sample.pdf");
  if (!answer.ok) return showError("The sample cannot be loaded.");
  run(await answer.arrayBuffer(), "sample.pdf");
});

part("cancel").addEventListener("click", () => {
  going?.abort();
  part("file").focus(); // the button is gone
});

file.addEventListener("change", () => {
  part("locked").hidden = true;
  part("password").value = "";
});

drop.addEventListener("dragover", (event) => {
  event.preventDefault();
  drop.classList.add("over");
});
drop.addEventListener("dragleave", () => drop.classList.remove("over"));
drop.addEventListener("drop", (event) => {
  event.preventDefault();
  drop.classList.remove("over");
  if (!event.dataTransfer.files.length) return;
  file.files = event.dataTransfer.files;
  file.dispatchEvent(new Event("change"));
  part("form").requestSubmit();
});

load().catch(() => {}); // ahead of the first document; who converts hears of an error
