export type { CheckoutEventName, CheckoutEvents } from './events.ts';
export type { CheckoutHandlers, CheckoutOptions, Theme } from './options.ts';
export { Checkout, type CheckoutProps } from './react/Checkout.tsx';
