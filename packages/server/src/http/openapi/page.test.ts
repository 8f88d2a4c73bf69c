import { describe, expect, it } from 'vitest';
import { openApiDocument } from './document.ts';
import { OPERATIONS } from './operations.ts';
import { renderPage } from './page.ts';

describe('the page of the companion’s own document', () => {
  it('has every operation and schema, and loads and runs nothing', () => {
    const document = openApiDocument('1.0.0');
    const page = renderPage(document);
    for (const { id } of OPERATIONS) expect(page).toContain(`id="${id}"`);
    for (const name of Object.keys(document.components.schemas)) expect(page).toContain(`id="${name}"`);
    for (const [, target = ''] of page.matchAll(/href="#([^"]+)"/g)) expect(page).toContain(`id="${target}"`);
    expect(page).not.toMatch(/<script|<link|<img|src=|url\(|style="/);
  });
});
