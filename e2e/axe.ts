import type { Page } from '@playwright/test';
import axe from 'axe-core';

/** The violations that axe finds with all its rules, colours included, in the page or in a part of it. */
export async function runAxe(page: Page, part = 'html'): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate((include) => axe.run({ include }), part);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}
