import type { TextOverrides } from './core/texts.ts';

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
