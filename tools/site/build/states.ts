import { states } from '../../../e2e/widget/states.ts';

/** Writes a module with the orders of the widget's tests, for the playground's mock. */
export function writeStates(): string {
  return `export const ORDERS = ${JSON.stringify(states)};\n`;
}
