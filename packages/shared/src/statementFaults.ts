import type { Language, LocalTexts } from './language.ts';
import texts from './statementFaults.json' with { type: 'json' };
import { fillText } from './typography.ts';

/** Where a fault is, and the limit that is exceeded, if it is one. */
export interface StatementFaultPlace {
  /** The first line is 1. */
  readonly line: number;
  /** The name of the column; null: the whole line. */
  readonly column: string | null;
  readonly limit?: number | undefined;
}

/**
 * What makes a file unreadable as a statement of the operator, as a sentence without its full stop, because the place
 * stands before it.
 */
const reasons = texts.reasons satisfies LocalTexts;
const places = texts.places satisfies LocalTexts;

/** What makes a file unreadable as a statement of the operator. */
export type StatementFault = keyof typeof reasons;

/** All of them. */
export const STATEMENT_FAULTS = Object.keys(reasons) as readonly StatementFault[];

/** Says in words where a statement cannot be read, and why. */
export function describeStatementFault(fault: StatementFault, place: StatementFaultPlace, language: Language): string {
  const text = `${places[place.column === null ? 'line' : 'column'][language]}${reasons[fault][language]}`;
  return fillText(text, language, { ...place });
}
