import { type CheckoutEvents, type Emit, emitFrom } from './events.ts';
import type { CheckoutHandlers } from './options.ts';

type Callers = { readonly [Name in keyof CheckoutEvents]: (handlers: CheckoutHandlers, detail: CheckoutEvents[Name]) => void };

const callers: Callers = {
  ready: ({ onReady }, detail) => onReady?.(detail),
  change: ({ onChange }, detail) => onChange?.(detail),
  completed: ({ onCompleted }, detail) => onCompleted?.(detail),
  failed: ({ onFailed }, detail) => onFailed?.(detail),
  error: ({ onError }, detail) => onError?.(detail),
};

/** Tells the page by DOM events from an element, and by the functions given at that moment. */
export function emitTo(element: Element, handlers: () => CheckoutHandlers): Emit {
  const emit = emitFrom(element);
  return (name, detail) => {
    emit(name, detail);
    callers[name](handlers(), detail);
  };
}
