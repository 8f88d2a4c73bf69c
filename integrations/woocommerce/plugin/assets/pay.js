// The pages of an order: lead to the thank-you page once the payment is completed, and say there that the order is paid
// before its webhook has come.
(() => {
  const root = document.getElementById('tsena-checkout');
  if (!root) return;
  const received = root.getAttribute('data-received');

  document.addEventListener('tsena:completed', () => {
    if (received) window.location.assign(received);
  });

  const showState = ({ detail: { payment } }) => {
    const text = document.getElementById('tsena-checkout-text');
    if (text && payment !== null && payment.view === 'paid') text.textContent = text.getAttribute('data-paid');
  };
  for (const event of ['tsena:ready', 'tsena:change']) document.addEventListener(event, showState);
})();
