import { createDatabase } from '@tsena/testkit/postgres';
import { describe, expect, inject, it } from 'vitest';
import { runFuzzTest } from './fuzz.ts';

// `pnpm prove fuzz` sends 100,000 requests.
const REQUESTS = 3000;

describe('the companion answers generated requests to every route', () => {
  it.each(['sqlite', 'postgres'])(
    'with a result or a problem document, on %s',
    async (store) => {
      const databaseUrl = store === 'postgres' ? await createDatabase(inject('postgres')) : undefined;
      const report = await runFuzzTest({ size: REQUESTS, seed: 20_261_120 }, databaseUrl);
      expect(report.violations).toEqual([]);
      expect(report.requests).toBe(REQUESTS);
      expect(report.operatorRequests).toBeGreaterThan(0);
      // The requests reach every kind of answer.
      expect(Object.keys(report.byStatus)).toEqual(
        expect.arrayContaining(['200', '201', '204', '400', '401', '404', '405', '413', '415']),
      );
    },
    600_000,
  );
});
