import type { Clock } from '../../time/clock.ts';

/** A token, or why there is none. */
export type TokenResult = { readonly ok: true; readonly token: string } | TokenFailure;

/**
 * Why there is no token. Only `operator_credentials` needs a change of settings; the others are temporary.
 * `operator_unreachable`: no connection; `not_sent`: no usable answer.
 */
export interface TokenFailure {
  readonly ok: false;
  readonly code: 'operator_credentials' | 'operator_busy' | 'operator_unreachable' | 'not_sent';
  readonly reason: string;
  readonly retryAfterMs: number | null;
}

/** A token with its lifetime, in ms from the request. */
export type FetchedToken = { readonly ok: true; readonly token: string; readonly lifetimeMs: number } | TokenFailure;

/** A stored token. `renewAt` and `expiresAt` in ms since 1970. */
interface StoredToken {
  readonly token: string;
  readonly renewAt: number;
  readonly expiresAt: number;
}

/** Stores the token: in this process, or in a place that several instances share. */
export interface TokenStore {
  read(): Promise<StoredToken | null>;
  /** Replaces the stored token by the result of `change`, while no other instance does. */
  update(change: (current: StoredToken | null) => Promise<StoredToken | null>): Promise<void>;
}

const MAX_MARGIN_MS = 60_000;
const MARGIN_SHARE = 0.1;

/** Stores the token in this process. */
export function memoryTokenStore(): TokenStore {
  let kept: StoredToken | null = null;
  return {
    async read() {
      return kept;
    },
    async update(change) {
      kept = await change(kept);
    },
  };
}

function storeFailure(error: unknown): TokenFailure {
  const reason = `the token store failed (${error instanceof Error ? error.name : 'no answer'})`;
  return { ok: false, code: 'not_sent', reason, retryAfterMs: null };
}

/**
 * Shares one token among all callers and fetches one at a time, because a new token may revoke the one before
 * (section 5). Renews it 60 s before it expires, or when 10 % of its lifetime is left if that is shorter.
 *
 * @param fetchToken requests a token from the operator; must not throw
 */
export function createTokenCache(
  fetchToken: () => Promise<FetchedToken>,
  clock: Clock,
  store: TokenStore = memoryTokenStore(),
) {
  let fetching: Promise<TokenResult> | null = null;
  /**
   * Until when the token that `get` returned last needs no renewal, ms since 1970; 0 while another one is fetched, and
   * after that failed.
   */
  let heldUntil = 0;

  async function replace(failedToken: string | null): Promise<TokenResult> {
    let reading: TokenResult | undefined;
    const change = async (current: StoredToken | null): Promise<StoredToken | null> => {
      if (current !== null && current.token !== failedToken && clock.now() < current.renewAt) {
        reading = { ok: true, token: current.token };
        return current;
      }
      const askedAt = clock.now();
      const fetched = await fetchToken();
      if (fetched.ok) {
        reading = { ok: true, token: fetched.token };
        const expiresAt = askedAt + fetched.lifetimeMs;
        return {
          token: fetched.token,
          renewAt: expiresAt - Math.min(MAX_MARGIN_MS, fetched.lifetimeMs * MARGIN_SHARE),
          expiresAt,
        };
      }
      // The early renewal failed: use the old token until it expires.
      const isStillValid = current !== null && current.token !== failedToken && clock.now() < current.expiresAt;
      reading = isStillValid ? { ok: true, token: current.token } : fetched;
      return isStillValid ? current : null;
    };
    try {
      await store.update(change);
    } catch (error) {
      // A fetched token that could not be stored can still be used once.
      return reading ?? storeFailure(error);
    }
    return reading ?? storeFailure(undefined);
  }

  async function read(): Promise<StoredToken | null> {
    try {
      return await store.read();
    } catch {
      // The update that follows fails in the same way, and reports it.
      return null;
    }
  }

  function shared(failedToken: string | null): Promise<TokenResult> {
    heldUntil = 0;
    fetching ??= replace(failedToken).finally(() => {
      fetching = null;
    });
    return fetching;
  }

  return {
    /** Whether the token that `get` returned last can still be used. Asks nobody. */
    isHeld: () => clock.now() < heldUntil,
    /** Returns the current token; fetches one if there is none or if it expires soon. */
    async get(): Promise<TokenResult> {
      const current = await read();
      if (current === null || clock.now() >= current.renewAt) return shared(null);
      if (fetching === null) heldUntil = current.renewAt;
      return { ok: true, token: current.token };
    },
    /**
     * Returns another token than the one that the operator refused; fetches one only if the refused one is still
     * current.
     */
    async renew(failedToken: string): Promise<TokenResult> {
      const reading = await shared(failedToken);
      // Another caller's fetch may have returned the token that failed.
      return reading.ok && reading.token === failedToken ? shared(failedToken) : reading;
    },
  };
}
