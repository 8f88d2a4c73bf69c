import type { Mutant } from './find.ts';

interface Place {
  readonly start: number;
  readonly end: number;
  readonly form: Mutant['form'];
  readonly mutants: Mutant[];
  readonly inside: Place[];
}

/** Writes all mutants into the source, each behind a switch, so that the file is transformed and loaded only once. */
export function instrument(source: string, mutants: readonly Mutant[], firstId: number): string {
  const root: Place = { start: 0, end: source.length, form: 'expression', mutants: [], inside: [] };
  for (const mutant of [...mutants].sort((one, other) => one.start - other.start || other.end - one.end)) insert(root, mutant);
  const header = 'const __mutated = (id) => globalThis.__mutation?.hit(id) === true; ';
  return header + render(source, root, firstId);
}

function insert(place: Place, mutant: Mutant): void {
  const around = place.inside.find(({ start, end }) => start <= mutant.start && mutant.end <= end);
  if (around === undefined) {
    place.inside.push({ start: mutant.start, end: mutant.end, form: mutant.form, mutants: [mutant], inside: [] });
  } else if (around.start === mutant.start && around.end === mutant.end && around.form === mutant.form) {
    around.mutants.push(mutant);
  } else {
    insert(around, mutant);
  }
}

function render(source: string, place: Place, firstId: number): string {
  let text = '';
  let from = place.start;
  for (const inner of place.inside) {
    text += source.slice(from, inner.start) + renderSwitch(source, inner, firstId);
    from = inner.end;
  }
  return text + source.slice(from, place.end);
}

function renderSwitch(source: string, place: Place, firstId: number): string {
  const original = render(source, place, firstId);
  const conditions = place.mutants.map(({ id }) => `__mutated(${firstId + id})`);
  switch (place.form) {
    case 'block':
      return `{ if (${conditions.join(' || ')}) {} else ${original} }`;
    case 'statements':
      return `if (${conditions.join(' || ')}) {} else { ${original} }`;
    case 'shorthand':
      return `${original}: (${conditions.join(' || ')} ? undefined : ${original})`;
    case 'expression': {
      const switched = place.mutants.map(({ replacement }, index) => `${conditions[index]} ? (${replacement}) : `);
      return `(${switched.join('')}(${original}))`;
    }
  }
}
