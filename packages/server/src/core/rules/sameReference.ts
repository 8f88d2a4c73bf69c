import { foldReference } from '@tsena/shared';

/**
 * Whether two texts name one transaction: as `storage/sameTransaction` does, in any spelling. A missing one names none.
 */
export function isSameReference(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && foldReference(one) === foldReference(other);
}
