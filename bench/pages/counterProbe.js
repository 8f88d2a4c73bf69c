// Runs in the dashboard before anything else: notes when the counter turns into "paid", ms since 1970.
(() => {
  const note = { paidAt: 0 };
  window.note = note;
  new MutationObserver(() => {
    const isPaid = document.querySelector('.counter[data-paid=true] .paid') !== null;
    if (!isPaid) note.paidAt = 0;
    else if (note.paidAt === 0) note.paidAt = performance.timeOrigin + performance.now();
  }).observe(document, { subtree: true, childList: true, attributes: true });
})();
