import { test as base, expect, type Page } from '@playwright/test';
import { createSandbox, type Sandbox } from '@tsena/sandbox';
import { runAxe } from '../axe.ts';
import { findFlaws } from '../findFlaws.ts';
import { createContent, initiate } from './content.ts';

const test = base.extend<{ sandbox: Sandbox }>({
  sandbox: async ({ browserName: _ }, use) => {
    const sandbox = await createSandbox();
    await use(sandbox);
    await sandbox.close();
  },
});

const findStatus = (sandbox: Sandbox, amount: string) =>
  sandbox.transactions().find((transaction) => transaction.amount === amount)?.status;
const getPrompt = (page: Page) => page.getByRole('group', { name: /^Prompt for/ });

test('the phone approves and declines a prompt with the keyboard, and the page announces the status', async ({
  page,
  sandbox,
}) => {
  await page.goto(`${sandbox.url}/portal`);
  await expect(page.getByText('No prompt is pending')).toBeVisible();
  await initiate(sandbox, '1200');
  await initiate(sandbox, '1300');
  await expect(getPrompt(page)).toContainText('Handoa 1 300 Ar amin’ny Shop ve ianao?');
  await getPrompt(page).getByRole('button', { name: 'Approve' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toHaveText('1 300 Ar completed');
  await expect(getPrompt(page).getByRole('button', { name: 'Approve' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toHaveText('1 200 Ar failed');
  expect([findStatus(sandbox, '1300'), findStatus(sandbox, '1200')]).toEqual(['completed', 'failed']);
});

test('an update of the payment list keeps the focus and the open details', async ({ page, sandbox }) => {
  const id = await initiate(sandbox, '1500');
  await page.goto(`${sandbox.url}/portal`);
  const details = page.getByRole('button', { name: 'Details of the payment of 1 500 Ar, R-1500' });
  await details.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(id)).toBeVisible();
  sandbox.approve(id);
  await initiate(sandbox, '1600');
  await expect(page.getByRole('listitem').filter({ hasText: 'Order 1500' })).toContainText('completed');
  await expect(page.getByText(id)).toBeVisible();
  await expect(details).toBeFocused();
});

test('the payment list can be searched and filtered, and all pending payments approved', async ({ page, sandbox }) => {
  sandbox.reject(await initiate(sandbox, '1700'));
  for (const amount of ['1800', '1900', '2000']) await initiate(sandbox, amount);
  await page.goto(`${sandbox.url}/portal`);
  const rows = page.getByRole('region', { name: 'Payments' }).getByRole('listitem').filter({ hasText: 'Order' });
  await expect(rows).toHaveCount(4);
  await page.getByRole('searchbox').fill('1900');
  await expect(rows).toHaveCount(1);
  await page.getByRole('searchbox').fill('');
  await page.getByRole('button', { name: 'Failed', exact: true }).click();
  await expect(rows).toHaveCount(1);
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await page.getByRole('button', { name: 'Approve all 3' }).click();
  await expect(page.getByRole('status')).toHaveText('Payments approved: 3');
  expect(sandbox.transactions().map(({ status }) => status)).toEqual(['completed', 'completed', 'completed', 'failed']);
});

test('a fault rule in JSON is added, used and removed, and a wrong one gets the reason', async ({ page, sandbox }) => {
  await page.goto(`${sandbox.url}/portal#faults`);
  const rule = page.getByRole('textbox', { name: /^A rule in JSON/ });
  await rule.fill('{"on":"initiate","do":"accept-then-status","value":502,"match":{"amount":"700"},"times":4}');
  await page.getByRole('button', { name: 'Add rule' }).click();
  await expect(
    page.getByRole('listitem').filter({ hasText: '"do": "accept-then-status", "value": 502' }),
  ).toBeVisible();
  await initiate(sandbox, '700').catch(() => undefined);
  expect(findStatus(sandbox, '700')).toBe('pending');
  for (const [wrong, reason] of [
    ['{"on":', 'This is no JSON'],
    ['{"on":"initiate","do":"status","value":9999}', 'HTTP status'],
  ] as const) {
    await rule.fill(wrong);
    await page.getByRole('button', { name: 'Add rule' }).click();
    await expect(page.getByRole('alert').filter({ hasText: reason })).toBeVisible();
  }
  await page.getByRole('button', { name: /^Remove:/ }).click();
  await expect(page.getByText('No fault rules. The service works normally.')).toBeVisible();
});

test('the settings of a companion can be copied, and are all that it needs', async ({ page, sandbox, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${sandbox.url}/portal#connect`);
  await page.getByRole('button', { name: 'Copy: Settings of a companion' }).click();
  await expect(page.getByRole('status')).toHaveText('Copied');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.replace(/^ORDER_TOKEN_SECRET=[0-9a-f]{48}$/m, 'ORDER_TOKEN_SECRET=new').split('\n')).toEqual([
    `OPERATOR_BASE_URL=${sandbox.url}`,
    'OPERATOR_SERVICE=svc',
    'CONSUMER_KEY=sandbox-key',
    'CONSUMER_SECRET=sandbox-secret',
    'PARTNER_NAME=My shop',
    'PARTNER_MSISDN=0343500004',
    'ORDER_TOKEN_SECRET=new',
  ]);
});

test('a developer walks from a declared application to production keys that work, and revokes them', async ({
  page,
  sandbox,
}) => {
  await page.goto(`${sandbox.url}/portal#connect`);
  await page.getByRole('textbox', { name: 'Name of a new application' }).fill('My shop');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'My shop' })).toBeFocused();
  const steps = page.getByRole('list', { name: 'Steps of My shop' });
  await steps.getByRole('button', { name: 'Validate as the operator' }).click();
  await steps.getByRole('button', { name: 'Receive keys' }).click();
  const sandboxSettings = steps.getByLabel('Settings with the sandbox keys', { exact: true });
  await expect(sandboxSettings).toContainText(`OPERATOR_BASE_URL=${sandbox.url}`);
  await steps.getByRole('button', { name: 'Request go-live' }).click();
  await steps.getByRole('button', { name: 'Validate go-live as the operator' }).click();
  await steps.getByRole('button', { name: 'Receive keys' }).click();
  const settings = (await steps.getByLabel('Settings with the production keys', { exact: true }).textContent()) ?? '';
  const read = (name: string) => new RegExp(`^${name}=(\\S+)$`, 'm').exec(settings)?.[1] ?? '';
  const requestToken = () =>
    fetch(`${read('OPERATOR_BASE_URL')}/token`, {
      method: 'POST',
      headers: {
        Authorization: `Basic ${btoa(`${read('CONSUMER_KEY')}:${read('CONSUMER_SECRET')}`)}`,
        'Cache-Control': 'no-cache',
      },
      body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'EXT_INT_SVC_SCOPE' }),
    });
  expect(read('OPERATOR_BASE_URL')).toBe(`${sandbox.url}/production`);
  expect((await requestToken()).status).toBe(200);
  // The page shows a Consumer Secret until it is closed, the sandbox never again.
  await page.reload();
  await expect(sandboxSettings).toContainText('CONSUMER_SECRET=…');
  await steps.getByRole('button', { name: 'Revoke the production keys' }).click();
  await expect(page.getByRole('status')).toHaveText('Production keys revoked');
  expect((await requestToken()).status).toBe(401);
  await page.getByRole('button', { name: 'Remove My shop' }).click();
  await expect(page.getByRole('heading', { name: 'My shop' })).toBeHidden();
});

