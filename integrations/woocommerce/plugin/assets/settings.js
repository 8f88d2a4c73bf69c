// The settings page: tests the connection to the companion.
(() => {
  const button = document.getElementById('tsena-test-connection');
  const result = document.getElementById('tsena-test-result');
  if (!button || !result) return;

  button.addEventListener('click', async () => {
    button.disabled = true;
    result.textContent = '…';
    try {
      const { success, data } = await (
        await fetch(button.dataset.url, { method: 'POST', credentials: 'same-origin' })
      ).json();
      result.textContent = `${success ? '✓' : '✗'} ${data}`;
    } catch {
      result.textContent = `✗ ${button.dataset.failed}`;
    } finally {
      button.disabled = false;
    }
  });
})();
