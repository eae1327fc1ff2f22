// Before the first paint: the theme and the size that the reader has chosen.
try {
  for (const name of ["tema", "storlek"]) {
    const chosen = localStorage.getItem(name);
    if (chosen) document.documentElement.dataset[name] = chosen;
  }
} catch {
  // Without storage the defaults stand.
}
