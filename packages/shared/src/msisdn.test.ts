import { describe, expect, it } from 'vitest';
import { findOtherOperator, formatMsisdn, type Msisdn, maskMsisdn, readMsisdn, sameMsisdn } from './msisdn.ts';

describe('a payer’s number', () => {
  it.each([
    ['0343500003'],
    ['034 35 000 03'],
    ['034.35.000.03'],
    ['034-35-000-03'],
    ['+261 34 35 000 03'],
    ['+261 (0)34 35 000 03'],
    ['00261343500003'],
    ['261343500003'],
    ['343500003'],
    ['\u00a0034\u202f35\u00a0000 03 '],
    ['０３４３５００００３'],
    ['\u202a+261\u00a034 35 000 03\u202c'],
    ['\u2066034 35 000 03\u2069'],
    ['034\u200b35\u200c000\u200d03'],
    ['034\u00ad35\u00ad000\u00ad03'],
    ['034 35 000 03\ufe0d'],
    ['\u061c034 35 000 03'],
    ['\u3164034 35 000 03\u3164'],
    ['034\u280035\u2800000\u280003'],
    ['034\u221235\u2212000\u221203'],
    ['034/35/000/03'],
    ['[034] 35 000 03'],
    ['tel:+261343500003'],
    ['\u2068TEL:034-35-000-03\u2069'],
  ])('%s is accepted', (text) => {
    expect(readMsisdn(text)).toEqual({ ok: true, msisdn: '0343500003' });
  });

  it.each([
    ['', 'empty'],
    ['  +', 'empty'],
    ['034350000a', 'letters'],
    ['a0343500003', 'letters'],
    ['034 35 000 0³', 'letters'],
    ['034 35 000 ③3', 'letters'],
    ['034 35 000 03 Rakoto', 'letters'],
    ['034 35 OOO 03', 'letters'],
    ['tel:', 'empty'],
    ['034 35 000 03, 034 35 000 04', 'letters'],
    ['034 35 000 031', 'long'],
    ['0', 'short'],
    ['03', 'short'],
    ['032', 'other-operator'],
    ['034 35 000 0', 'short'],
    ['034 35 000 033', 'long'],
    ['+33 6 12 34 56 78', 'foreign'],
    ['+343500003', 'foreign'],
    ['1343500003', 'foreign'],
    ['032 12 345 67', 'other-operator'],
    ['033 12 345 67', 'other-operator'],
    ['0343500003\n0343500004', 'long'],
  ])('%j is rejected as %s', (text, fault) => {
    expect(readMsisdn(text)).toEqual({ ok: false, fault });
  });

  it.each([
    ['341234567', '0341234567'],
    ['371234567', '0371234567'],
    ['381234567', '0381234567'],
    ['37 12 345 67', '0371234567'],
  ])('%s, without the leading zero, is read as %s', (text, msisdn) => {
    expect(readMsisdn(text)).toEqual({ ok: true, msisdn });
  });

  it('is masked', () => {
    expect(maskMsisdn('0343500003' as Msisdn)).toBe('034 •• ••0 03');
  });

  it.each([
    ['0', '0'],
    ['0343', '034 3'],
    ['0343500003', '034 35 000 03'],
    ['+261343500003', '034 35 000 03'],
    ['+33612345678', '+33612345678'],
    ['abc', 'abc'],
    ['034 35 000 03 Rakoto', '034 35 000 03 Rakoto'],
    ['034 35 000 0²', '034 35 000 0²'],
    ['371234567', '037 12 345 67'],
    ['0343500003456789', '034 35 000 03456789'],
  ])('%s is formatted as %j while it is typed', (text, shown) => {
    expect(formatMsisdn(text)).toBe(shown);
  });

  it.each([
    ['032', 'Orange'],
    ['+261 33 11 222 33', 'Airtel'],
    ['039 11 222 33', undefined],
    ['034 35 000 03', undefined],
    ['', undefined],
  ])('%j belongs to the other operator %s', (text, operator) => {
    expect(findOtherOperator(text)).toBe(operator);
  });

  it.each([
    ['0373500003', '0343500003'],
    ['0383500003', '261343500003'],
    ['0353500003', '0343500003'],
    ['+33343500003', '0343500003'],
    ['3500003', '0343500003'],
    ['03435000030', '0343500003'],
    ['', '0343500003'],
  ])('%j is not the same number as %s', (one, other) => {
    expect(sameMsisdn(one, other)).toBe(false);
    expect(sameMsisdn(other, one)).toBe(false);
  });
});
