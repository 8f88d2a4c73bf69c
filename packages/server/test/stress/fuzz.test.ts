import { createDatabase } from '@tsena/testkit/postgres';
import { describe, expect, inject, it } from 'vitest';
import { proveFuzz } from './fuzz.ts';

// `pnpm prove fuzz` sends 100,000.
const REQUESTS = 1500;

describe('whatever is sent to whichever route', () => {
  it.each(['sqlite', 'postgres'])(
    'gets an answer that says what is wrong with it, on %s',
    async (store) => {
      const database = store === 'postgres' ? { databaseUrl: await createDatabase(inject('postgres')) } : {};
      const report = await proveFuzz({ requests: REQUESTS, seed: 20_261_120, ...database });
      expect(report.violations).toEqual([]);
      expect(report.requests).toBe(REQUESTS);
      expect(report.statusChecks).toBeGreaterThan(0);
      // It came through to every kind of answer, not to one refusal alone.
      expect(Object.keys(report.byStatus)).toEqual(expect.arrayContaining(['200', '201', '204', '400', '401', '404', '405', '413', '415']));
    },
    600_000,
  );
});
