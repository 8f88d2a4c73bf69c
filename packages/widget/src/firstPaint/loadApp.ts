import type { Language } from '@tsena/shared';
import type * as App from '../app.ts';
import { ownScript } from '../core/ownScript.ts';
import { trimAddress } from '../core/trimAddress.ts';
import { trust } from './trust.ts';

/** The build fills it in: see vite.config.ts. */
declare const APP_FILES: Readonly<Record<Language, AppFile>>;

interface AppFile {
  readonly name: string;
  readonly integrity: string;
}

declare global {
  interface Window {
    /** The application, from the second file of each language that has come. */
    readonly TsenaCheckoutApp?: Readonly<Partial<Record<Language, typeof App>>>;
  }
}

const MAX_PAUSE_MS = 30_000;

const loading: Partial<Record<Language, Promise<void>>> = {};

/**
 * Loads a language's second file once for all widgets: from beside the first one. It tries again, with growing pauses,
 * until the file is there.
 */
export function loadApp(language: Language, companionUrl: string, nonce: string | undefined): Promise<void> {
  loading[language] ??= tryToLoad(language, companionUrl, nonce || ownScript?.nonce);
  return loading[language];
}

async function tryToLoad(language: Language, companionUrl: string, nonce: string | undefined): Promise<void> {
  // In a shop's own bundle, the script has another name.
  const base = ownScript?.src.includes('/checkout') ? ownScript.src : `${trimAddress(companionUrl)}/v1/`;
  for (let pauseMs = 1_000; ; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
    await addScript(APP_FILES[language], base, nonce);
    if (window.TsenaCheckoutApp?.[language] !== undefined) return;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

function addScript({ name, integrity }: AppFile, base: string, nonce: string | undefined): Promise<void> {
  return new Promise((resolve) => {
    const script = document.createElement('script');
    // A slow processor can answer the shopper between the file and what it draws.
    script.onload = () => setTimeout(resolve);
    script.onerror = () => {
      script.remove();
      resolve();
    };
    script.crossOrigin = 'anonymous';
    script.integrity = integrity;
    if (nonce) script.nonce = nonce;
    script.src = trust.createScriptURL(new URL(name, base).href);
    document.head.appendChild(script);
  });
}
