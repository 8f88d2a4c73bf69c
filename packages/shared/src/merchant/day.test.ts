import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { dayOf, daysBetween, endOfDay, startOfDay, TIME_ZONE, writeLocalTime } from './day.ts';
import { daySchema, fromSchema, timestampSchema, toSchema } from './moments.ts';

describe('a day in Madagascar', () => {
  it('begins at 21:00 UTC of the day before', () => {
    expect(startOfDay('2026-03-09')).toBe(Date.parse('2026-03-08T21:00:00Z'));
    expect(endOfDay('2026-03-09')).toBe(Date.parse('2026-03-09T21:00:00Z'));
    expect(dayOf(Date.parse('2026-03-08T20:59:59.999Z'))).toBe('2026-03-08');
    expect(dayOf(Date.parse('2026-03-08T21:00:00Z'))).toBe('2026-03-09');
    expect(writeLocalTime(Date.parse('2026-12-31T21:00:05Z'))).toBe('2027-01-01 00:00:05');
  });

  it('equals the day of the time zone Indian/Antananarivo, in summer and winter', () => {
    const format = new Intl.DateTimeFormat('en-CA', { timeZone: TIME_ZONE, dateStyle: 'short' });
    for (const time of [
      '2026-01-01T20:59:00Z',
      '2026-01-01T21:01:00Z',
      '2026-07-01T20:59:00Z',
      '2026-07-01T21:01:00Z',
    ]) {
      expect(dayOf(Date.parse(time))).toBe(format.format(Date.parse(time)));
    }
  });

  it('is counted across the ends of months and in leap years', () => {
    expect(daysBetween('2028-02-28', '2028-03-01')).toEqual(['2028-02-28', '2028-02-29', '2028-03-01']);
    expect(daysBetween('2026-03-02', '2026-03-01')).toEqual([]);
  });
});

it.each(['2026-02-30T10:00:00Z', '2026-04-31T10:00:00+03:00', '2027-02-29T00:00Z'])(
  'the time %s of a day that does not exist is refused',
  (text) => {
    for (const schema of [fromSchema, toSchema, timestampSchema]) expect(z.safeParse(schema, text).success).toBe(false);
  },
);

describe('a range', () => {
  it('accepts whole days or timestamps', () => {
    for (const text of ['2026-03-09', '\u20682026-03-09\u2069', '2026-\u200b03-09 ', '２０２６-03-09']) {
      expect(z.parse(fromSchema, text)).toBe(startOfDay('2026-03-09'));
    }
    expect(z.parse(toSchema, '2026-03-09')).toBe(endOfDay('2026-03-09'));
    for (const schema of [fromSchema, toSchema]) {
      expect(z.parse(schema, '2026-03-09T10:00:00+03:00')).toBe(Date.parse('2026-03-09T07:00:00Z'));
    }
  });

  it.each(['2026-02-30', '2026-3-9', 'yesterday', '', '2026-03-09T10:00:00', '20260309'])('rejects %j', (text) => {
    expect(z.safeParse(fromSchema, text).success).toBe(false);
    expect(z.safeParse(daySchema, text).success).toBe(false);
  });
});
