import { vi } from 'vitest';
import { type Rest, RestLoader } from '../first/restLoader.ts';

/** A file that no test loads. */
export const REST_FILE = { name: 'checkout-rest-0123456789abcdef.js', integrity: 'sha384-abc' };

/** Lets the page create script elements that load nothing. The test says how each attempt ends. */
export function holdScripts(): void {
  const create = document.createElement.bind(document);
  vi.spyOn(document, 'createElement').mockImplementation((name: string) => {
    const element = create(name);
    return name === 'script' ? Object.defineProperty(element, 'src', { value: '', writable: true }) : element;
  });
}

/** The script element that loaded the first file. */
export function firstScript(attributes: { src?: string; nonce?: string } = {}): HTMLScriptElement {
  return Object.assign(document.createElement('script'), { src: 'https://pay.example/v1/checkout.js', ...attributes });
}

/** The script elements that ask for the second file now, in order. */
export function restScripts(): HTMLScriptElement[] {
  return [...document.head.querySelectorAll('script')].filter(({ src }) => src.includes('checkout-rest-'));
}

/** Creates a loader without anything to load. */
export function createLoader(): RestLoader {
  return new RestLoader(REST_FILE, firstScript());
}

/** Ends the latest attempt as a browser does when the file has run, or could not be loaded. */
export function endAttempt(rest?: Rest): void {
  if (rest !== undefined) Object.assign(window, { TsenaCheckoutRest: rest });
  restScripts()
    .at(-1)
    ?.dispatchEvent(new Event(rest === undefined ? 'error' : 'load'));
}

/** Removes what the tests above left in the page. */
export function cleanUp(): void {
  vi.restoreAllMocks();
  for (const script of restScripts()) script.remove();
  Reflect.deleteProperty(window, 'TsenaCheckoutRest');
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
}
