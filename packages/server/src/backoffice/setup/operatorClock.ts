import axios from 'axios';
import type { Settings } from '../../config/settings.ts';
import { redact } from '../../redact.ts';
import { type SetupFinding, setupFinding } from '../finding.ts';

const name = 'clock';
const CLOCK_WARN_ABOVE_MS = 30_000;
const CLOCK_FAIL_ABOVE_MS = 5 * 60_000;
const DATE_TIMEOUT_MS = 10_000;

/**
 * Compares this machine's clock with the operator's: tokens, webhooks and payments carry the time.
 *
 * @param wall ms since 1970 by this machine's clock
 */
export async function checkClock({ operator }: Pick<Settings, 'operator'>, wall: () => number = Date.now): Promise<SetupFinding> {
  const advice = 'Synchronize this machine’s clock: timedatectl set-ntp true';
  const asked = wall();
  let header: unknown;
  try {
    const answer = await axios.head(operator.baseUrl, {
      timeout: DATE_TIMEOUT_MS,
      proxy: false,
      maxRedirects: 0,
      validateStatus: () => true,
      signal: AbortSignal.timeout(DATE_TIMEOUT_MS),
    });
    header = answer.headers.date;
  } catch (error) {
    const message = `not compared: ${redact(error instanceof Error ? error.message : String(error))}`;
    return setupFinding(name, 'warning', 'clock_unknown', { message, advice: 'See the finding for the operator’s credentials' });
  }
  const theirs = typeof header === 'string' ? Date.parse(header) : Number.NaN;
  if (Number.isNaN(theirs)) {
    return setupFinding(name, 'warning', 'clock_unknown', { message: 'not compared: the operator’s answer has no Date header', advice });
  }
  const apart = Math.abs((asked + wall()) / 2 - theirs);
  const seconds = Math.round(apart / 1000);
  const message = `${new Date(wall()).toISOString()}, which differs from the operator’s clock by ${seconds} s`;
  if (apart <= CLOCK_WARN_ABOVE_MS) return setupFinding(name, 'ok', 'clock_right', { message });
  return setupFinding(name, apart > CLOCK_FAIL_ABOVE_MS ? 'failed' : 'warning', 'clock_wrong', { values: { seconds }, message, advice });
}
