// Before the first paint: the theme, the size and the margin that the reader has chosen, and the fonts on a small screen that has fetched
// them (las.js).
try {
  for (const name of ["tema", "storlek", "marginal", "stycken"]) {
    const chosen = localStorage.getItem(name);
    if (chosen) document.documentElement.dataset[name] = chosen;
  }
  /** @type {NodeListOf<HTMLLinkElement>} */
  const fonts = document.querySelectorAll("link[as=font]");
  if (fonts[0] && localStorage.getItem("typsnitt") === fonts[0].href) {
    document.documentElement.dataset.typsnitt = "";
    for (const font of fonts) font.media = "all";
  }
} catch {
  // Without storage the defaults stand.
}
