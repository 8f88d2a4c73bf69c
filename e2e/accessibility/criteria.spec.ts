import { findViolations } from '../dashboard/fixtures.ts';
import { findFlaws } from '../findFlaws.ts';
import { expect, test } from '../hosted/fixtures.ts';
import { findMovement, readFocused, setTextSpacing } from './inspect.ts';
import { PAGES } from './openPages.ts';

// docs/accessibility.md names these steps. The widget's states are in e2e/widget/accessibility.spec.ts, all pages of
// the dashboard in e2e/dashboard/appearance.spec.ts.
const MOST_STOPS = 80;

for (const { name, open } of PAGES) {
  test(`${name} meets the criteria of the conformance report`, async ({ page, hosted, signIn }) => {
    await open(page, hosted, signIn);
    const blur = () =>
      page.evaluate(() => (document.activeElement instanceof HTMLElement ? document.activeElement.blur() : undefined));
    const address = page.url();

    await test.step('passes axe, has a title and a language', async () => {
      expect(await findViolations(page)).toEqual([]);
      expect(await page.title()).not.toBe('');
      expect(await page.locator('html').getAttribute('lang')).toMatch(/^(mg|fr|en)$/);
    });
    await test.step('plays nothing, and flashes nothing', async () => {
      expect(await findMovement(page)).toEqual([]);
    });
    await test.step('shows the focus at each stop of the Tab key, and lets it go', async () => {
      await blur();
      const hidden: string[] = [];
      let stops = 0;
      for (; stops < MOST_STOPS; stops += 1) {
        await page.keyboard.press('Tab');
        const focused = await readFocused(page);
        if (focused.isBody) break;
        if (!focused.isVisible) hidden.push(`${focused.name} is covered`);
        if (!focused.hasRing) hidden.push(`${focused.name} has no ring`);
      }
      expect(hidden).toEqual([]);
      expect(stops).toBeGreaterThan(0);
      expect(stops).toBeLessThan(MOST_STOPS);
      expect(page.url()).toBe(address);
    });
    await test.step('acts on no single letter, and not when a button is only pressed down', async () => {
      const sent: string[] = [];
      page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()));
      await blur();
      for (const letter of 'abcdefghijklmnopqrstuvwxyz?/') await page.keyboard.press(letter);
      const button = page.locator('button:visible').last();
      await button.hover();
      await page.mouse.down();
      await page.mouse.move(0, 0);
      await page.mouse.up();
      expect(page.url()).toBe(address);
      expect(sent).toEqual([]);
    });
    await test.step('reflows at 320 px, which is 400 %, and upright and lengthwise', async () => {
      for (const size of [
        { width: 640, height: 320 },
        { width: 320, height: 640 },
      ]) {
        await page.setViewportSize(size);
        expect(await findFlaws(page)).toEqual([]);
      }
    });
    await test.step('cuts no text with more space between lines, letters and words', async () => {
      await setTextSpacing(page);
      expect(await findFlaws(page)).toEqual([]);
    });
  });
}
