import { problem } from './companionStub.ts';
import { expect, orderToken, test, type Widget } from './fixtures.ts';
import { states } from './states.ts';

/** Returns the elements that are wider than the widget. */
function findOverflow(widget: Widget): Promise<string[]> {
  return widget.root.evaluate((host) => {
    const { right } = host.getBoundingClientRect();
    const all = host.shadowRoot?.querySelectorAll('.card *:not(.sr)') ?? [];
    return [...all]
      .filter((one) => one.getBoundingClientRect().right > right + 0.5)
      .map((one) => one.outerHTML.slice(0, 80));
  });
}

/** Returns the texts in which a character stands left of the one before it, on the same line. */
function findDisorder(widget: Widget): Promise<string[]> {
  return widget.root.evaluate((host) => {
    const found = new Set<string>();
    const texts = document.createTreeWalker(host.shadowRoot ?? host, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      let [left, top] = [0, Number.NaN];
      for (let index = 0; index < (text.nodeValue?.length ?? 0); index += 1) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + 1);
        const box = range.getBoundingClientRect();
        if (box.width === 0) continue;
        if (box.top === top && box.left < left) found.add(text.nodeValue ?? '');
        [left, top] = [box.left, box.top];
      }
    }
    return [...found];
  });
}

test('fits into 280 px in every state and language, with controls of at least 48 px', async ({
  companion,
  open,
  page,
}) => {
  test.slow();
  companion.answers.events = problem('too_many_streams');
  companion.checkouts.set('rich', {
    ...companion.checkout('form'),
    amount: '999999999999',
    partnerName: 'Fikambanan’ny mpamboly sy mpiompy eto Analamanga',
  });
  await page.setViewportSize({ width: 280, height: 640 });
  const heights: number[] = [];
  for (const lang of ['mg', 'fr', 'en']) {
    for (const token of [...Object.keys(states), 'rich']) {
      const widget = await open({ token, lang, head: '<style>body { margin: 0 }</style>' });
      await expect(widget.heading).toBeVisible();
      await expect(widget.root.locator('header[aria-hidden=true]')).toHaveCount(0);
      expect(await findOverflow(widget), `${token} in ${lang}`).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(280);
      const controls = widget.root.locator('button, a, input:not([type=checkbox]), label.check');
      const found = await controls.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
      expect(Math.min(...found, 48), `${token} in ${lang}`).toBe(48);
      heights.push(...found);
    }
  }
  // Every form has a field and a button.
  expect(heights.length).toBeGreaterThan(6);
});

test('an amount of 99,999,999 Ar is whole at 320 px, also in a wide font', async ({ companion, open, page }) => {
  companion.checkouts.set('big', { ...companion.checkout('form'), amount: '99999999' });
  await page.setViewportSize({ width: 320, height: 640 });
  const widget = await open({ token: 'big', head: '<style>tsena-checkout { --tsena-font: "DejaVu Sans" }</style>' });
  const amount = widget.root.locator('[part=amount]');
  await expect(amount).toHaveText('99,999,999 Ar');
  const { shown, needed, lines } = await amount.evaluate((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    // A line that could break has a box for each part between its breaks.
    const lines = new Set([...range.getClientRects()].map((box) => box.bottom)).size;
    return { shown: one.clientWidth, needed: one.scrollWidth, lines };
  });
  expect([needed <= shown, lines]).toEqual([true, 1]);
});

test('the text has the reader’s size, whatever the shop sets on its page', async ({ open }) => {
  const widget = await open({ head: '<style>html { font-size: 62.5% } body { font-size: 10px }</style>' });
  await expect(widget.root.locator('[part=card]')).toHaveCSS('font-size', '16px');
  await expect(widget.root.locator('[part=amount]')).toHaveCSS('font-size', '34px');
});

test('words, numbers and amounts read from left to right in a page from right to left', async ({ companion, open }) => {
  for (const token of ['form', 'waiting', 'paid', 'unresolved']) {
    const tag = `<script async src="${companion.url}/v1/checkout.js" data-order-token="${token}"></script>`;
    const widget = await open({ lang: 'fr', body: `<div dir="rtl">${tag}</div>` });
    await expect(widget.root.locator('[part=amount]')).toHaveText('25\u00a0000\u00a0Ar');
    expect(await findDisorder(widget), token).toEqual([]);
  }
});

