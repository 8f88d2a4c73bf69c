import { createDatabase, runSql } from '@tsena/testkit/postgres';
import { startWire } from '@tsena/testkit/wire';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { untilTestEnds, useForEach } from '../../test/support/use.ts';
import { type DatabaseTime, excessiveClockOffset, readDatabaseTime } from './databaseTime.ts';
import { openStore } from './store.ts';

const HOUR = 3_600_000;

describe('the database’s clock', () => {
  const wire = useForEach(async () => startWire(await createDatabase(inject('postgres'))));
  const store = useForEach(() => openStore(wire.url));
  let mono: number;
  let perReading: number;
  let time: DatabaseTime;
  beforeEach(async () => {
    [mono, perReading] = [0, 0];
    time = await readDatabaseTime(store.db, () => {
      mono += perReading;
      return mono;
    });
  });
  afterEach(() => vi.restoreAllMocks());

  async function asked(): Promise<number> {
    const { rows } = await runSql(
      inject('postgres'),
      'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now',
    );
    return rows[0].now;
  }

  it('gives all instances the same time, even if their own clocks are wrong', async () => {
    vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2040-01-01T00:00:00Z'));
    const other = await untilTestEnds(openStore(wire.url));
    const times = [store, other].map(({ databaseTime }) => databaseTime?.now() ?? 0);
    const real = await asked();
    for (const one of times) expect(Math.abs(one - real)).toBeLessThan(10_000);
  });

  it('continues by the monotonic clock, also while the database is unreachable', async () => {
    const start = time.now();
    mono += HOUR;
    expect(time.now()).toBe(start + HOUR);
    wire.refuse(Number.MAX_SAFE_INTEGER);
    wire.cut();
    await expect(time.read()).rejects.toThrow();
    expect(time.now()).toBe(start + HOUR);
  });

  it('is in whole milliseconds, as the database stores times', () => {
    mono += 0.4;
    expect(Number.isInteger(time.now())).toBe(true);
  });

  it('is corrected by the next reading', async () => {
    mono += HOUR;
    await time.read();
    expect(Math.abs(time.now() - (await asked()))).toBeLessThan(10_000);
  });

  it('restarts the time for which it has been read after a gap: it may have been wrong meanwhile', async () => {
    mono += 7000;
    expect(time.readFor()).toBe(7000);
    await time.read();
    mono += 7000;
    expect(time.readFor()).toBe(14_000);
    // The companion hung, or was cut off from the database.
    mono += 1;
    expect(time.readFor()).toBe(0);
    await time.read();
    expect(time.readFor()).toBe(0);
    mono += 5;
    expect(time.readFor()).toBe(5);
    perReading = HOUR;
    await time.read();
    perReading = 0;
    expect(time.readFor()).toBe(0);
  });

  it('ignores a reading that took too long', async () => {
    const start = time.now();
    perReading = HOUR;
    await time.read();
    perReading = 0;
    expect(time.now()).toBe(start + mono);
  });
});

describe('the comparison of this machine’s clock with the database’s', () => {
  const NOW = 1_800_000_000_000;
  it.each([
    [30_000, 0],
    [30_001, 30_001],
    [-30_000, 0],
    [-30_001, -30_001],
    [40_000.6, 40_001],
  ])('with a difference of %d ms counts %d ms', (difference, counted) => {
    expect(
      excessiveClockOffset({ now: () => NOW, read: async () => undefined, readFor: () => 0 }, () => NOW + difference),
    ).toBe(counted);
  });
});
