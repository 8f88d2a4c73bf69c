import type { Page } from '@playwright/test';
import type { Payment } from '@tsena/shared/checkout';
import { createLink, payLink } from '../hosted/createLink.ts';
import { type Camera, openCamera, type Shot } from '../pictures/camera.ts';
import { insertKeys } from './keys.ts';
import { createLinks } from './links.ts';
import { type Dashboard, KEY, openDashboard } from './openDashboard.ts';
import { insertPastPayments } from './pastPayments.ts';
import { playMorning } from './scenes.ts';
import { signInTo } from './signIn.ts';
import { writeMorningStatement } from './statement.ts';

/** Takes the manual's pictures of the dashboard. */
const PAYER = '034 35 000 03';
const VIEWS =
  'setup overview unresolved refund refunded keys links link counter counter-paid till till-waiting till-paid statement-form statement month'.split(
    ' ',
  );

let refunds = 0;

/** What the pages show besides the shop's past. */
interface Scene {
  readonly dashboard: Dashboard;
  readonly unresolved: Payment;
  readonly statement: Buffer;
}

async function playDay(): Promise<Scene> {
  const dashboard = await openDashboard();
  await insertPastPayments(dashboard, 90);
  const { unresolved } = await playMorning(dashboard);
  await dashboard.finish(await dashboard.pay('ZOMA-2014', 6_000), 'reject');
  const statement = await writeMorningStatement(dashboard);
  await createLinks(dashboard);
  await insertKeys(dashboard);
  return { dashboard, unresolved, statement };
}

/** Opens the dashboard in the language of the shot. */
async function openPage(camera: Camera, url: string, shot: Shot): Promise<Page> {
  // A phone's browser has a dialog to share, and the page shows what fits it.
  const page = await camera.open(shot);
  await page.context().addCookies([{ name: 'tsena-language', value: shot.language, url }]);
  if (shot.size === 'phone') await page.addInitScript('navigator.share = async () => {}');
  return page;
}

/** The setup of a dashboard without a payment. */
async function takeSetup(camera: Camera, dashboard: Dashboard, shot: Shot): Promise<void> {
  const page = await openPage(camera, dashboard.url, shot);
  await signInTo(page, dashboard.url, KEY);
  await page.locator('.check').first().waitFor();
  await page.goto(`${dashboard.url}#/setup`);
  await page.locator('.setup-page .check').first().waitFor();
  await camera.capture(page, 'setup', shot);
  await page.context().close();
}

async function takePayment(camera: Camera, page: Page, { dashboard, unresolved }: Scene, shot: Shot): Promise<void> {
  await page.goto(`${dashboard.url}#/payments/${unresolved.id}`);
  await page.locator('.history').waitFor();
  await camera.capture(page, 'unresolved', shot);
}

async function waitUntilToastIsGone(page: Page): Promise<void> {
  await page.locator('.toast[data-shown=true]').waitFor();
  await page.locator('.toast[data-shown=false]').waitFor({ state: 'attached', timeout: 15_000 });
}

async function takeRefunds(camera: Camera, page: Page, { dashboard }: Scene, shot: Shot): Promise<void> {
  refunds += 1;
  const payment = await dashboard.pay(`ZOMA-${2020 + refunds}`, 64_000);
  await dashboard.finish(payment, 'approve');
  await page.goto(`${dashboard.url}#/payments/${payment.id}`);
  await page.locator('.history').waitFor();
  await page.locator('.summary .actions .button').last().click();
  await page.locator('[name=amount]').fill('2000');
  await page
    .locator('[name=reason]')
    .fill({ en: 'One item out of stock', fr: 'Un article épuisé', mg: 'Lany ny entana iray' }[shot.language]);
  await camera.capture(page, 'refund', shot);
  await page.locator('form .primary').click();
  await page.locator('.record').first().waitFor();
  await waitUntilToastIsGone(page);
  await camera.capture(page, 'refunded', shot);
}

