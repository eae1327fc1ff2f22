// @ts-check
// What makes the ways of a reader shorter: previews of links, keys, preferences. Every page works without it.

/** A value that the reader has chosen. @param {string} name */
export const chosen = (name) => {
  try { return localStorage.getItem(name) ?? ""; } catch { return ""; }
};

/** @param {string} name @param {string} value */
export const choose = (name, value) => {
  try { value ? localStorage.setItem(name, value) : localStorage.removeItem(name); } catch { /* It lasts for this page. */ }
  if (value) document.documentElement.dataset[name] = value;
  else delete document.documentElement.dataset[name];
};

/** An element with text. @param {string} tag @param {string} text */
export const element = (tag, text) => {
  const made = document.createElement(tag);
  made.textContent = text;
  return made;
};

// Previews of links in texts, after a rest of the pointer or of the keyboard's focus.
const card = element("div", "");
card.className = "card";
card.id = "kort";
card.setAttribute("role", "tooltip");
card.hidden = true;
document.body.append(card);
/** @type {AbortController | undefined} */
let asked;
let timer = 0;
/** @type {Element | undefined} */
let owner;

const hide = () => {
  clearTimeout(timer);
  asked?.abort();
  card.hidden = true;
  owner?.removeAttribute("aria-describedby");
};

/** The citing sentence, with the citation marked. @param {{ html: string } | null | undefined} context */
const said = (context) => {
  if (!context) return null;
  // Escaped text with <em>: taken apart, so that no markup of an answer is ever used as it stands.
  const parts = new DOMParser().parseFromString(context.html, "text/html").body.childNodes;
  const sentence = element("span", "");
  for (const part of parts) sentence.append(part.nodeName === "EM" ? element("em", part.textContent ?? "") : part.textContent ?? "");
  return sentence;
};

/** @param {HTMLAnchorElement} link */
const show = async (link) => {
  asked?.abort();
  asked = new AbortController();
  const question = new URLSearchParams({ uri: decodeURIComponent(link.pathname + link.hash) });
  // A decision in a note: what it says of the provision.
  const about = link.closest(".note") && new URL(link.href).searchParams.get("om");
  if (about) {
    question.set("uri", decodeURIComponent(link.pathname));
    question.set("about", about);
  }
  let found;
  try {
    const answer = await fetch(`/api/v1/card?${question}`, { signal: asked.signal });
    if (!answer.ok) return;
    found = await answer.json();
  } catch { return; }
  card.replaceChildren(element("strong", found.citation), said(found.context) ?? element("span", found.snippet ?? found.title ?? ""));
  card.hidden = false;
  const at = link.getBoundingClientRect();
  const below = at.bottom + card.offsetHeight + 8 < innerHeight;
  const left = Math.max(8, Math.min(at.left, document.documentElement.clientWidth - card.offsetWidth - 8));
  card.style.left = left + scrollX + "px";
  card.style.top = (below ? at.bottom + 4 : at.top - card.offsetHeight - 4) + scrollY + "px";
  owner = link;
  link.setAttribute("aria-describedby", card.id);
};

/** @param {Event} event @param {number} rest */
const approach = (event, rest) => {
  const link = event.target instanceof Element ? event.target.closest(".text a[href]:not(.num, .sid)") : null;
  if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin) return;
  if (link.closest(".note") && !link.search.includes("om=")) return;
  clearTimeout(timer);
  timer = window.setTimeout(() => show(link), rest);
};
if (matchMedia("(hover: hover)").matches) {
  document.addEventListener("pointerover", (event) => {
    if (card.contains(/** @type {Node} */ (event.target))) return;
    if (!card.hidden || timer) hide();
    approach(event, 300);
  });
}
document.addEventListener("focusin", (event) => { hide(); approach(event, 600); });

// Keys. One preference turns them off.
/** @param {number} step */
const move = (step) => {
  const provisions = [...document.querySelectorAll(".text > .b > .p")];
  const line = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) + 8;
  // A jump to a provision leaves room for the heading above it.
  const top = (/** @type {Element} */ provision) =>
    provision.getBoundingClientRect().top - parseFloat(getComputedStyle(provision).scrollMarginTop);
  const next = step > 0
    ? provisions.find((provision) => top(provision) > line + 4)
    : provisions.findLast((provision) => top(provision) < line - 12);
  if (!(next instanceof HTMLElement)) return;
  next.scrollIntoView();
  // The place in view is the one that is cited, and where a screen reader goes on reading.
  const place = next.id || next.querySelector("[id]:not(a)")?.id;
  if (place) history.replaceState(history.state, "", `#${encodeURIComponent(place)}`);
  next.tabIndex = -1;
  next.focus({ preventScroll: true });
};
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") return hide();
  const typing = event.target instanceof Element && event.target.closest("input, select, textarea");
  if (typing || event.ctrlKey || event.metaKey || event.altKey || chosen("genvagar") === "av") return;
  const cite = document.querySelector("#citera");
  if (event.key === "/") {
    event.preventDefault();
    /** @type {HTMLInputElement | null} */ (document.querySelector("input[type=search]"))?.focus();
  } else if (event.key === "?") /** @type {HTMLElement | null} */ (document.querySelector("#tangenter"))?.showPopover?.();
  else if (event.key === "j") move(1);
  else if (event.key === "k") move(-1);
  else if (event.key === "c" && cite instanceof HTMLDetailsElement) {
    // The page of a document cites the place that is selected; without one the forms of the document stand on the page.
    if (!document.dispatchEvent(new CustomEvent("citera", { cancelable: true }))) return;
    cite.open = true;
    cite.scrollIntoView();
  }
});

// Preferences, on their page. A page that the browser kept is shown as chosen since.
const PREFERENCES = ["tema", "storlek", "marginal", "stycken"];
addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  for (const name of PREFERENCES) choose(name, chosen(name));
  document.dispatchEvent(new Event("val"));
});
const taste = document.querySelector("#val");
if (taste instanceof HTMLElement) {
  taste.hidden = false;
  for (const field of taste.querySelectorAll("select")) {
    field.value = chosen(field.name);
    field.addEventListener("change", () => choose(field.name, field.value));
  }
}

// A small screen is mostly on a slow network. Its first page is shown without our fonts, which would delay it, and the fonts are fetched
// for the pages that follow.
/** @type {NodeListOf<HTMLLinkElement>} */
const fonts = document.querySelectorAll("link[as=font]");
const saves = /** @type {any} */ (navigator).connection?.saveData;
if (fonts[0] && !matchMedia(fonts[0].media).matches && !saves) {
  addEventListener("load", async () => {
    try {
      await Promise.all([...fonts].map(async (font) => (await fetch(font.href)).arrayBuffer()));
      localStorage.setItem("typsnitt", fonts[0].href);
    } catch { /* The next page tries again. */ }
  });
}
