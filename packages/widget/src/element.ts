import { type Language, pickLanguage } from '@tsena/shared';
import type { ShownWidget } from './app.ts';
import { chooseLanguage } from './core/chooseLanguage.ts';
import { createEmitter } from './core/events.ts';
import type { CheckoutOptions, ElementOptions, Theme } from './core/types.ts';
import { whenParsed } from './core/whenParsed.ts';
import { createFirstForm, type FirstForm } from './firstPaint/drawForm.ts';
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
  let hasTakenOver = false;
  const emit = createEmitter(element, () => content.options);

  function render(): void {
    if (!element.isConnected) return;
    const options = readOptions(element, content.options);
    if (!hasCompanion(options)) return;
    const place = openShadow(element, element.nonce);
    const language = chooseLanguage(element, options.locale);
    const app = window.TsenaCheckoutApp;
    if (app === undefined) {
      waitForApp(place, options, language);
      return;
    }
    first?.leave(options.orderToken);
    first = undefined;
    const typed = hasTakenOver ? undefined : readPlainNumber(element);
    const props = { options, language, emit, typed };
    if (shown === undefined) {
      shown = app.showWidget(place, props);
      takeOver(place);
    } else shown.render(props);
  }

  function takeOver(place: Element): void {
    if (!hasTakenOver) takeOverPlainForm(element, place);
    hasTakenOver = true;
  }

  function waitForApp(place: Element, options: CheckoutOptions, language: Language): void {
    if (!canWriteMarkup) {
      showPlainForm(place, options);
      takeOver(place);
      return;
    }
    first ??= createFirstForm(place, () => takeOver(place));
    first.update(options, language);
    void loadApp(options.companionUrl, element.nonce).then(render);
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
    console.error(
      'tsena-checkout: no companion address. Load the script from your companion, or set the attribute companion-url.',
    );
  return companionUrl !== '';
}

/** What an element shows. Its attributes override the same values in its options. */
export function readOptions(element: Element, options: ElementOptions = {}): CheckoutOptions {
  const read = (name: string, given?: string) => element.getAttribute(name) ?? given;
  return {
    orderToken: read('order-token', options.orderToken) ?? '',
    companionUrl: read('companion-url', options.companionUrl ?? TsenaCheckoutElement.companionUrl) ?? '',
    locale: pickLanguage([read('locale') ?? '']) ?? options.locale,
    theme: THEMES.find((theme) => theme === read('theme')) ?? options.theme,
    texts: options.texts,
    contact: read('contact', options.contact),
    otherWayText: read('other-way-text', options.otherWayText),
  };
}
