import { expect, it } from 'vitest';
import { LANGUAGES } from './language.ts';
import { describeStatementFault, STATEMENT_FAULTS } from './statementFaults.ts';

it.each(STATEMENT_FAULTS)('the fault %s has another text in each language, with its limit', (fault) => {
  const texts = LANGUAGES.map((language) => describeStatementFault(fault, { line: 3, column: null, limit: 200 }, language));
  expect(new Set(texts).size).toBe(LANGUAGES.length);
  for (const text of texts) expect(text).not.toMatch(/[{}]/);
});

it('a fault in a cell names its line and its column', () => {
  const texts = LANGUAGES.map((language) => describeStatementFault('cell_too_long', { line: 3, column: 'Montant', limit: 200 }, language));
  expect(texts.map((text) => text.replaceAll('\u00a0', ' '))).toEqual([
    'andalana 3, tsanganana «Montant»: mihoatra ny 200 ny litera ao amin’ny efitra',
    'ligne 3, colonne « Montant » : la cellule a plus de 200 caractères',
    'line 3, column “Montant”: the cell has more than 200 characters',
  ]);
});
