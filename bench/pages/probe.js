// Runs in the page before anything else: notes when the pay button can be pressed, and what the page did until then.
(() => {
  const probe = { usableAt: 0, blockedMs: 0, shift: 0 };
  window.probe = probe;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) probe.blockedMs += Math.max(0, duration - 50);
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) probe.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });

  const findForm = () => {
    const own = document.querySelector('tsena-checkout')?.shadowRoot;
    if (own) return [own.querySelector('input[type=tel]'), own.querySelector('button[type=submit]:not([aria-disabled=true])')];
    return [
      document.querySelector('#pay input[name=phoneNumber]'),
      document.querySelector('#pay .adyen-checkout__button--pay:not(:disabled)'),
    ];
  };
  const look = () => {
    const form = findForm();
    if (form.every((element) => element?.getBoundingClientRect().width > 0)) probe.usableAt = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})();
