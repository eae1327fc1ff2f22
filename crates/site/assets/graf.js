// @ts-check
// A graph: what a document is connected with stands out when it is pointed at, and the picture moves with the pointer.

for (const picture of document.querySelectorAll(".picture")) {
  if (!(picture instanceof HTMLElement)) continue;
  const drawing = picture.querySelector("svg");
  const nodes = [...picture.querySelectorAll(".nodes a")];
  const lines = /** @type {SVGElement[]} */ ([...picture.querySelectorAll(".lines path")]);

  /** @param {Element | null} node */
  const focus = (node) => {
    const own = node instanceof SVGElement ? node.dataset.n : undefined;
    const near = new Set([own]);
    for (const line of lines) {
      const { a, b } = line.dataset;
      const isOwn = own !== undefined && (a === own || b === own);
      line.classList.toggle("lit", isOwn);
      if (isOwn) near.add(a).add(b);
    }
    for (const other of nodes) {
      other.classList.toggle("lit", own !== undefined && other instanceof SVGElement && near.has(other.dataset.n));
    }
    drawing?.classList.toggle("focused", own !== undefined);
  };
  /** @param {Event} event */
  const node = (event) => (event.target instanceof Element ? event.target.closest(".nodes a") : null);
  picture.addEventListener("pointerover", (event) => focus(node(event)));
  picture.addEventListener("pointerleave", () => focus(null));
  picture.addEventListener("focusin", (event) => focus(node(event)));
  picture.addEventListener("focusout", () => focus(null));

  // Dragging moves the picture; a touch scrolls it already.
  let from = 0;
  let moved = false;
  picture.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "mouse" || event.button !== 0) return;
    from = event.clientX + picture.scrollLeft;
    moved = false;
    const move = (/** @type {PointerEvent} */ at) => {
      moved ||= Math.abs(from - picture.scrollLeft - at.clientX) > 4;
      picture.scrollLeft = from - at.clientX;
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", () => removeEventListener("pointermove", move), { once: true });
  });
  picture.addEventListener("dragstart", (event) => event.preventDefault());
  picture.addEventListener("click", (event) => { if (moved) event.preventDefault(); }, true);
}
