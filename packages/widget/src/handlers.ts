import type { CheckoutEventName, CheckoutEvents, Emit } from './events.ts';
import type { CheckoutHandlers } from './options.ts';

/** Tells the page by DOM events from an element, through every shadow boundary, and by the functions given at that moment. */
export function emitTo(element: Element, getHandlers: () => CheckoutHandlers): Emit {
  return (name, detail) => {
    element.dispatchEvent(new CustomEvent(`tsena:${name}`, { bubbles: true, composed: true, detail }));
    const { onReady: ready, onChange: change, onCompleted: completed, onFailed: failed, onError: error } = getHandlers();
    const handlers: { [Name in CheckoutEventName]: ((detail: CheckoutEvents[Name]) => void) | undefined } = {
      ready,
      change,
      completed,
      failed,
      error,
    };
    handlers[name]?.(detail);
  };
}
