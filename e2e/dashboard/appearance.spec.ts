import type { Page } from '@playwright/test';
import { createLink, payLink } from '../hosted/createLink.ts';
import { expect, findViolations, test } from './fixtures.ts';
import { playMorning } from './morning.ts';
import type { Dashboard } from './openDashboard.ts';
import { insertPastPayments } from './pastPayments.ts';
import { writeMorningStatement } from './statement.ts';

const SIZES = [
  { width: 320, height: 640 },
  { width: 360, height: 640 },
  { width: 1280, height: 800 },
];

/** Axe finds the same in each language, so each theme has one, of those with the longest texts. */
const LOOKS = [
  ['light', 'fr'],
  ['dark', 'mg'],
] as const;

/** What each part of the walk needs. */
interface Walk {
  readonly page: Page;
  readonly dashboard: Dashboard;
  /** Looks at the page in each size. */
  readonly check: (view: string) => Promise<void>;
}

/** The setup, the settings and the overview. */
async function walkOverview({ page, dashboard, check }: Walk): Promise<void> {
  await page.goto(`${dashboard.url}#/setup`);
  await page.locator('.setup-page .check').first().waitFor();
  await page.locator('.setup-page .done summary').click();
  await check('the setup');
  await page.goto(`${dashboard.url}#/settings`);
  await page.locator('.settings-groups form').first().waitFor();
  await check('the settings');
  await page.goto(`${dashboard.url}#/`);
  await page.locator('.chart').waitFor();
  await page.locator('.needs-review .records').waitFor();
  // The header takes a fifth of a phone's screen at most.
  await page.setViewportSize({ width: 320, height: 640 });
  expect((await page.locator('main').boundingBox())?.y).toBeLessThan(128);
  await check('overview');
  await page.locator('.needs-review .actions .button').first().click();
  await page.locator('.choice button').last().click();
  await page.locator('table').waitFor();
  await page.locator('.needs-review form .primary').click();
  await check('overview with a form, an error and a table');
}

/** Payments, their refunds and a month. */
async function walkPayments(
  { page, dashboard, check }: Walk,
  { unresolved, overpaid, paid }: Awaited<ReturnType<typeof playMorning>>,
): Promise<void> {
  await page.goto(`${dashboard.url}#/payments`);
  await page.locator('.row').first().waitFor();
  await page.setViewportSize({ width: 360, height: 640 });
  await page.locator('.more').click();
  await check('payments');
  await page.goto(`${dashboard.url}#/payments/${overpaid.id}`);
  await page.locator('.facts').nth(1).waitFor();
  await check('an overpaid payment');
  await page.goto(`${dashboard.url}#/payments/${unresolved.id}`);
  await page.locator('.history').waitFor();
  await page.locator('.summary .actions .button').last().click();
  await page.locator('form .primary').click();
  await check('an unresolved payment with a form and its errors');
  await page.goto(`${dashboard.url}#/payments/${paid.id}`);
  await page.locator('.summary .actions .button').last().click();
  await page.locator('form .primary').click();
  await check('a paid payment with the form for a refund and its errors');
  await page.locator('[name=amount]').fill('5000');
  await page.locator('[name=reason]').fill('n'.repeat(200));
  await page.locator('form .primary').click();
  await page.locator('.record .button').click();
  await check('a payment with a refund and the form that voids it');
  await page.goto(`${dashboard.url}#/refunds`);
  await page.locator('.record').waitFor();
  await check('refunds');
  await page.goto(`${dashboard.url}#/`);
  await page.locator('.daily-totals .alone').click();
  await page.locator('table').waitFor();
  await check('a month');
}

/** Links, and one of them at the counter. */
async function walkLinks({ page, dashboard, check }: Walk): Promise<void> {
  const link = await createLink(dashboard, { description: 'L'.repeat(50) });
  await page.goto(`${dashboard.url}#/links`);
  await page.locator('.links .row').waitFor();
  await page.locator('.links summary').click();
  await page.locator('form .primary').click();
  await check('links with the form and its error');
  await page.goto(`${dashboard.url}#/links/${link.id}`);
  await page.locator('.summary .actions .button').click();
  await check('a link before it is cancelled');
  await page.goto(`${dashboard.url}#/links/${link.id}/counter`);
  await page.locator('img.qr').waitFor();
  await check('the counter');
  await payLink(dashboard, link, '034 35 000 03');
  await page.locator('.paid').waitFor();
  await check('the counter when it is paid');
}

/** Statements and keys. */
async function walkStatementsAndKeys({ page, dashboard, check }: Walk): Promise<void> {
  const buffer = await writeMorningStatement(dashboard);
  await page.goto(`${dashboard.url}#/statements`);
  await page.locator('input[type=file]').setInputFiles({ name: 'statement.csv', mimeType: 'text/csv', buffer });
  await page.locator('.preview').waitFor();
  await check('statements with the first rows of a file');
  await page.locator('form .primary').click();
  await page.locator('.statement-row').first().waitFor();
  await check('a statement');
  await page.goto(`${dashboard.url}#/keys`);
  await page.locator('form .primary').click();
  await check('keys with a form and its error');
  await page.locator('form .field input').first().fill('N'.repeat(50));
  await page.locator('form .primary').click();
  await page.locator('.secret').waitFor();
  await page.locator('.record .button').click();
  await check('a new key, and a key before it is revoked');
}

for (const [colorScheme, language] of LOOKS) {
  test(`every page passes axe and fits its width: ${colorScheme}, ${language}`, async ({
    page,
    dashboard,
    signIn,
    browserErrors,
  }) => {
    // Twenty pages in three sizes.
    test.setTimeout(180_000);
    await insertPastPayments(dashboard, 30);
    const morning = await playMorning(dashboard);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.context().addCookies([{ name: 'tsena-language', value: language, url: dashboard.url }]);
    const found: string[] = [];
    const check = async (view: string) => {
      for (const size of SIZES) {
        await page.setViewportSize(size);
        found.push(...(await findViolations(page)).map((violation) => `${view} at ${size.width}: ${violation}`));
      }
    };

    await page.goto(dashboard.url);
    await page.locator('h1').waitFor();
    await check('sign-in');
    await signIn();
    const walk = { page, dashboard, check };
    await walkOverview(walk);
    await walkPayments(walk, morning);
    await walkLinks(walk);
    await walkStatementsAndKeys(walk);
    expect(found).toEqual([]);
    expect(browserErrors).toEqual([]);
  });
}
