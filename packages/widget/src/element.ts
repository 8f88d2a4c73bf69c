import { createElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { emitFrom } from './events.ts';
import type { CheckoutOptions, Theme } from './options.ts';
import { Widget } from './react/Widget.tsx';
import { openShadow } from './shadow.ts';

const ATTRIBUTES = ['order-token', 'companion-url', 'locale', 'theme'] as const;

/** The companion that the script came from, for elements that name none. */
let ownCompanion: string | undefined;

/** Sets the companion for elements that name none. */
export function setCompanion(url: string): void {
  ownCompanion ??= url;
}

/**
 * `<tsena-checkout order-token="…" locale="mg">`. Simple values are attributes; `options` takes everything.
 */
export class TsenaCheckoutElement extends HTMLElement {
  static readonly observedAttributes = ATTRIBUTES;
  #root: Root | undefined;
  #options: Partial<CheckoutOptions> = {};

  /** What the attributes do not say; an attribute comes first. */
  get options(): Partial<CheckoutOptions> {
    return this.#options;
  }

  set options(options: Partial<CheckoutOptions>) {
    this.#options = options;
    this.#render();
  }

  connectedCallback(): void {
    // Set before the element was defined, and so hiding the accessor.
    if (Object.hasOwn(this, 'options')) {
      const { options } = this;
      Reflect.deleteProperty(this, 'options');
      this.#options = options;
    }
    this.#render();
  }

  disconnectedCallback(): void {
    // A move in the page disconnects and connects at once.
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
    const { orderToken, companionUrl = ownCompanion, locale, theme, texts } = this.#options;
    const options = {
      orderToken: this.getAttribute('order-token') ?? orderToken ?? '',
      companionUrl: this.getAttribute('companion-url') ?? companionUrl ?? '',
      locale: this.getAttribute('locale') ?? locale,
      theme: readTheme(this.getAttribute('theme')) ?? theme,
      texts,
    };
    this.#root ??= createRoot(openShadow(this, this.nonce));
    this.#root.render(createElement(Widget, { options, host: this, emit: emitFrom(this) }));
  }
}

function readTheme(value: string | null): Theme | undefined {
  return value === 'light' || value === 'dark' || value === 'auto' ? value : undefined;
}

/** Defines the element, unless another copy of the script has. */
export function defineElement(): void {
  if (customElements.get('tsena-checkout') === undefined) customElements.define('tsena-checkout', TsenaCheckoutElement);
}
