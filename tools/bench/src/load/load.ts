import { startWorker } from './worker.ts';

/** Requests to send over keep-alive connections, one at a time on each. */
export interface Load {
  readonly port: number;
  /** As they go over the wire, head and body. */
  readonly requests: readonly string[];
  readonly connections: number;
  /** How long, going round the requests; each of them once if left out. */
  readonly seconds?: number;
}

/** What came of a load; waits in ms. */
export interface LoadReport {
  readonly answers: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  /** How many answers had which status. */
  readonly statuses: Readonly<Record<string, number>>;
}

/**
 * Starts a process that makes load, and returns a function that gives it work.
 *
 * @throws Error if an answer has another status than the expected one
 */
export async function startGenerator(): Promise<(load: Load, expected?: string) => Promise<LoadReport>> {
  const worker = await startWorker<LoadReport>('./generator.ts');
  return async (load, expected = '200') => {
    worker.send(load);
    const report = await worker.hear();
    if (report.statuses[expected] !== report.answers)
      throw new Error(`expected ${expected} alone, got ${JSON.stringify(report.statuses)}`);
    return report;
  };
}

/** A request as it goes over the wire. */
export function rawRequest(method: 'GET' | 'POST', path: string, body?: object): string {
  const head = `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n`;
  if (body === undefined) return `${head}\r\n`;
  const json = JSON.stringify(body);
  return `${head}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`;
}
