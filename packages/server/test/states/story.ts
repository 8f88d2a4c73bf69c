import type { Violation } from './search.ts';
import type { World } from './world.ts';

/** A violation as a story: each step, with the rows after it. */
export function tell({ broken, path }: Violation): string {
  const steps = path.map(
    ({ name, world }, index) => `${String(index + 1).padStart(3)}. ${name}\n     ${rowsOf(world)}`,
  );
  return [...steps, `Violated: ${broken}`].join('\n');
}

function rowsOf({ rows, operator }: World): string {
  return rows.attempts
    .toReversed()
    .map(({ status, next_check_at, lease_until, differences, resolution, transaction_id, review_reasons }, index) => {
      const more = { next_check_at, lease_until, differences, resolution, transaction_id, review_reasons };
      const shown = Object.entries(more).flatMap(([name, value]) => (value === null ? [] : [`${name} ${value}`]));
      const { status: there, callback } = operator[index] ?? { status: 'none', callback: 'none' };
      return [`payment ${index + 1} ${status}`, ...shown, `operator: ${there}, callback ${callback}`].join(', ');
    })
    .join('\n     ');
}
