/** A formula, table or listing wider than its column scrolls; it must then be reachable by keyboard, and only then. */
export function makeFormulasReachable(): void {
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      if (target.scrollWidth > target.clientWidth) target.setAttribute('tabindex', '0');
      else target.removeAttribute('tabindex');
    }
  });
  for (const box of document.querySelectorAll('.math-block, .prose .table-scroll, .prose pre'))
    observer.observe(box);
}
