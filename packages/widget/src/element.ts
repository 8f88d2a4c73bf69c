import { pickLanguage } from '@tsena/shared';
import { createElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { createEmitter } from './events.ts';
import { Widget } from './react/Widget.tsx';
import { openShadow } from './shadow.ts';
import type { CheckoutOptions, ElementOptions, Theme } from './types.ts';

declare global {
  interface HTMLElementTagNameMap {
    'tsena-checkout': TsenaCheckoutElement;
  }
}

/** `<tsena-checkout order-token="…" locale="mg">`. Attributes override the same values in `options`, which also takes texts and handlers. */
export class TsenaCheckoutElement extends HTMLElement {
  /** The attributes whose changes the element sees. */
  static readonly observedAttributes = ['order-token', 'companion-url', 'locale', 'theme', 'contact', 'other-way-text'];
  /** The companion of elements without `companion-url`: the one that the script came from. */
  static companionUrl: string | undefined;
  #root: Root | undefined;
  #options: ElementOptions = {};
  readonly #emit = createEmitter(this, () => this.#options);

  /** All options. Assign a new object to change them. Default: `{}`. */
  get options(): ElementOptions {
    return this.#options;
  }

  set options(options: ElementOptions) {
    this.#options = options;
    this.#render();
  }

  /** Called by the browser: draws the widget. */
  connectedCallback(): void {
    // If the page set `options` before the element was defined, an own property hides the accessor.
    if (Object.keys(this).includes('options')) {
      this.#options = this.options;
      Reflect.deleteProperty(this, 'options');
    }
    this.#render();
  }

  /** Called by the browser: removes the widget. The payment continues. */
  disconnectedCallback(): void {
    // A move within the page disconnects the element and connects it again at once.
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#root?.unmount();
      this.#root = undefined;
    });
  }

  /** Called by the browser: applies the new value. */
  attributeChangedCallback(): void {
    this.#render();
  }

  #render(): void {
    if (!this.isConnected) return;
    const options = readOptions(this, this.#options);
    if (options.companionUrl === '') {
      console.error('tsena-checkout: no companion address. Load the script from your companion, or set the attribute companion-url.');
      return;
    }
    this.#root ??= createRoot(openShadow(this, this.nonce));
    this.#root.render(createElement(Widget, { key: options.orderToken, options, host: this, emit: this.#emit }));
  }
}

/** What an element shows. Its attributes override the same values in its options. */
export function readOptions(element: Element, options: ElementOptions = {}): CheckoutOptions {
  const read = (name: string) => element.getAttribute(name) ?? undefined;
  return {
    orderToken: read('order-token') ?? options.orderToken ?? '',
    companionUrl: read('companion-url') ?? options.companionUrl ?? TsenaCheckoutElement.companionUrl ?? '',
    locale: pickLanguage([read('locale') ?? '']) ?? options.locale,
    theme: readTheme(read('theme')) ?? options.theme,
    texts: options.texts,
    contact: read('contact') ?? options.contact,
    otherWayText: read('other-way-text') ?? options.otherWayText,
  };
}

/** The theme, or undefined if the value is not one. */
function readTheme(value: string | undefined): Theme | undefined {
  return value === 'light' || value === 'dark' || value === 'auto' ? value : undefined;
}
