import { describe, expect, it } from 'vitest';
import { checkForOldBrowsers } from './oldBrowsers.ts';

describe('the check for old browsers', () => {
  it.each([
    ['a?.b', 'not ECMAScript 2017'],
    ['a ?? b', 'not ECMAScript 2017'],
    ['class A { #b = 1 }', 'not ECMAScript 2017'],
    ['try { a() } catch { b() }', 'not ECMAScript 2017'],
    ['Object.fromEntries([])', 'uses Object.fromEntries'],
    ['a.replaceAll("a", "b")', 'uses .replaceAll()'],
    ['AbortSignal.timeout(1)', 'uses AbortSignal'],
    ['x = ":host{a:b}:where(p){c:d}"', 'the stylesheet uses :where(), :is(), :has()'],
    ['x = ":host{a:b}p{gap:1px}"', 'the stylesheet uses gap outside of grid-gap'],
    ['x = ":host{a:b}p{color:#0002}"', 'the stylesheet uses a colour with hexadecimal transparency'],
    ['x = ":host{a:b}a:not(b,c){d:e}"', 'the stylesheet uses a list in :not()'],
  ])('finds a fault in %s', (code, fault) => {
    expect(checkForOldBrowsers(code, 2017).faults.join()).toContain(fault);
  });

  it.each([
    'async function f() { await g(); }',
    'const a = { flat: 1, at: 2 }; a.at;',
    'class A { replaceAll() {} }',
    'x = ":host{a:b}p{grid-gap:1px;color:#fff}:focus-visible{c:d}"',
  ])('finds none in %s', (code) => {
    expect(checkForOldBrowsers(code, 2017)).toEqual({ faults: [], explained: [] });
  });

  it.each(['a?.b ?? c', 'new AbortController()', 'Promise.allSettled([])'])('%s is known since 2020', (code) => {
    expect(checkForOldBrowsers(code, 2020).faults).toEqual([]);
    expect(checkForOldBrowsers(code, 2017).faults).not.toEqual([]);
  });

  it.each(['a ??= b', 'a.replaceAll("a", "b")', 'Object.hasOwn(a, "b")'])('%s is not known in 2020', (code) => {
    expect(checkForOldBrowsers(code, 2020).faults).toHaveLength(1);
  });

  it('lists what a file asks for', () => {
    expect(checkForOldBrowsers('"allSettled" in Promise && "BigInt" in window', 2017)).toEqual({
      faults: [],
      explained: [
        '"allSettled" in: src/firstPaint/canShowWidget.ts asks for it',
        '"BigInt" in: src/firstPaint/canShowWidget.ts asks for it',
      ],
    });
  });
});
