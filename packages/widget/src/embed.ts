import type { TextOverrides } from './core/texts.ts';
import { type ElementOptions, TsenaCheckoutElement } from './element.ts';

const TAG = 'tsena-checkout';
const OWN_SCRIPT = /^(.+)\/v1\/checkout(-[\w-]+)?\.js([?#].*)?$/;

/** A widget that {@link Tsena.mount} put into the page. */
export interface Mounted {
  readonly element: TsenaCheckoutElement;
  /** Changes some options; functions are swapped without a new start. */
  update(options: ElementOptions): void;
  unmount(): void;
}

/** `window.Tsena`. */
export interface Tsena {
  /**
   * Puts a checkout into an element.
   *
   * @param target - the element, or its selector
   * @throws Error if nothing matches the selector
   * @example Tsena.mount('#pay', { orderToken, locale: 'mg', onCompleted: ({ payment }) => thank(payment) })
   */
  mount(target: string | Element, options: ElementOptions): Mounted;
  /** Puts a checkout where each new script tag with `data-order-token` stands. */
  scan(): void;
}

/** What a page leaves behind before the script has come (see `stub.ts`). */
interface Queue {
  q: Parameters<Tsena['mount']>[];
}

declare global {
  interface Window {
    Tsena?: Tsena | Queue;
  }
  interface HTMLElementTagNameMap {
    'tsena-checkout': TsenaCheckoutElement;
  }
}

const placed = new WeakSet<HTMLScriptElement>();

function companionOf(script: Element | null | undefined): string | undefined {
  return script instanceof HTMLScriptElement ? OWN_SCRIPT.exec(script.src)?.[1] : undefined;
}

function create(options: ElementOptions): TsenaCheckoutElement {
  const element = document.createElement(TAG);
  element.options = options;
  return element;
}

function mount(target: string | Element, options: ElementOptions): Mounted {
  const parent = typeof target === 'string' ? document.querySelector(target) : target;
  if (parent === null) throw new Error(`Tsena.mount: nothing on this page matches "${target}". Call it once the element is there.`);
  const element = create(options);
  parent.append(element);
  return {
    element,
    update(changes) {
      element.options = { ...element.options, ...changes };
    },
    unmount: () => element.remove(),
  };
}

/** Runs at once, or where the page is still being read, after that. */
function onceRead(act: () => void): void {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', act, { once: true });
  else act();
}

/** The shop's own texts from `data-texts`. */
function readTexts(json = '{}'): TextOverrides | undefined {
  try {
    return Object.fromEntries(Object.entries(JSON.parse(json)).map(([key, text]) => [key, String(text)]));
  } catch (error) {
    console.error('tsena-checkout: data-texts has to be a JSON object of texts.', error);
    return undefined;
  }
}

function place(script: HTMLScriptElement): void {
  const { orderToken, companionUrl = companionOf(script), locale, theme, target, texts } = script.dataset;
  const element = create({ texts: readTexts(texts) });
  if (script.nonce) element.nonce = script.nonce;
  const attributes = { 'order-token': orderToken, 'companion-url': companionUrl, locale, theme };
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) element.setAttribute(name, value);

  if (target === undefined && script.closest('head') === null) script.after(element);
  else
    onceRead(() => {
      const parent = document.querySelector(target ?? 'body');
      if (parent === null) console.error(`tsena-checkout: nothing on this page matches data-target="${target}".`);
      else parent.append(element);
    });
}

function scan(): void {
  for (const script of document.querySelectorAll<HTMLScriptElement>('script[data-order-token]')) {
    if (placed.has(script) || companionOf(script) === undefined) continue;
    placed.add(script);
    place(script);
  }
}

const before = window.Tsena;
if (before !== undefined && 'scan' in before) {
  // This script has run before: one definition serves all.
  before.scan();
} else {
  // A module has no current script.
  TsenaCheckoutElement.companionUrl = companionOf(document.currentScript) ?? [...document.scripts].map(companionOf).find(Boolean);
  if (customElements.get(TAG) === undefined) customElements.define(TAG, TsenaCheckoutElement);
  window.Tsena = { mount, scan };
  scan();
  const waiting = before?.q ?? [];
  if (waiting.length > 0) {
    onceRead(() => {
      for (const call of waiting) mount(...call);
    });
  }
}
