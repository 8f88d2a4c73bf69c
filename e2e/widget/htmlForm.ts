import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { deferred } from '@tsena/testkit/deferred';
import type { CompanionStub } from './companionStub.ts';
import { expect, type Widget } from './fixtures.ts';

const README = new URL('../../packages/widget/README.md', import.meta.url);
/** The lines that the manual gives for the page's own form. */
const CSS = /```css\n([\s\S]*?)```/.exec(readFileSync(README, 'utf8'))?.[1] ?? '';

/** The form in the HTML of the shop's page. */
export function plainForm({ url }: CompanionStub, token: string) {
  return {
    lang: 'en',
    head: `<style>body { margin: 0; font-family: system-ui, sans-serif } ${CSS}</style>`,
    body: `<tsena-checkout order-token="${token}"><form method="post" action="${url}/pay">
      <input type="hidden" name="token" value="${token}"><input type="hidden" name="lang" value="en">
      <label>Mobile money number <input name="msisdn" type="tel" autocomplete="tel"></label>
      <button>Pay 25,000 Ar</button>
      </form></tsena-checkout><p>Questions? 020 22 000 00</p><script async src="${url}/v1/checkout.js"></script>`,
  };
}

/** Holds a file back until the returned function is called. */
export async function hold(page: Page, file: string): Promise<() => void> {
  const held = deferred();
  await page.route(file, async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}

/** Expects the widget's field and button where those of the page's own form stand, when `come` has let it come. */
export async function expectSamePlaces(page: Page, widget: Widget, come: () => void): Promise<void> {
  const plain = page.locator('tsena-checkout > form');
  const before = [await plain.locator('input[type=tel]').boundingBox(), await plain.locator('button').boundingBox()];
  come();
  await expect(widget.root.locator('[part=input]')).toBeVisible();
  await expect(plain).toBeHidden();
  const after = [await widget.root.locator('[part=input]').boundingBox(), await widget.button.boundingBox()];
  for (const [index, box] of before.entries())
    for (const side of ['y', 'height'] as const)
      expect(Math.abs((box?.[side] ?? 0) - (after[index]?.[side] ?? 0)), `${index} ${side}`).toBeLessThan(2);
}

/** Records the page's layout shifts from its start. */
export async function recordShifts(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
}
