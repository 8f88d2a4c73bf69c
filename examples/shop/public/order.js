const POLL_MS = 3000;
const order = document.querySelector('[data-order]');

async function checkState() {
  const response = await fetch(`/orders/${order.dataset.order}/state`);
  if (response.ok && (await response.json()).state !== order.dataset.state) location.reload();
}

async function poll() {
  try {
    if (document.visibilityState === 'visible') await checkState();
  } catch {
    // Offline for a moment: the next request shows the state.
  }
  setTimeout(poll, POLL_MS);
}

if (!['paid', 'refunded'].includes(order.dataset.state)) {
  setTimeout(poll, POLL_MS);
  document.addEventListener(
    'visibilitychange',
    () => document.visibilityState === 'visible' && checkState().catch(() => undefined),
  );
  addEventListener('pageshow', (event) => event.persisted && location.reload());
}
