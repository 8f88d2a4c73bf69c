export type {
  CheckoutEventName,
  CheckoutEvents,
  CheckoutHandlers,
  CheckoutOptions,
  ElementOptions,
  Environment,
  Locale,
  Payment,
  PaymentFailure,
  PaymentStatus,
  PaymentView,
  Problem,
  TextOverrides,
  Theme,
} from './core/types.ts';
export type { TsenaCheckoutElement } from './element.ts';
export type { TsenaCheckoutAttributes } from './jsx.ts';
export { Checkout, type CheckoutProps } from './react/Checkout.tsx';