test('the summary stands beside the view where there is room for both', async ({ open, page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const widget = await open({ head: '<style>tsena-checkout { --tsena-max-width: 760px }</style>' });
  const place = async (part: string) => (await widget.root.locator(part).boundingBox()) ?? { x: 0, y: 0 };
  await expect(widget.button).toHaveText('Pay 25,000 Ar');
  expect((await place('.view')).x).toBeGreaterThan((await place('header')).x);
  expect((await place('.view')).y).toBe((await place('header')).y);
  await page.setViewportSize({ width: 360, height: 640 });
  expect((await place('.view')).y).toBeGreaterThan((await place('header')).y);
});

for (const [known, token] of [
  ['with an amount', orderToken()],
  ['without an amount', 'form'],
] as const) {
  test(`the layout does not shift while an order loads from a token ${known}`, async ({ companion, open, page }) => {
    let answer: () => void = () => undefined;
    companion.answers.checkout = (_request, response) => {
      answer = () =>
        response
          .writeHead(200, { 'Content-Type': 'application/json' })
          .end(JSON.stringify(companion.checkout('sandbox')));
    };
    const widget = await open({
      body: `<script src="${companion.url}/v1/checkout.js" data-order-token="${token}"></script><p>The shop goes on below.</p>`,
    });
    await expect(widget.number).toBeVisible();
    const before = await page.getByText('The shop goes on below.').boundingBox();
    await expect.poll(() => companion.requestsTo('GET', /checkout$/).length).toBe(1);
    answer();
    await expect(widget.root).toContainText('To ');
    await expect(widget.button).toHaveText('Pay 25,000 Ar');
    expect(await page.getByText('The shop goes on below.').boundingBox()).toEqual(before);
  });
}

test('the page’s styles do not change the widget, nor the widget’s the page', async ({ companion, open, page }) => {
  const script = `<script src="${companion.url}/v1/checkout.js" data-order-token="form"></script>`;
  const plain = await open({ body: `${script}<button>Shop</button>` });
  await expect(plain.button).toHaveText('Pay 25,000 Ar');
  const expected = await plain.root.locator('[part=card]').screenshot();
  const shopButton = await page.locator('body > button').screenshot();

  const styled = await open({
    head: `<style>* { color: red; font: italic 30px serif; letter-spacing: 4px; text-transform: uppercase; line-height: 3; text-align: right; }
      button { background: red } input { border-radius: 50px } h2, p { margin: 40px }</style>`,
    body: script,
  });
  await expect(styled.button).toHaveText('Pay 25,000 Ar');
  expect((await styled.root.locator('[part=card]').screenshot()).equals(expected)).toBe(true);

  await open({ body: `${script}<button>Shop</button>` });
  await expect(plain.button).toHaveText('Pay 25,000 Ar');
  expect((await page.locator('body > button').screenshot()).equals(shopButton)).toBe(true);
});

test('uses the shop’s colours and parts, and the device’s theme', async ({ open, page }) => {
  const widget = await open({
    head: '<style>tsena-checkout { --tsena-accent: rgb(90, 0, 90) } tsena-checkout::part(amount) { font-size: 40px }</style>',
  });
  await expect(widget.button).toHaveText('Pay 25,000 Ar');
  await expect(widget.button).toHaveCSS('background-color', 'rgb(90, 0, 90)');
  await expect(widget.root.locator('[part=amount]')).toHaveCSS('font-size', '40px');
  const card = widget.root.locator('[part=card]');
  await expect(card).toHaveCSS('background-color', 'rgb(255, 253, 248)');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(card).toHaveCSS('background-color', 'rgb(29, 23, 19)');
  await widget.root.evaluate((element) => element.setAttribute('theme', 'light'));
  await expect(card).toHaveCSS('background-color', 'rgb(255, 253, 248)');
});

test('has no animation if the device asks for reduced motion', async ({ open, page }) => {
  const widget = await open({ token: 'waiting' });
  const status = widget.root.locator('[part=status]');
  await expect(status).toHaveCSS('animation-name', 'weave');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect(status).toHaveCSS('animation-name', 'none');
  const paid = await open({ token: 'paid' });
  const tick = paid.root.locator('svg');
  await expect(tick).toHaveCSS('animation-name', 'none');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await expect(tick).toHaveCSS('animation-name', 'arrive');
});

test('renders without constructable stylesheets, with the script’s nonce', async ({ companion, open, page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(Document.prototype, 'adoptedStyleSheets'));
  await page.addInitScript(() => Reflect.deleteProperty(ShadowRoot.prototype, 'adoptedStyleSheets'));
  const widget = await open({
    csp: `default-src 'none'; script-src 'nonce-abc'; style-src 'nonce-abc'; connect-src ${companion.url}; img-src data:`,
    attributes: 'nonce="abc"',
  });
  await expect(widget.button).toHaveText('Pay 25,000 Ar');
  await expect(widget.root.locator('[part=card]')).toHaveCSS('border-radius', '14px');
});
