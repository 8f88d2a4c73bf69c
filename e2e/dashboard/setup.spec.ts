import { LANGUAGES } from '@tsena/shared';
import { expect, findViolations, test } from './fixtures.ts';

const SIZES = [
  { width: 360, height: 640 },
  { width: 1280, height: 800 },
];

test('an empty dashboard begins with the setup, which follows what the merchant tries', async ({
  page,
  dashboard,
  signIn,
  browserErrors,
}) => {
  await signIn();
  const setup = page.getByRole('region', { name: 'Set up your companion' });
  await expect(setup).toBeVisible();
  await expect(setup).toContainText('Pay an order of 100 Ar in your shop');
  await expect(setup).toContainText('No webhook was sent to your shop yet.');
  await setup.getByRole('button', { name: 'Send a test webhook' }).click();
  await expect(setup).toContainText('Your shop accepted the newest webhook.');
  expect(dashboard.receivedWebhooks).toHaveLength(1);

  const payment = await dashboard.pay('ORDER-1', 100);
  await dashboard.finish(payment, 'approve');
  await expect(page.getByRole('region', { name: 'Latest payments' })).toContainText('ORDER-1');
  await expect(setup).toHaveCount(0);

  await page.getByRole('link', { name: 'Setup' }).click();
  await expect(setup).toContainText('A payment was received and verified.');
  await expect(setup).toContainText('The operator’s callbacks arrive.');
  const declined = await dashboard.pay('ORDER-2', 100);
  await dashboard.finish(declined, 'reject');
  await expect(setup).toContainText('A payment was declined, and the companion learned it.');
  expect(browserErrors).toEqual([]);
});

for (const colorScheme of ['light', 'dark'] as const) {
  for (const language of LANGUAGES) {
    test(`the setup passes axe and fits its width: ${colorScheme}, ${language}`, async ({ page, dashboard, signIn, browserErrors }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.addInitScript((chosen) => localStorage.setItem('tsena.language', chosen), language);
      await signIn();
      const found: string[] = [];
      for (const hash of ['#/', '#/setup']) {
        await page.goto(`${dashboard.url}${hash}`);
        await page.locator('.check').first().waitFor();
        for (const size of SIZES) {
          await page.setViewportSize(size);
          found.push(...(await findViolations(page)).map((violation) => `${hash} at ${size.width}: ${violation}`));
        }
      }
      expect(found).toEqual([]);
      expect(browserErrors).toEqual([]);
    });
  }
}
