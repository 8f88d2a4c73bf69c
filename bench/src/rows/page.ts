import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium } from 'playwright-core';
import { ensureBrowser } from '../../../scripts/browser.ts';
import type { Context, Figure, Section } from '../figures.ts';
import { ourBundle, reactBundle, twinBundle } from '../page/builds.ts';
import { type Contestant, openSite } from '../page/site.ts';
import { createLink, startCalledBack, startSandbox } from '../product.ts';
import { alternate, median } from '../statistics.ts';

/** Bytes a second both ways, and ms for each exchange: "slow 3G" of the browser's own tools. */
const SLOW = { bytes: 50_000, latencyMs: 400, slowerCpu: 6 };
const PHONE = { viewport: { width: 360, height: 640 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const USABLE_WITHIN_MS = 60_000;
const POLL_MS = 20;
/** What shifts or blocks just after the button came still counts. */
const AFTERWARDS_MS = 300;

interface Load {
  readonly usableAt: number;
  readonly blockedMs: number;
  readonly shift: number;
  /** Loaded until the button was there: over the line, headers included. */
  readonly bytes: number;
  readonly requests: number;
}

/** Loads a page as a phone that was never there before. */
async function load(browser: Browser, probe: string, url: string, line: typeof SLOW | undefined, isEnhanced = false): Promise<Load> {
  const context = await browser.newContext(PHONE);
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await page.addInitScript(probe);
    await devtools.send('Network.enable');
    const loaded = { bytes: 0, requests: 0 };
    devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
      loaded.bytes += encodedDataLength;
      loaded.requests += 1;
    });
    if (line !== undefined) {
      const limits = { offline: false, latency: line.latencyMs, downloadThroughput: line.bytes, uploadThroughput: line.bytes };
      await devtools.send('Network.emulateNetworkConditions', limits);
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: line.slowerCpu });
    }
    await page.goto(url);
    // Not `waitForFunction`, which the policy of the hosted page does not allow.
    await expectWithin(USABLE_WITHIN_MS, () => page.evaluate<boolean>('probe.usableAt > 0'));
    const untilUsable = { ...loaded };
    // The hosted page loads the widget after that.
    if (isEnhanced) await page.locator('tsena-checkout').waitFor();
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
  const flags = ['--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'];
  const args = process.getuid?.() === 0 ? [...flags, '--no-sandbox'] : flags;
  const browser = await chromium.launch({ executablePath: await ensureBrowser(), args });
  const version = browser.version();
  const measure = async (line: typeof SLOW | undefined) => {
    const side = (contestant: Contestant) => () => load(browser, probe, site.urlOf(contestant, true), line);
    const [ours = [], react = [], twin = [], twinAlone = [], hosted = []] = await alternate(rounds, 1, [
      side('ours'),
      side('react'),
      side('twin'),
      side('twinAlone'),
      () => load(browser, probe, hostedUrl, line, true),
    ]);
    const medians = (loads: readonly Load[]) => ({
      usableAt: median(loads.map(({ usableAt }) => usableAt)),
      blockedMs: median(loads.map(({ blockedMs }) => blockedMs)),
      shift: Math.max(...loads.map(({ shift }) => shift)),
      bytes: median(loads.map(({ bytes }) => bytes)),
      requests: median(loads.map(({ requests }) => requests)),
    });
    const result = {
      ours: medians(ours),
      react: medians(react),
      twin: medians(twin),
      twinAlone: medians(twinAlone),
      hosted: medians(hosted),
    };
    say(
      `${line === undefined ? 'fast line' : 'slow 3G'}: ${result.ours.usableAt.toFixed(0)} ms, the twin ${result.twin.usableAt.toFixed(0)} ms`,
    );
    return result;
  };
  const slow = await measure(SLOW);
  const fast = await measure(undefined);
  const shiftWithoutRoom = async (contestant: Contestant) => (await load(browser, probe, site.urlOf(contestant, false), SLOW)).shift;
  const tight = { ours: await shiftWithoutRoom('ours'), react: await shiftWithoutRoom('react'), twin: await shiftWithoutRoom('twin') };
  await browser.close();
  await site.close();
  await Promise.all([companion.stop(), sandbox.stop()]);

  const NAMES = { react: 'the same with React left in', twin: 'adyen-web MBWay', twinAlone: 'adyen-web MBWay, no session' } as const;
  const figuresOf = (where: string, result: typeof slow): Figure[] =>
    (['react', 'twin', 'twinAlone'] as const).map((besides) => ({
      what: `usable pay button, ${where}`,
      ours: result.ours.usableAt,
      beside: result[besides].usableAt,
      besides: NAMES[besides],
      unit: 'ms',
      better: 'less',
      ...(besides === 'twin' && { aim: { ratio: 0.6 } }),
    }));
  const lessFigures = (['react', 'twin'] as const).flatMap((besides): Figure[] => [
    {
      what: 'total blocking time, slow 3G',
      ours: slow.ours.blockedMs,
      beside: slow[besides].blockedMs,
      besides: NAMES[besides],
      unit: 'ms',
      better: 'less',
    },
    {
      what: 'layout shift, slow 3G',
      ours: slow.ours.shift,
      beside: slow[besides].shift,
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
      ours: slow.hosted[key],
      beside: slow[besides][key],
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
    figures: [...hostedFigures, ...figuresOf('slow 3G and a 6× slower CPU', slow), ...figuresOf('fast line', fast), ...lessFigures],
    notes: [
      `Chromium ${version} as a phone of 360 × 640, with an empty cache for each load; 400 kbit/s, 400 ms and a 6× slower CPU through the DevTools protocol. ${rounds} rounds of all in turn, medians; for the layout shift, the worst. Measured from the start of the navigation until the phone field and the enabled pay button have a size.`,
      'All use the same page, with an async script from another origin, and everything gzipped from memory. Ours shows the amount from the order token while it loads the order (with a preflight); a press of the button waits for that answer. The twin needs its list of country codes and, with a session, `/sessions/{id}/setup` (with a preflight too): the bench answers these over the same line, and its analytics are off. "No session" means that the page contains its list of methods.',
      'The page reserves space for the checkout with a minimum height; without it, the checkout moves the content below. The last lines are the same page without the minimum height.',
      'The hosted page is that of a companion on loopback, with a link, compressed as it serves it. Its button can be pressed before the widget has loaded. The widget then takes the place of the form: the layout shift counts until 0.3 s after that.',
      'Blocking time is the sum over all long tasks, from the start until 0.3 s after the button.',
    ],
  };
}
