/** Adds a listener for some events, and returns a function that removes it. */
export function listen(target: EventTarget, events: readonly string[], listener: (event: Event) => void): () => void {
  for (const event of events) target.addEventListener(event, listener);
  return () => {
    for (const event of events) target.removeEventListener(event, listener);
  };
}

/**
 * Calls back when the page resumes after it may have been suspended or disconnected: it becomes visible, goes online,
 * or returns from the back-forward cache.
 *
 * @returns a function that removes the listeners
 */
export function onPageResume(callback: (event: Event) => void): () => void {
  const resume = (event: Event) => {
    const isFirstShow = 'persisted' in event && !event.persisted;
    if (document.visibilityState !== 'hidden' && !isFirstShow) callback(event);
  };
  const removers = [listen(document, ['visibilitychange'], resume), listen(window, ['pageshow', 'online'], resume)];
  return () => {
    for (const remove of removers) remove();
  };
}
