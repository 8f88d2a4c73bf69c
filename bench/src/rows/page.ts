import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import type { Context, Figure, Section } from '../figures.ts';
import { startBrowser } from '../page/browser.ts';
import { ourBundle, reactBundle, twinBundle } from '../page/builds.ts';
import { countLoads, PHONE, SLOW_LINE, slowDown } from '../page/phone.ts';
import { type Contestant, openSite } from '../page/site.ts';
import { createLink, startCalledBack, startSandbox } from '../product.ts';
import { alternate, compareRounds } from '../statistics.ts';

const USABLE_WITHIN_MS = 60_000;
const POLL_MS = 20;
/** What shifts or blocks just after the button came still counts. */
const AFTERWARDS_MS = 300;

interface Load {
  readonly usableAt: number;
  /** When all scripts have run, and the order is shown. */
  readonly readyAt: number;
  readonly blockedMs: number;
  readonly shift: number;
  /** Loaded until the button was there: over the line, headers included. */
  readonly bytes: number;
  readonly requests: number;
}

/** Loads a page as a phone that was never there before. */
async function load(browser: Browser, probe: string, url: string, line: typeof SLOW_LINE | undefined, isEnhanced = false): Promise<Load> {
  const context = await browser.newContext(PHONE);
  try {
    const page = await context.newPage();
    const { devtools, loaded } = await countLoads(context, page);
    await page.addInitScript(probe);
    if (line !== undefined) await slowDown(devtools, line);
    await page.goto(url);
    // Not `waitForFunction`, which the policy of the hosted page does not allow.
    await expectWithin(USABLE_WITHIN_MS, () => page.evaluate<boolean>('probe.usableAt > 0'));
    const untilUsable = { ...loaded };
    // The hosted page loads the widget after that.
    if (isEnhanced) await page.locator('tsena-checkout').waitFor();
    await expectWithin(USABLE_WITHIN_MS, () => page.evaluate<boolean>('probe.readyAt > 0'));
    await sleep(AFTERWARDS_MS);
    return { ...(await page.evaluate<Omit<Load, 'bytes' | 'requests'>>('probe')), ...untilUsable };
  } finally {
    await context.close();
  }
}

async function expectWithin(ms: number, isTrue: () => Promise<boolean>): Promise<void> {
  for (const giveUpAt = performance.now() + ms; !(await isTrue()); await sleep(POLL_MS)) {
    if (performance.now() > giveUpAt) throw new Error(`no pay button within ${ms} ms`);
  }
}

