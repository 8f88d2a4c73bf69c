import { trimAddress } from '../core/companionRequest.ts';
import type { EarlyOrder } from '../core/earlyOrder.ts';
import { listen } from '../core/pageEvents.ts';
import type { Emit } from '../events.ts';
import type { CheckoutOptions } from '../types.ts';

/** What the widget of one element needs. */
export interface WidgetProps {
  options: CheckoutOptions;
  host: Element;
  emit: Emit;
}

/** What the second file does. */
export interface Rest {
  /** Shows the widget in a shadow root, or updates it. */
  render(root: ShadowRoot, props: WidgetProps): void;
  /** Shows the widget in a shadow root that has its first drawing: takes over the nodes, and what the shopper typed into them. */
  takeOver(root: ShadowRoot, props: WidgetProps & { takeEarlyOrder: EarlyOrder | undefined }): void;
  /** Removes the widget from a shadow root. */
  remove(root: ShadowRoot): void;
}

/** The name of the second file, and the hash of its content. */
export interface RestFile {
  readonly name: string;
  readonly integrity: string;
}

/** The global variable in which the second file puts a {@link Rest}. */
export const REST_GLOBAL = 'TsenaCheckoutRest';

const ATTEMPT_TIMEOUT_MS = 20_000;
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;

/** Trusted Types, where the browser has them. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(address: string): string }): { createScriptURL(address: string): string };
}

/**
 * Loads the second file: beside the first one, else from the companion. It tries again with growing pauses, and at once when the browser
 * goes online.
 */
export class RestLoader {
  /** Undefined until the second file has run. */
  rest: Rest | undefined;
  /** How often the second file could not be loaded. */
  failures = 0;
  readonly #file: RestFile;
  readonly #firstScript: HTMLScriptElement | undefined;
  readonly #addresses: string[] = [];
  readonly #subscribers = new Set<() => void>();
  #isLoading = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #policy: ReturnType<TrustedTypes['createPolicy']> | undefined;

  /** @param firstScript - the element that loaded the first file, if it is known */
  constructor(file: RestFile, firstScript: HTMLScriptElement | undefined) {
    this.#file = file;
    this.#firstScript = firstScript;
    if (firstScript?.src) this.#addAddress(new URL(file.name, firstScript.src).href);
    const removeListener = listen(window, 'online', () => {
      if (this.rest === undefined) this.load();
      else removeListener();
    });
  }

  /** Also tries this companion if the file is not beside the first one. */
  addCompanion(companionUrl: string): void {
    this.#addAddress(`${trimAddress(companionUrl)}/v1/${this.#file.name}`);
  }

  /** Calls back when the second file has run, and at each failed attempt. Returns a function that ends this. */
  subscribe(onChange: () => void): () => void {
    this.#subscribers.add(onChange);
    return () => this.#subscribers.delete(onChange);
  }

  /** Loads the second file now, unless it is there or on its way. */
  load(): void {
    const { length } = this.#addresses;
    const address = this.#addresses[this.failures % length];
    if (this.rest !== undefined || this.#isLoading || address === undefined) return;
    this.#isLoading = true;
    clearTimeout(this.#timer);
    const script = document.createElement('script');
    const end = (event?: Event) => {
      if (this.rest !== undefined) return;
      this.rest = event?.type === 'load' ? readRest() : undefined;
      const isOfThisAttempt = script.isConnected;
      if (this.rest === undefined) script.remove();
      if (this.rest !== undefined || isOfThisAttempt) this.#endAttempt();
    };
    script.addEventListener('load', end);
    script.addEventListener('error', end);
    script.async = true;
    script.crossOrigin = 'anonymous';
    script.integrity = this.#file.integrity;
    if (this.#firstScript?.nonce) script.nonce = this.#firstScript.nonce;
    this.#timer = setTimeout(end, ATTEMPT_TIMEOUT_MS);
    document.head.appendChild(script);
    try {
      // A proxy may have stored a wrong answer.
      script.src = this.#trust(this.failures < length ? address : `${address}?${this.failures}`);
    } catch {
      // Trusted Types forbid it.
      end();
    }
  }

  #addAddress(address: string): void {
    if (!this.#addresses.includes(address)) this.#addresses.push(address);
  }

  #endAttempt(): void {
    clearTimeout(this.#timer);
    this.#isLoading = false;
    if (this.rest === undefined) {
      this.failures += 1;
      // Each address once, then a pause.
      const rounds = Math.floor(this.failures / this.#addresses.length);
      const isRoundOver = this.failures % this.#addresses.length === 0;
      const pauseMs = isRoundOver ? Math.min(FIRST_PAUSE_MS * 2 ** (rounds - 1), MAX_PAUSE_MS) : 0;
      this.#timer = setTimeout(() => this.load(), pauseMs);
    }
    for (const onChange of [...this.#subscribers]) onChange();
  }

  /** Pages that enforce Trusted Types take an address only from a policy. */
  #trust(address: string): string {
    const trustedTypes = Reflect.get(window, 'trustedTypes') as TrustedTypes | undefined;
    try {
      this.#policy ??= trustedTypes?.createPolicy('tsena', { createScriptURL: (own) => own });
      return this.#policy?.createScriptURL(address) ?? address;
    } catch {
      // The page allows no policy of this name. It may still take plain addresses.
      return address;
    }
  }
}

function readRest(): Rest | undefined {
  return Reflect.get(window, REST_GLOBAL) as Rest | undefined;
}
