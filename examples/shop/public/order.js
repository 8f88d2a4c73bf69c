const POLL_MS = 3000;
const order = document.querySelector('[data-order]');

async function look() {
  const response = await fetch(`/orders/${order.dataset.order}/state`);
  if (response.ok && (await response.json()).state !== order.dataset.state) location.reload();
}

async function follow() {
  try {
    if (document.visibilityState === 'visible') await look();
  } catch {
    // Offline for a moment: the next look will tell.
  }
  setTimeout(follow, POLL_MS);
}

if (order.dataset.state !== 'paid') {
  setTimeout(follow, POLL_MS);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && look().catch(() => undefined));
  addEventListener('pageshow', (event) => event.persisted && location.reload());
}
