import axios from 'axios';
import type { Settings } from '../../config/settings.ts';
import { redact } from '../../log/redact.ts';
import { type SetupFinding, setupFinding } from '../shared/setupFinding.ts';

const name = 'clock';
const CLOCK_WARN_ABOVE_MS = 30_000;
const CLOCK_FAIL_ABOVE_MS = 5 * 60_000;
const DATE_TIMEOUT_MS = 10_000;

/**
 * Compares this machine's clock with the operator's: tokens, webhooks and payments carry the time.
 *
 * @param wall ms since 1970 by this machine's clock
 */
export async function checkClock(
  { OPERATOR_BASE_URL }: Settings,
  wall: () => number = Date.now,
): Promise<SetupFinding> {
  const asked = wall();
  let header: unknown;
  try {
    const answer = await axios.head(OPERATOR_BASE_URL, {
      proxy: false,
      maxRedirects: 0,
      validateStatus: () => true,
      signal: AbortSignal.timeout(DATE_TIMEOUT_MS),
    });
    header = answer.headers.date;
  } catch (error) {
    return setupFinding(name, 'warning', 'clock_unknown', {
      detail: redact(error instanceof Error ? error.message : String(error)),
    });
  }
  const theirs = typeof header === 'string' ? Date.parse(header) : Number.NaN;
  if (Number.isNaN(theirs)) return setupFinding(name, 'warning', 'clock_unknown');
  const apart = Math.abs((asked + wall()) / 2 - theirs);
  const seconds = Math.round(apart / 1000);
  const detail = new Date(wall()).toISOString();
  if (apart <= CLOCK_WARN_ABOVE_MS) return setupFinding(name, 'ok', 'clock_right', { detail });
  return setupFinding(name, apart > CLOCK_FAIL_ABOVE_MS ? 'failed' : 'warning', 'clock_wrong', {
    values: { seconds },
    detail,
  });
}
