import { LANGUAGES } from '@tsena/shared';
import { expect, faultsOf, test } from './fixtures.ts';
import { writeHistory } from './history.ts';
import { playMorning } from './scenes.ts';

const SIZES = [
  { width: 360, height: 640 },
  { width: 1280, height: 800 },
];

for (const colorScheme of ['light', 'dark'] as const) {
  for (const language of LANGUAGES) {
    test(`axe finds nothing and nothing sticks out: ${colorScheme}, ${language}`, async ({ page, desk, signIn, complaints }) => {
      await writeHistory(desk, 30);
      const { unresolved, overpaid } = await playMorning(desk);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.addInitScript((chosen) => localStorage.setItem('tsena.language', chosen), language);
      const found: string[] = [];
      const look = async (view: string) => {
        for (const size of SIZES) {
          await page.setViewportSize(size);
          found.push(...(await faultsOf(page)).map((fault) => `${view} at ${size.width}: ${fault}`));
        }
      };

      await page.goto(desk.url);
      await page.locator('h1').waitFor();
      await look('sign in');
      await signIn();
      await page.locator('.chart').waitFor();
      await page.locator('.tasks').waitFor();
      await look('overview');
      await page.locator('.tasks .button').first().click();
      await page.locator('.choice button').last().click();
      await page.locator('table').waitFor();
      await page.locator('form .primary').click();
      await look('overview with a form, a fault and a table');
      await page.goto(`${desk.url}#/payments`);
      await page.locator('.row').first().waitFor();
      await page.setViewportSize({ width: 360, height: 640 });
      await page.locator('.more').click();
      await look('payments');
      await page.goto(`${desk.url}#/payments/${overpaid.id}`);
      await page.locator('.facts').nth(1).waitFor();
      await look('a payment too many');
      await page.goto(`${desk.url}#/payments/${unresolved.id}`);
      await page.locator('.timeline').waitFor();
      await page.locator('.lead .actions .button').last().click();
      await page.locator('form .primary').click();
      await look('an unclear payment, with a form and its faults');
      expect(found).toEqual([]);
      expect(complaints).toEqual([]);
    });
  }
}
