import type * as App from '../app.ts';
import { ownScript } from '../core/ownScript.ts';
import { trimAddress } from '../core/trimAddress.ts';
import { trust } from './trust.ts';

/** The build fills it in: see vite.config.ts. */
declare const APP_FILE: { readonly name: string; readonly integrity: string };

declare global {
  interface Window {
    /** The application, once the second file has come. */
    readonly TsenaCheckoutApp?: typeof App;
  }
}

const MAX_PAUSE_MS = 30_000;

let loading: Promise<void> | undefined;

/**
 * Loads the second file once for all widgets: from beside the first one. It tries again, with growing pauses,
 * until the file is there.
 */
export function loadApp(companionUrl: string, nonce: string | undefined): Promise<void> {
  loading ??= tryToLoad(companionUrl, nonce || ownScript?.nonce);
  return loading;
}

async function tryToLoad(companionUrl: string, nonce: string | undefined): Promise<void> {
  // In a shop's own bundle, the script has another name.
  const base = ownScript?.src.includes('/checkout') ? ownScript.src : `${trimAddress(companionUrl)}/v1/`;
  for (let pauseMs = 1_000; ; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
    await addScript(base, nonce);
    if (window.TsenaCheckoutApp !== undefined) return;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

function addScript(base: string, nonce: string | undefined): Promise<void> {
  return new Promise((resolve) => {
    const script = document.createElement('script');
    // A slow processor can answer the shopper between the file and what it draws.
    script.onload = () => setTimeout(resolve);
    script.onerror = () => {
      script.remove();
      resolve();
    };
    script.crossOrigin = 'anonymous';
    script.integrity = APP_FILE.integrity;
    if (nonce) script.nonce = nonce;
    script.src = trust.createScriptURL(new URL(APP_FILE.name, base).href);
    document.head.appendChild(script);
  });
}
