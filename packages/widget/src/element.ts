import { pickLanguage } from '@tsena/shared';
import { createEmitter } from './events.ts';
import { FirstDrawing } from './first/FirstDrawing.tsx';
import { pageLoader } from './first/pageLoader.ts';
import type { WidgetProps } from './first/restLoader.ts';
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
  /** Until the second file is there. */
  #drawing: FirstDrawing | undefined;
  #unsubscribe: (() => void) | undefined;
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
      this.#unsubscribe?.();
      this.#unsubscribe = undefined;
      this.#drawing?.remove();
      this.#drawing = undefined;
      const { shadowRoot } = this;
      if (shadowRoot !== null) pageLoader.current?.rest?.remove(shadowRoot);
    });
  }

  /** Called by the browser: applies the new value. */
  attributeChangedCallback(): void {
    this.#render();
  }

  #render(): void {
    if (!this.isConnected) return;
    const {
      orderToken = '',
      companionUrl = TsenaCheckoutElement.companionUrl,
      locale,
      theme,
      texts,
      contact,
      otherWayText,
    } = this.#options;
    const options: CheckoutOptions = {
      orderToken: this.getAttribute('order-token') ?? orderToken,
      companionUrl: this.getAttribute('companion-url') ?? companionUrl ?? '',
      locale: pickLanguage([this.getAttribute('locale') ?? '']) ?? locale,
      theme: readTheme(this.getAttribute('theme')) ?? theme,
      texts,
      contact: this.getAttribute('contact') ?? contact,
      otherWayText: this.getAttribute('other-way-text') ?? otherWayText,
    };
    if (options.companionUrl === '') {
      console.error('tsena-checkout: no companion address. Load the script from your companion, or set the attribute companion-url.');
      return;
    }
    this.#show({ options, host: this, emit: this.#emit });
  }

  #show(props: WidgetProps): void {
    const loader = pageLoader.current;
    if (loader === undefined) return;
    const root = openShadow(this, this.nonce);
    const { rest } = loader;
    if (rest === undefined) {
      loader.addCompanion(props.options.companionUrl);
      loader.load();
      this.#drawing ??= new FirstDrawing(root, loader);
      this.#drawing.draw(props);
      this.#unsubscribe ??= loader.subscribe(() => {
        if (loader.rest !== undefined) this.#render();
      });
    } else if (this.#drawing === undefined) {
      rest.render(root, props);
    } else {
      const drawing = this.#drawing;
      this.#drawing = undefined;
      this.#unsubscribe?.();
      drawing.handOver((takeEarlyOrder) => rest.takeOver(root, { ...props, takeEarlyOrder }));
    }
  }
}

/** The theme, or undefined if the value is not one. */
function readTheme(value: string | null | undefined): Theme | undefined {
  return value === 'light' || value === 'dark' || value === 'auto' ? value : undefined;
}
