import { randomUUID } from 'node:crypto';
import { SETUP_CHECKS, type SetupCheckName } from '@tsena/shared/merchant';
import type { Settings } from '../../config/settings.ts';
import { NO_TRANSACTION } from '../../core/operator/checkCredentials.ts';
import type { Operator } from '../../core/operator/client.ts';
import type { Lookups } from '../../core/operator/lookups.ts';
import type { HttpContext } from '../../http/kit/context.ts';
import { monotonicClock } from '../../time/clock.ts';
import { waitWithin } from '../../time/waitWithin.ts';
import { checkPublicAddress } from '../shared/checkPublicAddress.ts';
import { type SetupFinding, setupFinding } from '../shared/setupFinding.ts';
import { checkAllowedOrigins } from './allowedOrigins.ts';
import { checkOperator } from './credentials.ts';
import { checkClock } from './operatorClock.ts';
import { runRecordedChecks } from './recordedChecks.ts';
import { checkRequiredSettings } from './requiredSettings.ts';

/**
 * How long the answers of the operator and of the public address are used, ms: a merchant who reloads the page asks
 * nobody again.
 */
const REUSE_MS = 60_000;
/** How long the checks wait for the operator, ms: less than proxies wait for an answer. */
const OPERATOR_WITHIN_MS = 10_000;

/** The go-live checklist: one finding for each check. */
export interface SetupReport {
  /** When the operator and the public address were asked, ms since 1970. */
  readonly checkedAt: number;
  readonly findings: readonly SetupFinding[];
}

/**
 * Creates the checklist of a running companion. The operator and the public address are asked at most once a minute and
 * after a change of the settings, however often the list is read; the rest is read from the settings and the database
 * each time.
 */
export function createSetup({
  storage,
  current,
  operator,
  wall,
  installationId,
}: Pick<HttpContext, 'storage' | 'current' | 'operator' | 'wall' | 'installationId'>): () => Promise<SetupReport> {
  const { store, clock } = storage;
  let probing:
    | { readonly since: number; readonly settings: Settings; readonly result: Promise<SetupReport> }
    | undefined;

  async function probe(settings: Settings): Promise<SetupReport> {
    const checkedAt = clock.now();
    const [credentials, time, address] = await Promise.all([
      checkRunningCredentials(settings, operator),
      checkClock(settings, wall),
      checkPublicAddress({ settings, installationId }),
    ]);
    return { checkedAt, findings: [credentials, time, ...address] };
  }

  function probeOnceAMinute(settings: Settings): Promise<SetupReport> {
    const since = monotonicClock.now();
    if (probing !== undefined && probing.settings === settings && since - probing.since < REUSE_MS)
      return probing.result;
    const result = probe(settings);
    probing = { since, settings, result };
    // What could not be checked is not kept.
    result.catch(() => {
      probing = undefined;
    });
    return result;
  }

  return async () => {
    const settings = current();
    const recorded = runRecordedChecks({
      db: store.db,
      settings,
      webhooksEnabled: storage.webhooks.hasEndpoint,
      now: clock.now(),
    });
    const [probed, found] = await Promise.all([probeOnceAMinute(settings), recorded]);
    const all = [...checkRequiredSettings(settings), ...probed.findings, checkAllowedOrigins(settings), ...found];
    return { checkedAt: probed.checkedAt, findings: SETUP_CHECKS.map((name) => worstOf(name, all)) };
  };
}

/**
 * A companion that has a token needs no other one: a new token may revoke the one that payments use. Only if there is
 * none, one more token request tells which setting is wrong.
 */
async function checkRunningCredentials(
  settings: Settings,
  operator: Lookups & Pick<Operator, 'hasToken'>,
): Promise<SetupFinding> {
  const ready = await waitWithin(operator.hasToken(), OPERATOR_WITHIN_MS);
  if (ready === undefined) return setupFinding('credentials', 'failed', 'operator_unreachable');
  if (ready.ok) {
    const isRefused = await waitWithin(areLookupsRefused(operator), OPERATOR_WITHIN_MS);
    return isRefused
      ? setupFinding('credentials', 'failed', 'lookups_refused')
      : setupFinding('credentials', 'ok', 'credentials_accepted');
  }
  if (ready.code === 'operator_busy') return setupFinding('credentials', 'warning', 'operator_busy');
  return checkOperator({
    ...settings,
    OPERATOR_TIMEOUT_MS: Math.min(settings.OPERATOR_TIMEOUT_MS, OPERATOR_WITHIN_MS),
  });
}

/** Without status checks and details, no payment completes. */
async function areLookupsRefused(operator: Lookups): Promise<boolean> {
  const answers = await Promise.all([operator.status(randomUUID()), operator.details(NO_TRANSACTION)]);
  return answers.some((answer) => answer.kind === 'unavailable' && answer.isRefused === true);
}

const ORDER = ['failed', 'warning', 'ok'] as const;

function worstOf(name: SetupCheckName, findings: readonly SetupFinding[]): SetupFinding {
  const own = findings.filter((finding) => finding.name === name);
  const [worst] = own.toSorted((one, other) => ORDER.indexOf(one.result) - ORDER.indexOf(other.result));
  return worst ?? withoutFinding(name, findings);
}

/** The public address was not reached, so that one of the two was not checked. */
function withoutFinding(name: SetupCheckName, findings: readonly SetupFinding[]): SetupFinding {
  if (name === 'tls') return setupFinding(name, 'warning', 'tls_unknown');
  const hasBadCertificate = findings.some(({ reason }) => reason === 'certificate_invalid');
  if (name === 'public_address' && hasBadCertificate) return setupFinding(name, 'warning', 'address_silent');
  throw new TypeError(`The check ${name} has no finding.`);
}
