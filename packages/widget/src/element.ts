import { pickLanguage } from '@tsena/shared';
import type { ShownWidget } from './app.ts';
import { chooseLanguage } from './core/chooseLanguage.ts';
import { createEmitter } from './core/events.ts';
import { readOrderToken } from './core/readOrderToken.ts';
import type { CheckoutOptions, ElementOptions, Theme } from './core/types.ts';
import { whenParsed } from './core/whenParsed.ts';
import { createFirstForm, type FirstForm, type FirstOrder } from './firstPaint/drawForm.ts';
import { loadApp } from './firstPaint/loadApp.ts';
import { readPlainNumber, showPlainForm, takeOverPlainForm, warnOfOuterForm } from './firstPaint/plainForm.ts';
import { canWriteMarkup } from './firstPaint/trust.ts';
import { openShadow } from './styles/shadow.ts';

declare global {
  interface HTMLElementTagNameMap {
    'tsena-checkout': TsenaCheckoutElement;
  }
}

const THEMES: readonly Theme[] = ['auto', 'light', 'dark'];

/**
 * `<tsena-checkout order-token="…" locale="mg">`. Attributes override the same values in `options`, which also takes
 * texts and handlers.
 */
export class TsenaCheckoutElement extends HTMLElement {
  /** The attributes whose changes the element sees. */
  static readonly observedAttributes = ['order-token', 'companion-url', 'locale', 'theme', 'contact', 'other-way-text'];
  /** The companion of elements without `companion-url`: the one that the script came from. */
  static companionUrl: string | undefined;
  private readonly content = createContent(this);

  /** All options. Assign a new object to change them. Default: `{}`. */
  get options(): ElementOptions {
    return this.content.options;
  }

  set options(options: ElementOptions) {
    this.content.options = options;
    this.content.render();
  }

  /** Called by the browser: draws the widget. */
  connectedCallback(): void {
    // If the page set `options` before the element was defined, an own property hides the accessor.
    if (Object.keys(this).includes('options')) {
      this.content.options = this.options;
      Reflect.deleteProperty(this, 'options');
    }
    whenParsed(() => warnOfOuterForm(this));
    this.content.render();
  }

  /** Called by the browser: removes the widget. The payment continues. */
  disconnectedCallback(): void {
    // A move within the page disconnects the element and connects it again at once.
    queueMicrotask(() => {
      if (!this.isConnected) this.content.remove();
    });
  }

  /** Called by the browser: applies the new value. */
  attributeChangedCallback(): void {
    this.content.render();
  }
}

/** What is in one element: at first the form alone, then the application's widget. */
function createContent(element: TsenaCheckoutElement) {
  let shown: ShownWidget | undefined;
  let first: FirstForm | undefined;
  let shownToken = '';
  /** Whether nothing is left to take over from the form in the page's own HTML. */
  let hasTakenOver = false;
  const emit = createEmitter(element, () => content.options);
  const openPlace = () => openShadow(element, element.nonce);

  function render(): void {
    if (!element.isConnected) return;
    const options = readOptions(element, content.options);
    if (!hasCompanion(options)) return;
    const { orderToken } = options;
    const language = chooseLanguage(element, options.locale);
    if (shownToken !== orderToken) {
      // What was typed and pressed belongs to the earlier order.
      first?.leave();
      first = undefined;
      hasTakenOver = shownToken !== '';
      shownToken = orderToken;
    }
    const app = window.TsenaCheckoutApp;
    if (app === undefined) {
      waitForApp({ options, language });
      return;
    }
    const drawn = first?.leave(orderToken);
    first = undefined;
    const typed = hasTakenOver ? drawn : readPlainNumber(element);
    const props = { options, language, emit, typed };
    if (shown === undefined) {
      shown = app.showWidget(openPlace(), props);
      takeOver();
    } else shown.render(props);
  }

  function takeOver(): void {
    if (!hasTakenOver) takeOverPlainForm(element, openPlace());
    hasTakenOver = true;
  }

  function waitForApp(order: FirstOrder): void {
    const { options } = order;
    if (!canWriteMarkup) {
      showPlainForm(openPlace(), options);
      takeOver();
      return;
    }
    void loadApp(options.companionUrl, element.nonce).then(render);
    // There is nothing to draw: what the page has in the element stays.
    if (readOrderToken(options.orderToken).amount === undefined) return;
    first ??= createFirstForm(openPlace(), order, takeOver);
    first.update(order);
  }

  function remove(): void {
    first?.leave();
    shown?.unmount();
    first = shown = undefined;
  }

  const content: { options: ElementOptions; render(): void; remove(): void } = { options: {}, render, remove };
  return content;
}

/** Whether the element knows its companion. If not, the console says it to the developer. */
export function hasCompanion({ companionUrl }: CheckoutOptions): boolean {
  if (companionUrl === '')
    console.error('tsena-checkout: no companion address. Load the script from your companion, or set companion-url.');
  return companionUrl !== '';
}

/** What an element shows. Its attributes override the same values in its options. */
export function readOptions(element: Element, options: ElementOptions = {}): CheckoutOptions {
  const read = (name: string, given = '') => element.getAttribute(name) ?? given;
  return {
    orderToken: read('order-token', options.orderToken),
    companionUrl: read('companion-url', options.companionUrl ?? TsenaCheckoutElement.companionUrl),
    locale: pickLanguage([read('locale')]) ?? options.locale,
    theme: THEMES.find((theme) => theme === read('theme')) ?? options.theme,
    texts: options.texts,
    contact: read('contact', options.contact),
    otherWayText: read('other-way-text', options.otherWayText),
  };
}
