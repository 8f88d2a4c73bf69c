import type { CheckoutEventName, CheckoutEvents, CheckoutHandlers } from './types.ts';

/** Sends an event to the page. */
export type Emit = <Name extends CheckoutEventName>(name: Name, detail: CheckoutEvents[Name]) => void;

/**
 * Creates an {@link Emit} that dispatches DOM events from an element and calls the handler that is set at that moment.
 */
export function createEmitter(element: Element, getHandlers: () => CheckoutHandlers): Emit {
  return (name, detail) => {
    element.dispatchEvent(new CustomEvent(`tsena:${name}`, { bubbles: true, composed: true, detail }));
    const {
      onReady: ready,
      onChange: change,
      onCompleted: completed,
      onFailed: failed,
      onError: error,
    } = getHandlers();
    type Handlers = { [Name in CheckoutEventName]: ((detail: CheckoutEvents[Name]) => void) | undefined };
    const handlers: Handlers = { ready, change, completed, failed, error };
    handlers[name]?.(detail);
  };
}
