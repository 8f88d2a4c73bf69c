import type { FaultRule } from '../views/faultRule.ts';
import { BEHAVIOUR_VALUES, type Behaviour, type Dialect } from '../views/views.ts';

/** A Consumer Key and its Consumer Secret (section 1). */
export interface Consumer {
  readonly key: string;
  readonly secret: string;
}

/** The client if none is given. The manual names both. */
export const DEFAULT_CONSUMER: Consumer = { key: 'sandbox-key', secret: 'sandbox-secret' };

/** The options of a sandbox. All are optional. */
export interface SandboxOptions {
  /** The address to listen on. Default: `127.0.0.1`. */
  readonly host?: string | undefined;
  /** The port to listen on. Default: 0, which picks a free port. */
  readonly port?: number | undefined;
  /** The service's name, as in its paths and its token scope. Default: `svc`. */
  readonly service?: string | undefined;
  /**
   * `spec` follows the interface document, `live` follows the recorded behaviour of the real service. Default: `spec`.
   */
  readonly dialect?: Dialect | undefined;
  /** What the sandbox does where the records of the real service disagree. It can be changed while the sandbox runs. */
  readonly behaviour?: Partial<Behaviour> | undefined;
  /** Approves each transaction automatically after this many ms. Default: off. */
  readonly autoApproveMs?: number | undefined;
  /** The test numbers. Default: 0343500003 and 0343500004. */
  readonly msisdns?: readonly string[] | undefined;
  /** The clients that may request a token. Default: `sandbox-key` with `sandbox-secret`. */
  readonly consumers?: readonly Consumer[] | undefined;
  /**
   * The balance of each test number, in Ariary. After each payment, the payer is topped up to it. Default: 10,000,000.
   */
  readonly balance?: number | undefined;
  /** The lifetime of a token, in seconds. Default: 3600. */
  readonly tokenSeconds?: number | undefined;
  /** The fault rules at the start. Default: none. */
  readonly faults?: readonly FaultRule[] | undefined;
  /** The seed of the fault rules' probabilities. Default: 1. */
  readonly seed?: number | undefined;
  /** How many final transactions are kept. The oldest are removed first. Default: 20,000. */
  readonly keepFinal?: number | undefined;
  /** How many transactions may be pending at once. A further initiation gets a 503. Default: 50,000. */
  readonly maxPending?: number | undefined;
  /** How many initiations the request log keeps, and how many other requests. Default: 20,000. */
  readonly keepRequests?: number | undefined;
  /** The clock, in ms since 1970. Default: `Date.now`. */
  readonly now?: (() => number) | undefined;
}

type Given = {
  readonly [Name in Exclude<keyof SandboxOptions, 'behaviour' | 'autoApproveMs'>]-?: NonNullable<SandboxOptions[Name]>;
};

/** {@link SandboxOptions} with all defaults filled in. */
export interface Settings extends Given {
  /** The portal can replace it. */
  behaviour: Behaviour;
  readonly autoApproveMs: number | null;
}

/** The first value of each choice. */
const DEFAULT_BEHAVIOUR = Object.fromEntries(
  Object.entries(BEHAVIOUR_VALUES).map(([name, [first]]) => [name, first]),
) as Behaviour;

/** Fills in the defaults of the options that are not given. */
export function applyDefaults(options: SandboxOptions): Settings {
  return {
    host: options.host ?? '127.0.0.1',
    port: options.port ?? 0,
    service: options.service ?? 'svc',
    dialect: options.dialect ?? 'spec',
    behaviour: { ...DEFAULT_BEHAVIOUR, ...options.behaviour },
    autoApproveMs: options.autoApproveMs ?? null,
    msisdns: options.msisdns ?? ['0343500003', '0343500004'],
    consumers: options.consumers ?? [DEFAULT_CONSUMER],
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
