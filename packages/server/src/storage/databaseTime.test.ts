import { createDatabase, runSql } from '@tsena/testkit/postgres';
import { startWire, type Wire } from '@tsena/testkit/wire';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { createLog } from '../log.ts';
import { type DatabaseTime, followDatabaseTime, readDatabaseTime } from './databaseTime.ts';
import { openStore, type Store } from './store.ts';

const HOUR = 3_600_000;

describe('the database’s clock', () => {
  let wire: Wire;
  let store: Store;
  let mono: number;
  let perReading: number;
  let time: DatabaseTime;
  beforeEach(async () => {
    wire = await startWire(await createDatabase(inject('postgres')));
    store = await openStore(wire.url);
    [mono, perReading] = [0, 0];
    time = await readDatabaseTime(store.db, () => {
      mono += perReading;
      return mono;
    });
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await store.close();
    await wire.close();
  });

  async function asked(): Promise<number> {
    const { rows } = await runSql(inject('postgres'), 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now');
    return rows[0].now;
  }

  it('gives all instances the same time, even if their own clocks are wrong', async () => {
    vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2040-01-01T00:00:00Z'));
    const other = await openStore(wire.url);
    const times = [store, other].map(({ databaseTime }) => databaseTime?.now() ?? 0);
    const real = await asked();
    for (const one of times) expect(Math.abs(one - real)).toBeLessThan(10_000);
    await other.close();
  });

  it('continues by the monotonic clock between readings and while the database is unreachable', async () => {
    const start = time.now();
    mono += HOUR;
    expect(time.now()).toBe(start + HOUR);
    wire.refuse(Number.MAX_SAFE_INTEGER);
    wire.cut();
    await expect(time.read()).rejects.toThrow();
    expect(time.now()).toBe(start + HOUR);
  });

  it('is corrected by the next reading', async () => {
    mono += HOUR;
    await time.read();
    expect(Math.abs(time.now() - (await asked()))).toBeLessThan(10_000);
  });

  it('ignores a reading that took too long', async () => {
    const start = time.now();
    perReading = HOUR;
    await time.read();
    perReading = 0;
    expect(time.now()).toBe(start + mono);
  });

  it('is compared with this machine’s clock, and a large difference is logged', async () => {
    const lines: string[] = [];
    const log = createLog('info', { write: (line: string) => lines.push(line) });
    await followDatabaseTime(time, () => time.now() + 3 * HOUR, log)();
    await followDatabaseTime(time, () => time.now() + 1000, log)();
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 50, aheadMs: 10_800_000 }]);
  });
});