/** From the tap on a link to a pay button that can be pressed. */
export async function measurePage({ quick, say }: Context): Promise<Section> {
  const rounds = quick ? 1 : 7;
  const probe = await readFile(new URL('../../pages/probe.js', import.meta.url), 'utf8');
  const site = await openSite({ ours: await ourBundle(), react: await reactBundle(), twin: await twinBundle() });
  const sandbox = await startSandbox();
  const companion = await startCalledBack(sandbox.url);
  const hostedUrl = `${await createLink(companion)}?lang=en`;
  const browser = await startBrowser();
  const version = browser.version();
  const measure = async (line: typeof SLOW_LINE | undefined) => {
    const side = (contestant: Contestant) => () => load(browser, probe, site.urlOf(contestant, true), line);
    const [ours = [], react = [], twin = [], twinAlone = [], form = [], hosted = []] = await alternate(rounds, 1, [
      side('ours'),
      side('react'),
      side('twin'),
      side('twinAlone'),
      side('form'),
      () => load(browser, probe, hostedUrl, line, true),
    ]);
    say(`${line === undefined ? 'fast line' : 'slow 3G'}: ${ours.length} loads of each`);
    return { ours, react, twin, twinAlone, form, hosted };
  };
  const slow = await measure(SLOW_LINE);
  const fast = await measure(undefined);
  const shiftWithoutRoom = async (contestant: Contestant) => (await load(browser, probe, site.urlOf(contestant, false), SLOW_LINE)).shift;
  const tight = { ours: await shiftWithoutRoom('ours'), react: await shiftWithoutRoom('react'), twin: await shiftWithoutRoom('twin') };
  await browser.close();
  await site.close();
  await Promise.all([companion.stop(), sandbox.stop()]);

  const NAMES = {
    react: 'the React component, with React in one file',
    twin: 'adyen-web MBWay',
    twinAlone: 'adyen-web MBWay, no session',
    form: 'a plain HTML form, the floor',
  } as const;
  const worst = (loads: readonly Load[]) => Math.max(...loads.map(({ shift }) => shift));
  const figuresOf = (where: string, result: typeof slow): Figure[] =>
    (['react', 'twin', 'twinAlone', 'form'] as const).map((besides) => ({
      what: `usable pay button, ${where}`,
      ...compareRounds(result.ours, result[besides], ({ usableAt }) => usableAt),
      besides: NAMES[besides],
      unit: 'ms',
      better: 'less',
      ...(besides === 'twin' && { aim: { ratio: 0.6 } }),
    }));
  const readyFigure: Figure = {
    what: 'the order is shown and the whole widget is there, slow 3G',
    ...compareRounds(slow.ours, slow.twin, ({ readyAt }) => readyAt),
    besides: NAMES.twin,
    unit: 'ms',
    better: 'less',
  };
  const lessFigures = (['react', 'twin'] as const).flatMap((besides): Figure[] => [
    {
      what: 'total blocking time, slow 3G',
      ...compareRounds(slow.ours, slow[besides], ({ blockedMs }) => blockedMs),
      besides: NAMES[besides],
      unit: 'ms',
      better: 'less',
    },
    {
      what: 'layout shift, slow 3G',
      ours: worst(slow.ours),
      beside: worst(slow[besides]),
      besides: NAMES[besides],
      unit: '',
      better: 'less',
      ...(besides === 'twin' && { aim: { ours: 0 } }),
    },
    {
      what: 'layout shift, no space reserved on the page',
      ours: tight.ours,
      beside: tight[besides],
      besides: NAMES[besides],
      unit: '',
      better: 'less',
    },
  ]);
  const hostedFigures = (['ours', 'twin'] as const).flatMap((besides): Figure[] => {
    const beside = besides === 'ours' ? 'the script tag in a shop’s page' : NAMES.twin;
    const compare = (what: string, unit: Figure['unit'], key: keyof Load, aim: Figure['aim']): Figure => ({
      what: `hosted page: ${what}`,
      ...(key === 'shift'
        ? { ours: worst(slow.hosted), beside: worst(slow[besides]) }
        : compareRounds(slow.hosted, slow[besides], (one) => one[key])),
      besides: beside,
      unit,
      better: 'less',
      ...(aim === undefined ? {} : { aim }),
    });
    return [
      compare('usable pay button, slow 3G and a 6× slower CPU', 'ms', 'usableAt', { ratio: 0.6 }),
      compare('bytes until then', 'bytes', 'bytes', undefined),
      compare('requests until then', '', 'requests', undefined),
      compare('layout shift, the widget’s arrival included', '', 'shift', { ours: 0 }),
    ];
  });
  return {
    title: 'Until the pay button can be pressed',
    figures: [
      ...hostedFigures,
      ...figuresOf('slow 3G and a 6× slower CPU', slow),
      readyFigure,
      ...figuresOf('fast line', fast),
      ...lessFigures,
    ],
    notes: [
      `Chromium ${version} as a phone of 360 × 640, with an empty cache for each load; 400 kbit/s, 400 ms and a 6× slower CPU through the DevTools protocol. ${rounds} rounds of all in turn, medians; for the layout shift, the worst. Measured from the start of the navigation until the phone field and the enabled pay button have a size.`,
      'All use the same page, with an async script from another origin, and everything gzipped from memory. Ours shows the amount from the order token while it loads the order (with a preflight), and loads its second file; a press of the button waits for both. A figure of its own says when both are there. The twin needs its list of country codes and, with a session, `/sessions/{id}/setup` (with a preflight too): the bench answers these over the same line, and its analytics are off. "No session" means that the page contains its list of methods.',
      'The plain form comes with the page and posts to the shop: it checks nothing, and shows no status. It is the least that a page of this line can take.',
      'The page reserves space for the checkout with a minimum height; without it, the checkout moves the content below. The last lines are the same page without the minimum height.',
      'The hosted page is that of a companion on loopback, with a link, compressed as it serves it. Its button can be pressed before the widget has loaded. The widget then takes the place of the form: the layout shift counts until 0.3 s after that.',
      'Blocking time and layout shift are sums from the start until 0.3 s after the order is shown (twin: after the button), so that our second file counts.',
    ],
  };
}
