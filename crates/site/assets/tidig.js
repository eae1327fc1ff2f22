// Before the first paint: the theme, the size and the margin that the reader has chosen.
try {
  for (const name of ["tema", "storlek", "marginal", "stycken"]) {
    const chosen = localStorage.getItem(name);
    if (chosen) document.documentElement.dataset[name] = chosen;
  }
} catch {
  // Without storage the defaults stand.
}
