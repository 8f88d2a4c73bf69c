// Runs in the page before anything else: notes when the pay button can be pressed, when the order is shown too, and
// what the page did until then.
(() => {
  const probe = { usableAt: 0, readyAt: 0, blockedMs: 0, shift: 0 };
  window.probe = probe;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) probe.blockedMs += Math.max(0, duration - 50);
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) probe.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });

  const findOwn = () => document.querySelector('tsena-checkout')?.shadowRoot;
  const findForms = () => {
    const own = findOwn();
    return [
      [own?.querySelector('input[type=tel]'), own?.querySelector('button[type=submit]:not([aria-disabled=true])')],
      // The form in the shop's HTML, before the element takes its place.
      [
        document.querySelector('tsena-checkout > form input[type=tel]'),
        document.querySelector('tsena-checkout > form button'),
      ],
      // The hosted page.
      [document.querySelector('main #field'), document.querySelector('main form button')],
      [document.querySelector('#msisdn'), document.querySelector('#msisdn')?.form.querySelector('button')],
      [
        document.querySelector('#pay input[name=phoneNumber]'),
        document.querySelector('#pay .adyen-checkout__button--pay:not(:disabled)'),
      ],
    ];
  };
  const look = () => {
    const isThere = (form) => form.every((element) => element?.getBoundingClientRect().width > 0);
    if (probe.usableAt === 0 && findForms().some(isThere)) probe.usableAt = performance.now();
    // Ours shows the order after the button.
    const merchant = findOwn()?.querySelector('header p:not(.amount)')?.textContent;
    if (probe.usableAt > 0 && (findOwn() === undefined || merchant)) probe.readyAt = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})();
