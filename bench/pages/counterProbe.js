// Runs in the counter before anything else: notes when it can be used, the last tap on its button, and when it says "paid", ms since 1970.
(() => {
  const note = { usableAt: 0, tappedAt: 0, paidAt: 0 };
  window.note = note;
  const now = () => performance.timeOrigin + performance.now();
  const noteTap = ({ target }) => {
    if (target.closest?.('.take > .button')) note.tappedAt = now();
  };
  addEventListener('click', noteTap, true);
  let wasPaid = false;
  const check = () => {
    if (note.usableAt === 0 && document.querySelector('.take > .button') !== null) note.usableAt = now();
    const isPaid = document.querySelector('.paid') !== null;
    if (isPaid && !wasPaid) note.paidAt = now();
    wasPaid = isPaid;
    requestAnimationFrame(check);
  };
  requestAnimationFrame(check);
})();
