export type { CheckoutEventName, CheckoutEvents } from './events.ts';
export type { CheckoutOptions, Theme } from './options.ts';
export { Checkout, type CheckoutHandlers, type CheckoutProps } from './react/Checkout.tsx';
