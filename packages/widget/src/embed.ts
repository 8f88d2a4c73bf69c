import { getCompanionUrl, ownScript } from './core/ownScript.ts';
import type { ElementOptions, TextOverrides } from './core/types.ts';
import { whenParsed } from './core/whenParsed.ts';
import { hasCompanion, readOptions, TsenaCheckoutElement } from './element.ts';
import { canShowWidget } from './firstPaint/canShowWidget.ts';
import { showPlainForm } from './firstPaint/plainForm.ts';

const TAG = 'tsena-checkout';

/** A widget that {@link TsenaApi.mount} put into the page. */
export interface Mounted {
  /** The widget's element, which dispatches its events. */
  readonly element: TsenaCheckoutElement;
  /** Changes the given options and keeps the others. A changed handler does not restart the widget. */
  update(options: ElementOptions): void;
  /** Removes the widget from the page. The payment continues. */
  unmount(): void;
}

/** `window.Tsena`, once the script has run. */
export interface TsenaApi {
  /**
   * Adds a checkout to an element.
   *
   * @param target - the element, or its selector
   * @throws Error if nothing matches the selector
   * @example Tsena.mount('#pay', { orderToken, locale: 'mg', onCompleted: ({ payment }) => thank(payment) })
   */
  mount(target: string | Element, options: ElementOptions): Mounted;
  /** Adds a checkout at each script tag with `data-order-token` that has none yet. */
  scan(): void;
}

/** `window.Tsena` between `stub.js` and the script. */
export interface TsenaStub {
  /** Queues the call until the script has run. There is no {@link Mounted} yet. */
  mount(...call: Parameters<TsenaApi['mount']>): undefined;
  /** The queued calls. */
  q: Parameters<TsenaApi['mount']>[];
}

declare global {
  /** Undefined until the script, or the stub, has run. */
  var Tsena: TsenaApi | TsenaStub | undefined;
}

const mountedScripts = new WeakSet<HTMLScriptElement>();

function createElement(options: ElementOptions): TsenaCheckoutElement {
  const element = document.createElement(TAG);
  element.options = options;
  return element;
}

/** What each plain form was drawn for, by its element. */
const drawnFor = new WeakMap<Element, string>();

/**
 * Where the browser cannot show the widget, a plain form pays: the one that the page put into the element, or else one
 * that follows the element's attributes and options.
 */
function fallBack(element: TsenaCheckoutElement): void {
  if (canShowWidget) return;
  // The element is not upgraded: it has no options unless something has set them.
  let { options } = element;
  const shown = readOptions(element, options);
  const wanted = JSON.stringify(shown);
  const drawn = drawnFor.get(element);
  if (drawn === wanted || (drawn === undefined && element.querySelector('form') !== null)) return;
  drawnFor.set(element, wanted);
  if (drawn === undefined)
    Object.defineProperty(element, 'options', {
      get: () => options,
      set(changed: ElementOptions) {
        options = changed;
        fallBack(element);
      },
    });
  if (hasCompanion(shown)) showPlainForm(element, shown);
}

/** Draws the plain forms of all elements, and of those that the page adds or changes later. */
function fallBackEverywhere(): void {
  const drawAll = () => document.querySelectorAll(TAG).forEach(fallBack);
  drawAll();
  new MutationObserver(drawAll).observe(document, {
    childList: true,
    subtree: true,
    attributeFilter: TsenaCheckoutElement.observedAttributes,
  });
}

function mount(target: string | Element, options: ElementOptions): Mounted {
  const parent = typeof target === 'string' ? document.querySelector(target) : target;
  if (parent === null)
    throw new Error(`Tsena.mount: no element matches "${target}". Call it after the element is in the page.`);
  const element = createElement(options);
  parent.appendChild(element);
  fallBack(element);
  return {
    element,
    update(changes) {
      element.options = Object.assign({}, element.options, changes);
    },
    unmount: () => element.remove(),
  };
}

/** The shop's own texts, from `data-texts`. */
function readTexts(json: string): TextOverrides | undefined {
  try {
    const texts: Record<string, string> = {};
    for (const [key, text] of Object.entries(JSON.parse(json))) texts[key] = String(text);
    return texts;
  } catch (error) {
    console.error('tsena-checkout: data-texts must be a JSON object of texts.', error);
    return undefined;
  }
}

function mountAtScript(script: HTMLScriptElement): void {
  const { target, texts } = script.dataset;
  const element = createElement({ texts: texts === undefined ? undefined : readTexts(texts) });
  if (script.nonce) element.nonce = script.nonce;
  const ownUrl = getCompanionUrl(script);
  if (ownUrl !== undefined) element.setAttribute('companion-url', ownUrl);
  for (const name of TsenaCheckoutElement.observedAttributes) {
    const value = script.getAttribute(`data-${name}`);
    if (value !== null) element.setAttribute(name, value);
  }

  fallBack(element);
  if (target === undefined && script.closest('head') === null) script.after(element);
  else
    whenParsed(() => {
      const parent = document.querySelector(target ?? 'body');
      if (parent === null) console.error(`tsena-checkout: no element matches data-target="${target}".`);
      else parent.appendChild(element);
    });
}

/** The types of scripts that a browser runs. A consent manager blocks others (`text/plain`), and runs a copy. */
const RUNS = /^((text|application)\/javascript|module)?$/i;

function scan(): void {
  for (const script of document.querySelectorAll<HTMLScriptElement>('script[data-order-token]')) {
    if (!RUNS.test(script.type)) continue;
    // A script from a static host names the companion itself.
    if (mountedScripts.has(script) || (script.dataset.companionUrl ?? getCompanionUrl(script)) === undefined) continue;
    mountedScripts.add(script);
    mountAtScript(script);
  }
}

const existing = window.Tsena;
if (typeof existing === 'object' && 'scan' in existing) {
  // The script runs a second time: keep the first definition.
  existing.scan();
} else {
  TsenaCheckoutElement.companionUrl =
    getCompanionUrl(ownScript) ?? [...document.scripts].map(getCompanionUrl).find(Boolean);
  if (!canShowWidget) whenParsed(fallBackEverywhere);
  else if (customElements.get(TAG) === undefined) customElements.define(TAG, TsenaCheckoutElement);
  window.Tsena = { mount, scan };
  scan();
  const queue = existing?.q ?? [];
  whenParsed(() => {
    for (const call of queue) mount(...call);
  });
}
