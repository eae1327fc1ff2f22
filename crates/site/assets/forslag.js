// @ts-check
// Suggestions under a search box, as a combobox: places of the open document first, then names. The arrow keys choose one; Enter
// without a choice does what the form does.

// In a box with `data-lagg`, a choice becomes a line of the text area of that id.

/** @typedef {{ url: string | null, display: string, label: string | null, status: string, source: string }} Suggestion */

/** What does not apply today says so. @type {Record<string, string>} */
const STATES = { expired: "upphävd", coming: "kommande" };

/** Milliseconds of rest after a key, and letters from which on names are suggested. */
const REST = 150, LETTERS = 2;

/** How many places and how many suggestions in all. */
const PLACES = 4, ALL = 8;

/** @param {string} text @param {number} limit @param {AbortSignal} signal @returns {Promise<Suggestion[]>} */
const ask = async (text, limit, signal) => {
  const answer = await fetch(`/api/v1/suggest?limit=${limit}&q=${encodeURIComponent(text)}`, { signal });
  return answer.ok ? (await answer.json()).suggestions.filter((/** @type {Suggestion} */ found) => found.url) : [];
};

/** What a text may become: places of the open document, then whatever has such a name.
 * @param {string} text @param {HTMLInputElement | null} open @param {AbortSignal} signal */
const find = async (text, open, signal) => {
  const isPlace = /^(§|\d|kap|art|s\.|sid)/i.test(text) && open?.dataset.namn;
  const names = text.length >= LETTERS ? ask(text, ALL, signal) : [];
  const places = isPlace ? ask(`${open?.dataset.namn} ${text}`, PLACES, signal) : [];
  const here = (await places).filter((found) => found.url?.startsWith(open?.value + "#"));
  const others = (await names).filter((found) => here.every((place) => place.url !== found.url));
  return [...here, ...others].slice(0, ALL);
};

/** @param {HTMLInputElement} input @param {number} number */
const suggest = (input, number) => {
  const form = input.form;
  if (!form) return;
  const open = /** @type {HTMLInputElement | null} */ (form.querySelector("input[name=fran]"));
  const list = document.createElement("ul");
  list.id = `forslag-${number}`;
  list.className = "suggestions";
  list.hidden = true;
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", document.body.dataset.forslag ?? "");
  const status = document.createElement("p");
  status.className = "hidden";
  status.setAttribute("role", "status");
  const lines = input.dataset.lagg ? document.getElementById(input.dataset.lagg) : null;
  /** The sources whose documents are suggested; all without them. */
  const sources = input.dataset.kallor?.split(" ");
  (lines ? input.parentElement ?? form : form).append(list, status);
  for (const [name, value] of [["role", "combobox"], ["aria-autocomplete", "list"], ["aria-expanded", "false"], ["aria-controls", list.id]]) {
    input.setAttribute(name, value);
  }
  /** @type {Suggestion[]} */
  let found = [];
  let chosen = -1;
  let timer = 0;
  /** @type {AbortController | undefined} */
  let asked;

  const close = () => {
    clearTimeout(timer);
    asked?.abort();
    found = [];
    chosen = -1;
    list.hidden = true;
    list.replaceChildren();
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  };
  /** @param {number} at */
  const choose = (at) => {
    chosen = at;
    [...list.children].forEach((option, place) => option.setAttribute("aria-selected", String(place === at)));
    const option = list.children[at];
    if (option) {
      input.setAttribute("aria-activedescendant", option.id);
      option.scrollIntoView({ block: "nearest" });
    } else input.removeAttribute("aria-activedescendant");
  };
  const show = () => {
    list.replaceChildren(...found.map((suggestion, at) => {
      const option = document.createElement("li");
      option.id = `${list.id}-${at}`;
      option.setAttribute("role", "option");
      option.setAttribute("aria-selected", "false");
      const name = document.createElement("span");
      name.textContent = suggestion.display;
      option.append(name);
      if (suggestion.label && !suggestion.display.includes(suggestion.label)) {
        const label = document.createElement("span");
        label.textContent = suggestion.label;
        option.append(" ", label);
      }
      const state = STATES[suggestion.status];
      if (state) {
        const mark = document.createElement("span");
        mark.textContent = state;
        option.append(" ", mark);
      }
      return option;
    }));
    chosen = -1;
    list.hidden = found.length === 0;
    input.setAttribute("aria-expanded", String(found.length > 0));
    input.removeAttribute("aria-activedescendant");
    status.textContent = `${found.length} ${document.body.dataset.forslag}`;
  };
  const renew = async () => {
    asked?.abort();
    asked = new AbortController();
    try {
      found = await find(input.value.trim(), open, asked.signal);
      if (sources) found = found.filter((suggestion) => sources.includes(suggestion.source));
    } catch { return; }
    if (document.activeElement === input) show();
  };
  /** @param {number} at */
  const follow = (at) => {
    const url = found[at]?.url;
    if (url && lines instanceof HTMLTextAreaElement) {
      const before = lines.value.trimEnd();
      lines.value = `${before ? before + "\n" : ""}${decodeURIComponent(url.slice(1))}\t${found[at].display}\n`;
      lines.scrollTop = lines.scrollHeight;
      input.value = "";
      close();
      return;
    }
    // A path of this site, and never another host. Browsers leave out tabs and line ends.
    if (url && /^\/(?![/\\])/.test(url.replace(/[\t\n\r]/g, ""))) location.assign(url);
    close();
  };

  input.addEventListener("input", () => {
    clearTimeout(timer);
    if (input.value.trim()) timer = window.setTimeout(renew, REST);
    else close();
  });
  input.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if (event.key === "Escape" && !list.hidden) {
      event.preventDefault();
      close();
    } else if (event.key === "Enter" && chosen >= 0) {
      event.preventDefault();
      follow(chosen);
    } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && found.length > 0) {
      event.preventDefault();
      // One step beyond either end is the text itself.
      const step = event.key === "ArrowDown" ? 1 : -1;
      choose(((chosen + 1 + step + found.length + 1) % (found.length + 1)) - 1);
    }
  });
  input.addEventListener("blur", close);
  // The box keeps the focus while an option is pressed.
  list.addEventListener("pointerdown", (event) => event.preventDefault());
  list.addEventListener("click", (event) => {
    const option = event.target instanceof Element ? event.target.closest("[role=option]") : null;
    if (option) follow([...list.children].indexOf(option));
  });
};

document.querySelectorAll('form[action="/till"] input[name=q], input[data-lagg]').forEach((input, number) => {
  if (input instanceof HTMLInputElement) suggest(input, number);
});
