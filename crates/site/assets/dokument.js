// @ts-check
// The page of a document: citing what is selected, steps between marked words, the range of lydelser, the printed page in the margin.

import { choose, chosen, element } from "./las.js";

const text = /** @type {HTMLElement} */ (document.querySelector(".text"));

// Citera: the forms of the place that is selected, else of the one that the address names.
const dialog = /** @type {HTMLDialogElement | null} */ (document.querySelector("#citat"));
const button = /** @type {HTMLButtonElement | null} */ (document.querySelector(".cite-this"));

/** The anchor of the innermost place that holds the whole selection. */
const selected = () => {
  const selection = getSelection();
  if (!selection || selection.isCollapsed || !selection.rangeCount) return "";
  const node = selection.getRangeAt(0).commonAncestorContainer;
  const within = node instanceof Element ? node : node.parentElement;
  if (!within || !text.contains(within) || within.closest(".note")) return "";
  const place = within.closest("[id]:not(a, h1, h2, h3, h4, h5, h6)");
  return place && text.contains(place) ? place.id : "";
};

/** @param {string} words */
const copy = (words) => {
  const made = element("button", dialog?.dataset.kopiera ?? "");
  made.setAttribute("type", "button");
  made.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(words);
      made.textContent = dialog?.dataset.kopierat ?? "";
    } catch { /* The words can be selected. */ }
  });
  return made;
};

/** @param {string} anchor */
const cite = async (anchor) => {
  const forms = dialog?.querySelector("dl");
  const path = /** @type {HTMLInputElement | null} */ (document.querySelector("input[name=fran]"))?.value;
  if (!dialog || !forms || !path) return;
  let found;
  try {
    const answer = await fetch("/api/v1/card?uri=" + encodeURIComponent(`${path}#${anchor}`));
    if (!answer.ok) return;
    found = await answer.json();
  } catch { return; }
  const link = `${location.origin}${location.pathname}#${encodeURIComponent(anchor)}`;
  const words = dialog.dataset;
  /** @type {[string, string][]} */
  const rows = found.forms.map((/** @type {{form: string, citation: string}} */ form) =>
    [words[form.form] ?? form.form, form.citation + (words.anmarkning ?? "")]);
  const quote = (getSelection()?.toString() ?? "").replace(/\s+/g, " ").trim();
  if (quote && quote.length <= 1000 && rows[0]) {
    const today = new Date().toLocaleDateString("sv-SE");
    rows.push([words.citat ?? "", `”${quote}” (${found.forms[0].citation}${words.anmarkning || words.lydelse}, ${words.last} ${today})`]);
  }
  rows.push([words.lank ?? "", link]);
  forms.replaceChildren(...rows.flatMap(([name, citation]) => {
    const shown = element("dd", "");
    shown.append(element("span", citation), " ", copy(citation));
    return [element("dt", name), shown];
  }));
  dialog.showModal();
};

let rest = 0;
document.addEventListener("selectionchange", () => {
  clearTimeout(rest);
  rest = window.setTimeout(() => {
    if (!button) return;
    const anchor = selected();
    button.hidden = !anchor;
    if (!anchor) return;
    const at = getSelection()?.getRangeAt(0).getBoundingClientRect();
    if (!at) return;
    button.style.left = Math.max(8, Math.min(at.right, document.documentElement.clientWidth - 96)) + scrollX + "px";
    button.style.top = at.bottom + 6 + scrollY + "px";
  }, 250);
});
button?.addEventListener("pointerdown", (event) => event.preventDefault());
button?.addEventListener("click", () => cite(selected()));
document.addEventListener("citera", (event) => {
  const anchor = selected() || shown();
  if (!anchor || !document.getElementById(anchor)?.closest(".text")) return;
  event.preventDefault();
  cite(anchor);
});

// Where the reader is: a line under the header, and a mark in the contents, which follow.
const blocks = /** @type {HTMLElement[]} */ ([...text.querySelectorAll(":scope > .b")]);
const running = /** @type {HTMLElement | null} */ (document.querySelector(".running"));
const contents = /** @type {HTMLElement | null} */ (document.querySelector(".contents"));
const order = new Map(blocks.map((block, at) => [/** @type {Element | null} */ (block), at]));
const headings = [...contents?.querySelectorAll("a") ?? []].map((link) => {
  const place = document.getElementById(decodeURIComponent(link.hash.slice(1)));
  return { link, place, at: order.get(place?.closest(".b") ?? null) ?? -1, level: Number(link.parentElement?.className.slice(1)) };
});
/** How far down the text begins that a reader sees. */
const line = () => parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) + 10;

