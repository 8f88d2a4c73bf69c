// Shows a message if the widget's script does not load. Error events do not bubble, so this listens in the capture
// phase.
document.addEventListener(
  'error',
  (event) => {
    if (event.target instanceof HTMLScriptElement)
      document.querySelector('.pay-unavailable')?.removeAttribute('hidden');
  },
  true,
);

// A paid order cannot be changed.
document.addEventListener('tsena:completed', () => document.querySelector('.change')?.remove());
