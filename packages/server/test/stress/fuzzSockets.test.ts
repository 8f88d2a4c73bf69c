import { expect, it } from 'vitest';
import { proveFuzzSockets } from './fuzzSockets.ts';

// `pnpm prove fuzz --sockets` opens 20,000.
const CONNECTIONS = 300;

it('pipelined, cut, slow and interleaved requests on every route leave a companion as they found it', async () => {
  const report = await proveFuzzSockets({ connections: CONNECTIONS, seed: 20_261_121 });
  expect(report.violations).toEqual([]);
  expect(report.connections).toBe(CONNECTIONS);
  // They came through to streams, and to answers of every kind.
  expect(report.mostStreams).toBeGreaterThan(5);
  expect(Object.keys(report.byStatus)).toEqual(expect.arrayContaining(['200', '400', '401', '404', '405']));
}, 120_000);