/** The last block that begins above a line; only blocks are measured, which have a height before they are laid out. @param {number} edge */
const blockAt = (edge) => {
  let low = 0, high = blocks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (blocks[middle].getBoundingClientRect().top <= edge) low = middle + 1;
    else high = middle;
  }
  return low - 1;
};

/** The place in view: that of the address, if it is seen, else the provision under the header. */
const shown = () => {
  const hash = decodeURIComponent(location.hash.slice(1));
  const named = hash ? document.getElementById(hash)?.getBoundingClientRect() : undefined;
  if (named && named.bottom > 0 && named.top < innerHeight) return hash;
  const provisions = blocks[Math.max(0, blockAt(line()))]?.querySelectorAll(":scope > .p[id]") ?? [];
  return [...provisions].find((place) => place.getBoundingClientRect().bottom > line())?.id ?? hash;
};

/** @type {HTMLElement | undefined} */
let marked;
const follow = () => {
  if (!running) return;
  // A heading counts that a jump to the provision under it shows.
  const edge = line() * 1.75, block = blockAt(edge);
  const above = headings.filter(({ at, place }) =>
    at >= 0 && (at < block || (at === block && place && place.getBoundingClientRect().top <= edge)));
  const here = above.at(-1);
  const outer = above.findLast(({ level }) => here && level < here.level);
  running.hidden = !here;
  running.textContent = [running.dataset.namn, outer?.link.textContent, here?.link.textContent].filter(Boolean).join(" › ");
  if (marked === here?.link) return;
  marked?.removeAttribute("aria-current");
  marked = here?.link;
  marked?.setAttribute("aria-current", "true");
  if (marked && contents && getComputedStyle(contents).position === "sticky") {
    const top = marked.offsetTop;
    if (top < contents.scrollTop || top > contents.scrollTop + contents.clientHeight - 48) contents.scrollTop = top - contents.clientHeight / 3;
  }
};
let soon = 0;
addEventListener("scroll", () => { soon ||= window.setTimeout(() => { soon = 0; follow(); reached = atLine(); }, 120); }, { passive: true });
follow();

// The place is kept over a reload, a way back and a turned phone: pixels, which a browser keeps, are another place in another font or
// width.
/** The last element with an id that begins above the line, and how far down it begins. */
const atLine = () => {
  const edge = line(), block = blocks[Math.max(0, blockAt(edge))];
  const place = [...block?.querySelectorAll("[id]") ?? []].findLast((found) => found.getBoundingClientRect().top <= edge);
  return place && { id: place.id, top: place.getBoundingClientRect().top };
};
let reached = atLine();
/** Scrolls until the element is there: the blocks above it get their heights meanwhile. @param {{ id: string, top: number }} to */
const scrollBack = (to, frames = 10) => {
  const top = document.getElementById(to.id)?.getBoundingClientRect().top;
  if (top === undefined) return;
  if (Math.abs(top - to.top) > 1) scrollBy({ top: top - to.top, behavior: "instant" });
  if (frames > 1) requestAnimationFrame(() => scrollBack(to, frames - 1));
};
const kept = "plats " + location.pathname + location.search;
const way = /** @type {PerformanceNavigationTiming | undefined} */ (performance.getEntriesByType("navigation")[0])?.type;
try {
  const to = JSON.parse(sessionStorage.getItem(kept) ?? "null");
  if (to?.hash === location.hash && (way === "reload" || way === "back_forward")) {
    history.scrollRestoration = "manual";
    scrollBack(to);
    document.fonts.ready.then(() => scrollBack(to));
  }
  addEventListener("pagehide", () => {
    const at = atLine();
    if (at) sessionStorage.setItem(kept, JSON.stringify({ ...at, hash: location.hash }));
  });
} catch { /* Without storage the browser's place stands. */ }
// A list of citers leads to the printed page of a citation, whose mark may stand below the window.
const printed = way === "navigate" && location.hash.startsWith("#sid") ? document.getElementById(location.hash.slice(1)) : null;
const onward = [...text.querySelectorAll(".sid, a.here")];
const next = printed && onward.find((one) => printed.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING);
if (next?.matches("a.here") && next.getBoundingClientRect().bottom > innerHeight) scrollBack({ id: next.id, top: innerHeight / 3 });
let width = innerWidth;
addEventListener("resize", () => {
  if (innerWidth === width) return;
  width = innerWidth;
  if (reached) scrollBack(reached);
});

