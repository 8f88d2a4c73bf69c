// The pages of an order: lead to the thank-you page once the payment is completed, and say so if the payment form does
// not load.
(() => {
  const root = document.getElementById('tsena-checkout');
  if (!root) return;
  const received = root.getAttribute('data-received');

  document.addEventListener('tsena:completed', () => {
    if (received) window.location.assign(received);
  });

  const showFailure = ({ target }) => {
    if (target && target.id === 'tsena-checkout-form-js')
      document.getElementById('tsena-checkout-failed').hidden = false;
  };
  // Errors of scripts do not bubble.
  document.addEventListener('error', showFailure, true);
})();
