// Without this script the lists of pages lead everywhere, and everything can be reached.
"use strict";

// What scrolls in a box of its own is a stop for the keyboard; what fits need not be one.
(() => {
  const boxes = document.querySelectorAll("pre, .scroll");
  const fit = () => {
    for (const box of boxes) {
      if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
      else box.removeAttribute("tabindex");
    }
  };
  fit();
  addEventListener("resize", fit);
})();

// Looks for words in the documentation.
(() => {
  const form = document.querySelector("form.search");
  const field = form.querySelector("input");
  const said = document.querySelector("#found [role=status]");
  const list = document.querySelector("#found ol");
  const most = 20; // places that are shown
  const mostOfPage = 6; // and those of one page
  let sections; // a promise of all, once somebody looks for something

  const load = async () => {
    const answer = await fetch("/docs/search.json");
    if (!answer.ok) throw new Error(answer.statusText);
    return (await answer.json()).map(([address, page, heading, words]) =>
      ({ address, page, heading, title: ` ${page} ${heading}`.toLowerCase(), words: ` ${words}`.toLowerCase() }));
  };

  // How a text has a word: as one of its words begins, inside of one, or not. Two letters are inside of many.
  const has = (text, word, begins, inside) =>
    text.includes(" " + word) ? begins : word.length > 2 && text.includes(word) ? inside : 0;

  // A word counts more in a heading. All have to be found.
  const weight = (section, words) => {
    let sum = 0;
    for (const word of words) {
      const w = Math.max(has(section.title, word, 12, 6), has(section.words, word, 3, 1));
      if (!w) return 0;
      sum += w;
    }
    return sum;
  };

  const show = (results) => {
    list.replaceChildren(...results.map((s) => {
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = s.address;
      link.textContent = s.heading || s.page;
      item.append(link);
      if (s.heading) {
        const page = document.createElement("span");
        page.textContent = " – " + s.page;
        item.append(page);
      }
      return item;
    }));
  };

  const search = async () => {
    const words = field.value.toLowerCase().match(/[\p{L}\p{N}]+/gu) || [];
    const meant = words.filter((w) => w.length > 1 || /\d/.test(w));
    if (!meant.length) {
      said.textContent = "";
      return show([]);
    }
    const asked = field.value;
    try {
      const all = await (sections ||= load());
      if (asked !== field.value) return; // somebody has typed on
      const results = all.map((s) => [weight(s, meant), s]).filter(([w]) => w).sort((a, b) => b[0] - a[0]).map(([, s]) => s);
      const shown = {}; // places by their page
      const best = results.filter((s) => (shown[s.page] = (shown[s.page] || 0) + 1) <= mostOfPage).slice(0, most);
      show(best);
      said.textContent = !results.length ? "Nothing was found." :
        best.length < results.length ? `The best ${best.length} of ${results.length} places` :
        results.length === 1 ? "1 place" : `${results.length} places`;
    } catch {
      sections = undefined; // the next letter tries again
      said.textContent = "The index cannot be fetched.";
    }
  };

  form.hidden = false;
  field.addEventListener("input", search);
  field.addEventListener("keydown", (e) => {
    if (e.key !== "Escape") return;
    field.value = "";
    search();
  });
  form.addEventListener("submit", (e) => {
    e.preventDefault();
    const first = list.querySelector("a");
    if (first) first.focus();
  });
  list.addEventListener("click", (e) => {
    if (!e.target.closest("a")) return;
    field.value = ""; // the place may be on this page
    search();
  });
})();
