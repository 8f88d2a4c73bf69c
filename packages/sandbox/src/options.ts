import type { Dialect, FaultRule } from './page/views.ts';

/** A Consumer Key and Consumer Secret (section 1). */
export interface Consumer {
  readonly key: string;
  readonly secret: string;
}

/** What a sandbox can be told. Everything has a default. */
export interface SandboxOptions {
  /** Address to listen on: `127.0.0.1`. */
  readonly host?: string | undefined;
  /** Port to listen on: 0, which takes a free one. */
  readonly port?: number | undefined;
  /** The service's own name, of the path and the scope: `svc`. */
  readonly service?: string | undefined;
  /** `spec` (the default) follows the interface document, `live` the service as it is met in the field. */
  readonly dialect?: Dialect | undefined;
  /** Approves each transaction by itself after so many ms. Off by default. */
  readonly autoApproveMs?: number | undefined;
  /** The test numbers: 0343500003 and 0343500004. */
  readonly msisdns?: readonly string[] | undefined;
  /** Who may ask for a token: `sandbox-key` with `sandbox-secret`. */
  readonly consumers?: readonly Consumer[] | undefined;
  /** What each test number holds, in Ariary: 10,000,000. It is topped up after each payment, so that nothing runs dry. */
  readonly balance?: number | undefined;
  /** Lifetime of a token, in seconds: 3600. */
  readonly tokenSeconds?: number | undefined;
  /** Fault rules to start with. */
  readonly faults?: readonly FaultRule[] | undefined;
  /** Seed of the faults' probabilities: 1. */
  readonly seed?: number | undefined;
  /** How many final transactions are kept: 20,000. The oldest leave first. */
  readonly keepFinal?: number | undefined;
  /** How many may be pending at once: 50,000. A further one gets a 503. */
  readonly maxPending?: number | undefined;
  /** How many initiations the journal keeps, and how many other requests: 20,000. */
  readonly keepRequests?: number | undefined;
  /** The clock, in ms since 1970. */
  readonly now?: (() => number) | undefined;
}

/** {@link SandboxOptions} with every default filled in. */
export interface Settings {
  readonly host: string;
  readonly port: number;
  readonly service: string;
  readonly dialect: Dialect;
  readonly autoApproveMs: number | null;
  readonly msisdns: readonly string[];
  readonly consumers: readonly Consumer[];
  readonly balance: number;
  readonly tokenSeconds: number;
  readonly faults: readonly FaultRule[];
  readonly seed: number;
  readonly keepFinal: number;
  readonly maxPending: number;
  readonly keepRequests: number;
  readonly now: () => number;
}

/** Fills the defaults in. */
export function settle(options: SandboxOptions): Settings {
  return {
    host: options.host ?? '127.0.0.1',
    port: options.port ?? 0,
    service: options.service ?? 'svc',
    dialect: options.dialect ?? 'spec',
    autoApproveMs: options.autoApproveMs ?? null,
    msisdns: options.msisdns ?? ['0343500003', '0343500004'],
    consumers: options.consumers ?? [{ key: 'sandbox-key', secret: 'sandbox-secret' }],
    balance: options.balance ?? 10_000_000,
    tokenSeconds: options.tokenSeconds ?? 3600,
    faults: options.faults ?? [],
    seed: options.seed ?? 1,
    keepFinal: options.keepFinal ?? 20_000,
    maxPending: options.maxPending ?? 50_000,
    keepRequests: options.keepRequests ?? 20_000,
    now: options.now ?? Date.now,
  };
}
