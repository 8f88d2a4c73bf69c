import type { Settings } from '../../src/config/settings.ts';
import { createOperator, type Operator } from '../../src/core/operator/client.ts';
import { createLog } from '../../src/log/log.ts';
import { monotonicClock } from '../../src/time/clock.ts';

/** The companion's client of a sandbox, without a companion. */
export function operatorOf(settings: Settings): Operator {
  return createOperator({
    settings,
    current: () => settings,
    clock: monotonicClock,
    wallClock: { now: Date.now },
    log: createLog('silent'),
  });
}
