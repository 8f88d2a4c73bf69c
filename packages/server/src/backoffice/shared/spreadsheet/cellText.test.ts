import { expect, it } from 'vitest';
import { isEmptyCell } from './cellText.ts';

it('a cell is empty if it has no visible text', () => {
  for (const cell of [undefined, '', ' \u00a0', '\u200b', "'", '=""'])
    expect([cell, isEmptyCell(cell)]).toEqual([cell, true]);
  for (const cell of ['0', '-', 'a']) expect([cell, isEmptyCell(cell)]).toEqual([cell, false]);
});
