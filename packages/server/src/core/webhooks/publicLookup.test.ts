import type { LookupAddress } from 'node:dns';
import { describe, expect, it } from 'vitest';
import { createPublicLookup, PrivateAddress } from './publicAddress.ts';

const PUBLIC = { address: '8.8.8.8', family: 4 };
const PUBLIC_IPV6 = { address: '2606:4700:4700::1111', family: 6 };
const PRIVATE = { address: '10.0.0.1', family: 4 };

/** What the lookup of a name gives back if the name has these addresses, or if the resolver fails. */
function lookUp(found: Error | LookupAddress[], options: object): Promise<unknown[]> {
  const lookup = createPublicLookup((_name, _options, answer) => {
    if (found instanceof Error) answer(found, []);
    else answer(null, found);
  });
  return new Promise((done) => lookup('shop.example', options, (...result) => done(result)));
}

describe('the lookup of the endpoint’s name', () => {
  it('gives the first address, or all of them if they are asked for', async () => {
    expect(await lookUp([PUBLIC, PUBLIC_IPV6], {})).toEqual([null, '8.8.8.8', 4]);
    expect(await lookUp([PUBLIC_IPV6, PUBLIC], { all: false })).toEqual([null, '2606:4700:4700::1111', 6]);
    expect(await lookUp([PUBLIC, PUBLIC_IPV6], { all: true })).toEqual([null, [PUBLIC, PUBLIC_IPV6]]);
  });

  it.each([
    ['only a private one', [PRIVATE]],
    ['a private one first', [PRIVATE, PUBLIC]],
    ['a private one last', [PUBLIC, PUBLIC_IPV6, PRIVATE]],
    ['none', []],
  ])('refuses a name if its addresses are: %s', async (_name, addresses) => {
    for (const options of [{}, { all: true }])
      expect(await lookUp(addresses, options)).toEqual([new PrivateAddress(), []]);
  });

  it('passes on the resolver’s error', async () => {
    const error = Object.assign(new Error('not found'), { code: 'ENOTFOUND' });
    const [passed, addresses] = await lookUp(error, {});
    expect(passed).toBe(error);
    expect(addresses).toEqual([]);
  });
});
