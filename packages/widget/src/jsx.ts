import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { Locale, Theme } from './core/types.ts';
import type { TsenaCheckoutElement } from './element.ts';

/** The attributes of `<tsena-checkout>` in JSX. Set everything else through the element's property `options`. */
export interface TsenaCheckoutAttributes extends HTMLAttributes<TsenaCheckoutElement> {
  /** The order token, which the shop's backend signs. */
  'order-token'?: string | undefined;
  /** The companion's address without `/v1`. Default: the address that the script came from. */
  'companion-url'?: string | undefined;
  /** Default: the page's language (`lang`), then the browser's, then French. */
  locale?: Locale | undefined;
  /** The colours. Default: `auto`. */
  theme?: Theme | undefined;
  /** How the shopper reaches the shop while a payment is unresolved or under review. Default: none. */
  contact?: string | undefined;
  /** A sentence for shoppers whose number belongs to another operator, about another way to pay. Default: none. */
  'other-way-text'?: string | undefined;
}

type TsenaCheckoutProps = DetailedHTMLProps<TsenaCheckoutAttributes, TsenaCheckoutElement>;

// React 19 reads its own namespace, React 18 the global one as well.
declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'tsena-checkout': TsenaCheckoutProps;
    }
  }
}

declare global {
  namespace JSX {
    interface IntrinsicElements {
      'tsena-checkout': TsenaCheckoutProps;
    }
  }
}