// Steps between marked words.
const marks = [...text.querySelectorAll("mark")];
const steps = /** @type {HTMLElement | null} */ (document.querySelector(".steps"));
if (steps && marks.length > 1) {
  let at = -1;
  steps.hidden = false;
  steps.addEventListener("click", (event) => {
    const step = event.target instanceof HTMLElement ? Number(event.target.dataset.steg) : 0;
    if (!step) return;
    marks[at]?.classList.remove("here");
    at = (at + step + marks.length) % marks.length;
    marks[at].classList.add("here");
    marks[at].scrollIntoView({ block: "center" });
  });
}

// The range of lydelser goes to one when it is let go.
const range = /** @type {HTMLInputElement | null} */ (document.querySelector("#lydelser input[type=range]"));
const lydelser = /** @type {HTMLAnchorElement[]} */ ([...document.querySelectorAll(".versions a")].reverse());
if (range && lydelser.length > 1) {
  const shown = lydelser.findIndex((link) => link.hasAttribute("aria-current"));
  range.max = String(lydelser.length - 1);
  range.value = String(shown < 0 ? lydelser.length - 1 : shown);
  const tell = () => {
    const row = lydelser[Number(range.value)]?.closest("li");
    const words = [...(row?.children ?? [])].map((part) => part.textContent).join(", ");
    range.setAttribute("aria-valuetext", words);
    const output = document.querySelector("#lydelser output");
    if (output) output.textContent = words;
  };
  tell();
  range.addEventListener("input", tell);
  range.addEventListener("change", () => location.assign(lydelser[Number(range.value)].href));
  const box = range.closest("p");
  if (box) box.hidden = false;
}

// The printed page in view, beside the text of a wide window.
const switcher = /** @type {HTMLButtonElement | null} */ (document.querySelector(".sheet-switch"));
const pages = /** @type {HTMLAnchorElement[]} */ ([...text.querySelectorAll("a.sid[href]")]);
if (switcher && pages.length > 0) {
  const wide = matchMedia("(min-width: 80rem)");
  const sheet = document.createElement("a");
  sheet.className = "beside-sheet";
  const picture = document.createElement("img");
  sheet.append(picture);
  text.after(sheet);
  let timer = 0;

  /** The last page that begins above the middle of the window. Only blocks in view are measured. */
  const inView = () => {
    const line = innerHeight / 2;
    let found = pages[0];
    for (const page of pages) {
      const block = page.closest(".b");
      const top = block?.getBoundingClientRect().top ?? 0;
      if (top > line) break;
      const isAbove = (block?.getBoundingClientRect().bottom ?? 0) < 0;
      if (isAbove || page.getBoundingClientRect().top <= line) found = page;
      else break;
    }
    return found;
  };
  const show = () => {
    if (sheet.hidden) return;
    const page = inView();
    if (sheet.href === page.href) return;
    sheet.href = page.href;
    picture.src = `${switcher.dataset.bild}${page.id.slice(3)}`;
    picture.alt = page.dataset.s ?? "";
  };
  const set = () => {
    const on = chosen("marginal") === "sida" && wide.matches;
    sheet.hidden = !on;
    switcher.hidden = !wide.matches;
    switcher.setAttribute("aria-pressed", String(on));
    show();
  };
  switcher.addEventListener("click", () => {
    choose("marginal", chosen("marginal") === "sida" ? "" : "sida");
    set();
  });
  wide.addEventListener("change", set);
  document.addEventListener("val", set);
  addEventListener("scroll", () => {
    clearTimeout(timer);
    timer = window.setTimeout(show, 250);
  }, { passive: true });
  set();
}
