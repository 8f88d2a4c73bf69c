/** How large a run of a proof is, and the seed that decides what happens in it. */
export interface ProofSize {
  readonly size: number;
  readonly seed: number;
  /** Called with how much of the size is done. */
  progress?(done: number): void;
}

/** Adds figures to those of earlier runs. */
export function addFigures<Name extends string>(all: Record<Name, number>, more: Readonly<Record<Name, number>>): void {
  for (const name of Object.keys(more) as Name[]) all[name] = (all[name] ?? 0) + more[name];
}
