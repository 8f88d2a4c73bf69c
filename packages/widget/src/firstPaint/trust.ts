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

function createTrust(): Trust {
  try {
    return window.trustedTypes?.createPolicy('tsena', trustAll) ?? trustAll;
  } catch {
    return trustAll;
  }
}
