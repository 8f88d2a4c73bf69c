import { createElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { emitTo } from './handlers.ts';
import type { CheckoutHandlers, CheckoutOptions, Theme } from './options.ts';
import { Widget } from './react/Widget.tsx';
import { openShadow } from './shadow.ts';

/** What an element takes in code; the companion's address may come from the script. */
export type ElementOptions = Partial<CheckoutOptions & CheckoutHandlers>;

/** `<tsena-checkout order-token="…" locale="mg">`. Simple values are attributes, which come first; `options` takes everything. */
export class TsenaCheckoutElement extends HTMLElement {
  static readonly observedAttributes = ['order-token', 'companion-url', 'locale', 'theme'];
  /** The companion for elements that name none: the one that the script came from. */
  static companionUrl: string | undefined;
  #root: Root | undefined;
  #options: ElementOptions = {};
  readonly #emit = emitTo(this, () => this.#options);

  get options(): ElementOptions {
    return this.#options;
  }

  set options(options: ElementOptions) {
    this.#options = options;
    this.#render();
  }

  connectedCallback(): void {
    // A property set before the element was defined hides the accessor.
    if (Object.hasOwn(this, 'options')) {
      this.#options = this.options;
      Reflect.deleteProperty(this, 'options');
    }
    this.#render();
  }

  disconnectedCallback(): void {
    // A move within the page disconnects and connects in one go.
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#root?.unmount();
      this.#root = undefined;
    });
  }

  attributeChangedCallback(): void {
    this.#render();
  }

  #render(): void {
    if (!this.isConnected) return;
    const { orderToken = '', companionUrl = TsenaCheckoutElement.companionUrl, locale, theme, texts } = this.#options;
    const options: CheckoutOptions = {
      orderToken: this.getAttribute('order-token') ?? orderToken,
      companionUrl: this.getAttribute('companion-url') ?? companionUrl ?? '',
      locale: this.getAttribute('locale') ?? locale,
      theme: readTheme(this.getAttribute('theme')) ?? theme,
      texts,
    };
    if (options.companionUrl === '') {
      console.error('tsena-checkout: whose companion? Load the script from your companion, or give the element a companion-url.');
      return;
    }
    this.#root ??= createRoot(openShadow(this, this.nonce));
    this.#root.render(createElement(Widget, { key: options.orderToken, options, host: this, emit: this.#emit }));
  }
}

/** A theme, if it is one. */
function readTheme(value: string | null | undefined): Theme | undefined {
  return value === 'light' || value === 'dark' || value === 'auto' ? value : undefined;
}
