// Before the first paint: the theme, size and margin that the reader has chosen.
const chosen = localStorage;
try { for (const name of ["tema", "storlek"]) { const value = chosen.getItem(name); if (value) document.documentElement.dataset[name] = value; } } catch { /* Without storage the defaults stand. */ }
