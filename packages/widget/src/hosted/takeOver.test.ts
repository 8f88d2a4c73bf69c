import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { TAKE_OVER_SCRIPT } from './takeOver.ts';

/** Runs the script in a browser that cannot run the widget. Returns the delays in ms and where the browser goes. */
function runInOldBrowser(attributes: Readonly<Record<string, string>>) {
  const delays: number[] = [];
  const visited: string[] = [];
  const window = {};
  runInNewContext(TAKE_OVER_SCRIPT, {
    window,
    navigator: {},
    document: { getElementById: () => ({ getAttribute: (name: string) => attributes[name] ?? null }) },
    location: { href: 'https://pay.example/pay/link_1', replace: (address: string) => visited.push(address) },
    setTimeout: (callback: () => void, ms: number) => {
      delays.push(ms);
      callback();
    },
  });
  return { delays, visited };
}

const LIVE = { 'data-page': '{}', 'data-refresh': '3', 'data-address': 'pay_1?lang=fr' };

it('where the widget cannot run, the page refreshes to its own address, not to that of the form it answers', () => {
  expect(runInOldBrowser(LIVE)).toEqual({ delays: [3000], visited: ['pay_1?lang=fr'] });
});

it('a page that does not refresh stays', () => {
  expect(runInOldBrowser({ ...LIVE, 'data-refresh': '' })).toEqual({ delays: [], visited: [] });
});
