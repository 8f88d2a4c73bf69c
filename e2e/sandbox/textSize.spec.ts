import { test as base, expect } from '@playwright/test';
import { createSandbox } from '@tsena/sandbox';
import { findFlaws } from '../findFlaws.ts';
import config from '../playwright.config.ts';
import { initiate } from './content.ts';

/** Twice the usual size. Media queries in em follow it too. */
const launchOptions = config.use?.launchOptions ?? {};
base.use({
  launchOptions: { ...launchOptions, args: [...(launchOptions.args ?? []), '--blink-settings=defaultFontSize=32'] },
  viewport: { width: 320, height: 640 },
});

base('payments and phone fit 320 px in text of 200 %', async ({ page }) => {
  const sandbox = await createSandbox();
  try {
    await initiate(sandbox, '1500000');
    sandbox.approve(await initiate(sandbox, '1700'));
    sandbox.reject(await initiate(sandbox, '1900'));
    await page.goto(`${sandbox.url}/portal`);
    await expect(page.getByRole('listitem').filter({ hasText: 'Order 1700' })).toContainText('completed');
    expect(await findFlaws(page)).toEqual([]);
  } finally {
    await sandbox.close();
  }
});
