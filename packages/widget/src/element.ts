import { pickLanguage } from '@tsena/shared';
import type { ShownWidget } from './app.ts';
import { createEmitter } from './events.ts';
import { showFirst } from './firstPaint/drawForm.ts';
import { createHostedPageForm } from './firstPaint/hostedPageForm.ts';
import { loadApp } from './firstPaint/loadApp.ts';
import { openShadow } from './shadow.ts';
import type { CheckoutOptions, ElementOptions, Theme } from './types.ts';

/** How long a widget waits for the application. Long enough for 3G. */
const PATIENCE_MS = 10_000;

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
  #shown: ShownWidget | undefined;
  /** Leaves the place to the application. */
  #leave: (() => void) | undefined;
  #giveUpAtMs: number | undefined;
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
      this.#shown?.unmount();
      this.#shown = undefined;
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
    const place = openShadow(this, this.nonce);
    const props = { options, host: this, emit: this.#emit };
    if (this.#shown !== undefined) {
      this.#shown.render(props);
      return;
    }
    this.#leave?.();
    this.#leave = undefined;
    if (window.TsenaCheckoutApp === undefined) this.#waitForApp(place, options);
    else this.#shown = window.TsenaCheckoutApp.showWidget(place, props);
  }

  #waitForApp(place: Element, options: CheckoutOptions): void {
    this.#giveUpAtMs ??= performance.now() + PATIENCE_MS;
    try {
      this.#leave = showFirst(place, this, options, this.#giveUpAtMs);
    } catch (error) {
      // Trusted Types forbid it, and the application too.
      console.error('tsena-checkout:', error);
      if (place.firstChild === null) place.appendChild(createHostedPageForm(options));
      return;
    }
    void loadApp(options.companionUrl, this.nonce).then(() => this.#render());
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
