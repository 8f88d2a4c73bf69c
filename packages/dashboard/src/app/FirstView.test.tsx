import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { createTranslator } from '../core/texts.ts';
import { createTotals, MERCHANT } from '../testing/fixtures.ts';
import { locales } from '../testing/locales.ts';
import { textOf } from '../testing/openPage.tsx';
import { FirstView } from './FirstView.tsx';

afterEach(cleanup);

const open = (hash: string) => {
  location.hash = hash;
  const data = { merchant: { ...MERCHANT, partnerName: 'Lamba' }, totals: createTotals([240_000, 125_500]) };
  render(<FirstView data={data} texts={createTranslator('en', locales.en)} />);
};

it('the overview is first drawn with today’s and yesterday’s amount, and links to the other pages', () => {
  open('#/');
  const today = textOf(screen.getByRole('region', { name: 'Received today' }));
  expect(today).toMatch(/125,500 Ar.*Yesterday: 240,000 Ar/);
  expect(today).not.toContain('Refunded');
  expect(within(screen.getByRole('navigation')).getByRole('link', { current: 'page' }).textContent).toBe('Overview');
  expect(screen.getByText('Lamba')).toBeTruthy();
});
