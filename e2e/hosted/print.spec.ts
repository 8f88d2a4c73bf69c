import { expect, test } from './fixtures.ts';

// The paper of a receipt printer, 80 mm.
test.use({ viewport: { width: 302, height: 700 }, locale: 'fr', javaScriptEnabled: false });

test('a receipt on narrow paper keeps its labels whole, and says in the sandbox that it is a test', async ({
  page,
  hosted,
}) => {
  await page.goto((await hosted.createLink({ description: 'Lamba landy' })).url);
  await page.locator('input[type=tel]').fill('034 35 000 03');
  await page.locator('form button').click();
  await page.waitForURL(/pay_/);
  hosted.approveAll();
  await expect(page.locator('[data-view=paid]')).toBeVisible();
  await page.emulateMedia({ media: 'print' });

  const labels = page.locator('dt');
  await expect(labels).toHaveText(['Montant', 'De', 'Commande', 'Reçu', 'Référence', 'Date']);
  const lines = await labels.evaluateAll((all) =>
    all.map((one) => one.getClientRects().length && Math.round(one.clientHeight / 20)),
  );
  expect(lines).toEqual([1, 1, 1, 1, 1, 1]);
  // Browsers leave backgrounds out.
  await expect(page.getByText('Test, sans argent réel')).toHaveCSS('color', 'rgb(0, 0, 0)');
  for (const hidden of ['nav', '.keep']) await expect(page.locator(hidden)).toBeHidden();
});
