// Runs in the dashboard before anything else: notes when today's figure is there, ms since the start of the navigation.
(() => {
  const note = { figureAt: 0 };
  window.note = note;
  const check = () => {
    if (document.querySelector('.today .total') !== null) note.figureAt = performance.now();
    else requestAnimationFrame(check);
  };
  requestAnimationFrame(check);
})();
