// Says so where the widget's script cannot be loaded. An error event does not bubble, but it is captured.
document.addEventListener(
  'error',
  (event) => {
    if (event.target instanceof HTMLScriptElement) document.querySelector('.pay-unavailable')?.removeAttribute('hidden');
  },
  true,
);

// What is paid is not to be changed any more.
document.addEventListener('tsena:completed', () => document.querySelector('.change')?.remove());
