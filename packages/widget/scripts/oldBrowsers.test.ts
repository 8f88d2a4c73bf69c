import { describe, expect, it } from 'vitest';
import { checkForOldBrowsers } from './oldBrowsers.ts';

describe('the check for Chrome 61 and Safari 12', () => {
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
    expect(checkForOldBrowsers(code).faults.join()).toContain(fault);
  });

  it.each([
    'async function f() { await g(); }',
    'const a = { flat: 1, at: 2 }; a.at;',
    'class A { replaceAll() {} }',
    'x = ":host{a:b}p{grid-gap:1px;color:#fff}:focus-visible{c:d}"',
  ])('finds none in %s', (code) => {
    expect(checkForOldBrowsers(code)).toEqual({ faults: [], fallbacks: [] });
  });

  it('lists the newer features that have a fallback', () => {
    expect(checkForOldBrowsers('const A = window.AbortController || class {}')).toEqual({
      faults: [],
      fallbacks: ['window.AbortController: src/fallbacks/abortController.ts'],
    });
  });
});
