// The order-pay page: leads to the thank-you page once the payment is completed, and says so if the payment form does not load.
(() => {
  const root = document.getElementById('tsena-checkout');
  if (!root) return;
  const received = root.getAttribute('data-received');

  document.addEventListener('tsena:completed', () => {
    if (received) window.location.assign(received);
  });

  const showFailure = (event) => {
    const target = event.target;
    if (target && target.tagName === 'SCRIPT' && target.hasAttribute('data-order-token')) {
      document.getElementById('tsena-checkout-failed').hidden = false;
    }
  };
  // Errors of scripts do not bubble.
  document.addEventListener('error', showFailure, true);
})();
