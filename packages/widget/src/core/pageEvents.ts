/** Adds a listener, and returns a function that removes it. */
export function listen(target: EventTarget, event: string, listener: (event: Event) => void): () => void {
  target.addEventListener(event, listener);
  return () => target.removeEventListener(event, listener);
}

/**
 * Calls back when the page resumes after it may have been suspended or disconnected: it becomes visible, goes online, or returns from
 * the back-forward cache.
 *
 * @returns a function that removes the listeners
 */
export function onPageResume(callback: () => void): () => void {
  const resume = (event: Event) => {
    const isFirstShow = 'persisted' in event && !event.persisted;
    if (document.visibilityState !== 'hidden' && !isFirstShow) callback();
  };
  const removers = [listen(document, 'visibilitychange', resume), listen(window, 'pageshow', resume), listen(window, 'online', resume)];
  return () => {
    for (const remove of removers) remove();
  };
}
