import { expect, it } from 'vitest';
import { runSocketFuzzTest } from './fuzzSockets.ts';

// `pnpm prove sockets` opens 20,000 connections.
const CONNECTIONS = 300;

it('the companion releases all resources after pipelined, cut, slow and interleaved requests on every route', async () => {
  const report = await runSocketFuzzTest({ size: CONNECTIONS, seed: 20_261_121 });
  expect(report.violations).toEqual([]);
  expect(report.connections).toBe(CONNECTIONS);
  // The requests reach event streams, and answers of every kind.
  expect(report.mostStreams).toBeGreaterThan(5);
  expect(Object.keys(report.byStatus)).toEqual(expect.arrayContaining(['200', '400', '401', '404', '405']));
}, 120_000);
