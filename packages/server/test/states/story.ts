import { NOW } from './ages.ts';
import { writeBounds } from './readBounds.ts';
import type { Violation } from './search.ts';
import type { World } from './world.ts';

/** A violation as a story: each step, with the rows after it, and the line that repeats it in a test. */
export function tell({ bounds, broken, path }: Violation): string {
  const steps = path.map(
    ({ name, world }, index) => `${String(index + 1).padStart(3)}. ${name}\n     ${rowsOf(world)}`,
  );
  const names = path.map(({ name }) => JSON.stringify(name)).join(', ');
  const line = `expect(play('${writeBounds(bounds)}', [${names}])).toBeUndefined();`;
  return [...steps, `Violated: ${broken}`, `In a test: ${line}`].join('\n');
}

function rowsOf({ rows, operator }: World): string {
  return rows.attempts
    .toReversed()
    .map(({ status, next_check_at, lease_until, differences, resolution, transaction_id, review_reasons }, index) => {
      const check = next_check_at === null ? null : next_check_at <= NOW ? 'due' : 'planned';
      const lease = lease_until === null ? null : lease_until <= NOW ? 'ended' : 'held';
      const more = { check, lease, differences, resolution, transaction_id, review_reasons };
      const shown = Object.entries(more).flatMap(([name, value]) => (value === null ? [] : [`${name} ${value}`]));
      const { status: there, callback } = operator[index] ?? { status: 'none', callback: 'none' };
      return [`payment ${index + 1} ${status}`, ...shown, `operator: ${there}, callback ${callback}`].join(', ');
    })
    .join('\n     ');
}
