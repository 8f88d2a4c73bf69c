// Says so where the widget's script cannot be loaded. An error event does not bubble, but it is captured.
document.addEventListener(
  'error',
  (event) => {
    if (event.target instanceof HTMLScriptElement) document.querySelector('.pay-unavailable')?.removeAttribute('hidden');
  },
  true,
);
