/** Listens, and stops listening when what it returns is called. */
export function listen(target: EventTarget, event: string, listener: (event: Event) => void): () => void {
  target.addEventListener(event, listener);
  return () => target.removeEventListener(event, listener);
}

/**
 * Calls back whenever the page may have slept or been cut off: it is visible again, online again, or back from the
 * back-forward cache.
 *
 * @returns a function that ends it
 */
export function onWake(act: () => void): () => void {
  const wake = (event: Event) => {
    const isFirstShow = 'persisted' in event && !event.persisted;
    if (document.visibilityState !== 'hidden' && !isFirstShow) act();
  };
  const ends = [listen(document, 'visibilitychange', wake), listen(window, 'pageshow', wake), listen(window, 'online', wake)];
  return () => {
    for (const end of ends) end();
  };
}
