interface Trust {
  createHTML(markup: string): string;
  createScriptURL(address: string): string;
}

/** What this package itself wrote, unchanged. */
const trustAll: Trust = { createHTML: (markup) => markup, createScriptURL: (address) => address };

declare global {
  interface Window {
    readonly trustedTypes?: { createPolicy(name: string, rules: Trust): Trust };
  }
}

/** Pages that enforce Trusted Types take markup and addresses only from a policy. They may forbid ours. */
export const trust = createTrust();

/** Whether the page takes markup from this package. Where it does not, it does not take the application either. */
export const canWriteMarkup = tryMarkup();

function tryMarkup(): boolean {
  try {
    document.createElement('p').innerHTML = trust.createHTML('');
    return true;
  } catch (error) {
    console.error('tsena-checkout:', error);
    return false;
  }
}

function createTrust(): Trust {
  try {
    return window.trustedTypes?.createPolicy('tsena', trustAll) ?? trustAll;
  } catch {
    return trustAll;
  }
}