test('the form chooses what the sandbox does where the records disagree', async ({ page, sandbox }) => {
  await page.goto(`${sandbox.url}/portal#faults`);
  await page.getByRole('combobox', { name: 'Fee' }).selectOption('1.5 %, two decimals');
  await expect(page.getByRole('status')).toHaveText('Fee: 1.5 %, two decimals');
  sandbox.approve(await initiate(sandbox, '364'));
  expect(sandbox.transactions()).toMatchObject([{ fees: [{ feeAmount: '5.46' }] }]);
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Fee' })).toHaveValue('exact');
});

test('the page shows an error when the sandbox does not respond', async ({ page, sandbox }) => {
  await page.goto(`${sandbox.url}/portal`);
  await expect(page.getByText('No payments yet.')).toBeVisible();
  await sandbox.close();
  await expect(page.getByRole('alert')).toContainText('does not respond');
});

const SECTIONS = ['payments', 'faults', 'requests', 'connect'] as const;

async function openSection(page: Page, sandbox: Sandbox, section: (typeof SECTIONS)[number]): Promise<void> {
  await page.goto(`${sandbox.url}/portal#${section}`);
  await expect(page.locator(`#title-${section}`)).toBeVisible();
  if (section === 'payments')
    await page
      .getByRole('button', { name: /2\s100/ })
      .first()
      .click();
  if (section === 'connect') await expect(page.locator('.step').first()).toBeVisible();
}

/** Words that no French sentence has. */
const ENGLISH = /\b(the|of|with|for|are|is|not|which|only|no|payments?|prompt|due)\b/i;

for (const [width, locale] of [
  [360, 'fr-FR'],
  [1280, 'en'],
] as const) {
  test(`every section fits ${width} px in ${locale} and writes nothing to the console`, async ({
    browser,
    sandbox,
  }) => {
    const page = await browser.newPage({ locale, viewport: { width, height: 800 } });
    const messages: string[] = [];
    page.on('console', (message) => messages.push(message.text()));
    page.on('pageerror', (error) => messages.push(error.message));
    await createContent(sandbox);
    for (const section of SECTIONS) {
      await openSection(page, sandbox, section);
      expect(await findFlaws(page)).toEqual([]);
      if (locale === 'fr-FR') await expect(page.getByText(ENGLISH).filter({ visible: true })).toHaveCount(0);
    }
    expect(messages).toEqual([]);
    await page.close();
  });
}

for (const [width, colorScheme] of [
  [360, 'light'],
  [1280, 'dark'],
] as const) {
  test(`every section passes the axe accessibility rules at ${width} px, ${colorScheme}`, async ({
    browser,
    sandbox,
  }) => {
    await createContent(sandbox);
    // The page's content security policy would block axe.
    const page = await browser.newPage({
      viewport: { width, height: 800 },
      colorScheme,
      reducedMotion: 'reduce',
      bypassCSP: true,
    });
    for (const section of SECTIONS) {
      await openSection(page, sandbox, section);
      expect(await runAxe(page)).toEqual([]);
    }
    await page.close();
  });
}