async function takeLinks(camera: Camera, page: Page, { dashboard }: Scene, shot: Shot): Promise<void> {
  const open = (hash: string) => page.goto(`${dashboard.url}${hash}`);
  await open('#/links');
  await page.locator('.links .row').first().waitFor();
  await page.locator('.links input').first().fill('25000');
  await page.locator('.links input').nth(1).fill('Lamba landy');
  await camera.capture(page, 'links', shot);
  const link = await createLink(dashboard, { description: 'Lamba landy' });
  await open(`#/links/${link.id}`);
  await page.locator('.link-payments p').waitFor();
  await camera.capture(page, 'link', shot);
  await open(`#/links/${link.id}/counter`);
  await page.locator('img.qr').waitFor();
  await camera.capture(page, 'counter', shot);
  await payLink(dashboard, link, PAYER);
  await page.locator('.paid').waitFor();
  await camera.capture(page, 'counter-paid', shot);
}

/** The counter of a seller, on a phone without the dialog to share. */
async function takeTill(camera: Camera, page: Page, { dashboard }: Scene, shot: Shot): Promise<void> {
  await page.goto(`${dashboard.url}counter`);
  const [amount, number] = [page.locator('.take input').first(), page.locator('.take input').last()];
  await amount.fill('25000');
  await number.fill('0343500003');
  await camera.capture(page, 'till', shot);
  await page.locator('.take > .button').click();
  await page.locator('.outcome .buttons').waitFor();
  await camera.capture(page, 'till-waiting', shot);
  const [newest] = dashboard.sandbox.transactions();
  if (newest !== undefined) dashboard.sandbox.approve(newest.serverCorrelationId);
  await page.locator('.paid').waitFor();
  await camera.capture(page, 'till-paid', shot);
}

async function takeBooks(camera: Camera, page: Page, { dashboard, statement }: Scene, shot: Shot): Promise<void> {
  const open = (hash: string) => page.goto(`${dashboard.url}${hash}`);
  await open('#/statements');
  await page.locator('input[type=file]').setInputFiles({ name: 'releve-novembre.csv', mimeType: 'text/csv', buffer: statement });
  await page.locator('.preview').waitFor();
  await camera.capture(page, 'statement-form', shot);
  await page.locator('.statements form .primary').first().click();
  await page.locator('.statement-row').first().waitFor();
  await waitUntilToastIsGone(page);
  await camera.capture(page, 'statement', shot);
  await open(`#/months/${new Date().toISOString().slice(0, 7)}`);
  await page.locator('table').waitFor();
  await camera.capture(page, 'month', shot);
}

async function takeKeys(camera: Camera, page: Page, { dashboard }: Scene, shot: Shot): Promise<void> {
  await page.goto(`${dashboard.url}#/keys`);
  await page.locator('.record').first().waitFor();
  await camera.capture(page, 'keys', shot);
}

const camera = await openCamera();
const first = await openDashboard({ ALLOWED_ORIGINS: 'https://soa.example' });
const scene = await playDay();
const { dashboard } = scene;
try {
  for (const shot of camera.shotsOf(VIEWS)) {
    await takeSetup(camera, first, shot);
    const page = await openPage(camera, dashboard.url, shot);
    page.on('console', (message) => message.type() === 'warning' && console.log(message.text()));
    await page.goto(dashboard.url);
    await page.locator('input[type=password]').waitFor();
    await signInTo(page, dashboard.url, KEY);
    await page.locator('.needs-review .records').waitFor();
    await page.locator('.chart').waitFor();
    await camera.capture(page, 'overview', shot);
    await takePayment(camera, page, scene, shot);
    await takeRefunds(camera, page, scene, shot);
    await takeLinks(camera, page, scene, shot);
    await takeTill(camera, page, scene, shot);
    await takeBooks(camera, page, scene, shot);
    await takeKeys(camera, page, scene, shot);
    await page.context().close();
  }
} finally {
  await camera.close();
  await dashboard.close();
  await first.close();
}
