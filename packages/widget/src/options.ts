import type { TextOverrides } from './core/texts.ts';
import type { CheckoutEvents } from './events.ts';

/** How the widget looks: as the device is set, or always light or dark. */
export type Theme = 'auto' | 'light' | 'dark';

/** What a widget is made from. */
export interface CheckoutOptions {
  /** The order token that the shop's backend signed. */
  orderToken: string;
  /** The companion's address, without `/v1`. */
  companionUrl: string;
  /** `mg`, `fr` or `en`; else the page's language, else the browser's. */
  locale?: string | undefined;
  theme?: Theme | undefined;
  /** The shop's own texts, by key (see the locales), or `problem.<code>`. */
  texts?: TextOverrides | undefined;
}

/** The {@link CheckoutEvents} as functions. The latest function given is the one that is called. */
export interface CheckoutHandlers {
  onReady?: ((detail: CheckoutEvents['ready']) => void) | undefined;
  onChange?: ((detail: CheckoutEvents['change']) => void) | undefined;
  /** The operator says that it is paid. Count the order as paid by the companion's webhook, not by this. */
  onCompleted?: ((detail: CheckoutEvents['completed']) => void) | undefined;
  onFailed?: ((detail: CheckoutEvents['failed']) => void) | undefined;
  onError?: ((detail: CheckoutEvents['error']) => void) | undefined;
}
