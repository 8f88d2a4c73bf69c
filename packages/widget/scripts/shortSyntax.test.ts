import { describe, expect, it } from 'vitest';
import { shorten } from './shortSyntax.ts';

describe('compiled syntax in fewer bytes', () => {
  it.each([
    ['babelHelpers.objectSpread2({}, a)', 'Object.assign({}, a)'],
    ['babelHelpers.objectSpread2(babelHelpers.objectSpread2({}, a), {}, { b })', 'Object.assign({}, a, { b })'],
    ['babelHelpers.objectSpread2(babelHelpers.objectSpread2({}, a), b)', 'Object.assign({}, a, b)'],
    [
      'babelHelpers.objectSpread2(babelHelpers.objectSpread2(babelHelpers.objectSpread2({}, a), b), {}, { c })',
      'Object.assign({}, a, b, { c })',
    ],
    ['babelHelpers.objectSpread2({}, babelHelpers.objectSpread2({ a }, b))', 'Object.assign({}, Object.assign({ a }, b))'],
    ['(_a = b.c) !== null && _a !== void 0 ? _a : d', '(_a = b.c) != null ? _a : d'],
    ['a !== null && b !== void 0 ? a : d', 'a !== null && b !== void 0 ? a : d'],
  ])('%s becomes %s', (compiled, short) => {
    expect(shorten(compiled)).toBe(short);
  });

  it('refuses other helpers of the compiler', () => {
    expect(() => shorten('babelHelpers.objectWithoutProperties(a, b)')).toThrow('babelHelpers.objectWithoutProperties is missing');
  });
});
