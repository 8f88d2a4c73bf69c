// Runs in a page before anything else: notes when each of `watched` appeared first and last, and when it was tapped
// last, ms since 1970.
(() => {
  const note = { first: {}, last: {}, tapped: {} };
  window.note = note;
  const now = () => performance.timeOrigin + performance.now();
  const noteTap = ({ target }) => {
    for (const selector of window.watched) if (target.closest?.(selector)) note.tapped[selector] = now();
  };
  addEventListener('click', noteTap, true);
  const there = new Set();
  const look = () => {
    for (const selector of window.watched) {
      if (document.querySelector(selector) === null) there.delete(selector);
      else if (!there.has(selector)) {
        there.add(selector);
        note.last[selector] = now();
        note.first[selector] ??= note.last[selector];
      }
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})();
