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

  const findForms = () => {
    const own = document.querySelector('tsena-checkout')?.shadowRoot;
    return [
      [own?.querySelector('input[type=tel]'), own?.querySelector('button[type=submit]:not([aria-disabled=true])')],
      // The hosted page, before the widget takes the place of its form.
      [document.querySelector('#msisdn'), document.querySelector('#msisdn')?.form.querySelector('button')],
      [document.querySelector('#pay input[name=phoneNumber]'), document.querySelector('#pay .adyen-checkout__button--pay:not(:disabled)')],
    ];
  };
  const look = () => {
    const isThere = (form) => form.every((element) => element?.getBoundingClientRect().width > 0);
    if (findForms().some(isThere)) probe.usableAt = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})();
