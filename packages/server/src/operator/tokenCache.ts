import type { Clock } from '../clock.ts';

/** A token, or why there is none. */
export type TokenReading = { readonly ok: true; readonly token: string } | TokenFailure;

/** Why there is no token. Credentials are for a person to put right; the other two pass. */
export interface TokenFailure {
  readonly ok: false;
  readonly code: 'operator_credentials' | 'operator_busy' | 'operator_unreachable';
  readonly reason: string;
  readonly retryAfterMs: number | null;
}

/** A token with its life, in ms from the moment when it was asked for. */
export type FetchedToken = { readonly ok: true; readonly token: string; readonly lifetimeMs: number } | TokenFailure;

/** A token as it is kept. `renewAt` and `expiresAt` in ms since 1970. */
interface StoredToken {
  readonly token: string;
  readonly renewAt: number;
  readonly expiresAt: number;
}

/** Where the token is kept: in this process, or where several instances share it. */
export interface TokenStore {
  read(): Promise<StoredToken | null>;
  /** Replaces what is kept by what `change` makes of it, while no other instance does. */
  update(change: (current: StoredToken | null) => Promise<StoredToken | null>): Promise<void>;
}

/** Gives tokens. */
export interface TokenCache {
  /** The current token; fetched if there is none, or if it is about to expire. */
  get(): Promise<TokenReading>;
  /** Another token than the one that the operator refused; fetched only if that one is still the current one. */
  renew(failedToken: string): Promise<TokenReading>;
}

const MAX_MARGIN_MS = 60_000;
const MARGIN_SHARE = 0.1;

/** Keeps the token in this process. */
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
  return { ok: false, code: 'operator_unreachable', reason, retryAfterMs: null };
}

/**
 * Shares one token among all callers and fetches one at a time: a new token may revoke the one before (section 5).
 * It is renewed 60 s before it expires, or when 10 % of its life are left if that is shorter.
 *
 * @param fetchToken asks the operator; has to answer, never throw
 */
export function createTokenCache(
  fetchToken: () => Promise<FetchedToken>,
  clock: Clock,
  store: TokenStore = memoryTokenStore(),
): TokenCache {
  let underWay: Promise<TokenReading> | null = null;

  async function replace(failedToken: string | null): Promise<TokenReading> {
    let reading: TokenReading | undefined;
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
        return { token: fetched.token, renewAt: expiresAt - Math.min(MAX_MARGIN_MS, fetched.lifetimeMs * MARGIN_SHARE), expiresAt };
      }
      // Early renewal failed: until it expires, the old token still serves.
      const stillGood = current !== null && current.token !== failedToken && clock.now() < current.expiresAt;
      reading = stillGood ? { ok: true, token: current.token } : fetched;
      return stillGood ? current : null;
    };
    try {
      await store.update(change);
    } catch (error) {
      // A token that came but could not be kept still serves this once.
      return reading ?? storeFailure(error);
    }
    return reading ?? storeFailure(undefined);
  }

  async function read(): Promise<StoredToken | null> {
    try {
      return await store.read();
    } catch {
      // The update that follows meets the same fault, and tells it.
      return null;
    }
  }

  function shared(failedToken: string | null): Promise<TokenReading> {
    underWay ??= replace(failedToken).finally(() => {
      underWay = null;
    });
    return underWay;
  }

  return {
    async get() {
      const current = await read();
      if (current !== null && clock.now() < current.renewAt) return { ok: true, token: current.token };
      return shared(null);
    },
    async renew(failedToken) {
      const reading = await shared(failedToken);
      // A fetch that was under way for another caller may have brought back the token that failed.
      return reading.ok && reading.token === failedToken ? shared(failedToken) : reading;
    },
  };
}
