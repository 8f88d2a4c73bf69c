import { serve } from '@tsena/testkit/serve';
import express from 'express';
import { beforeEach, expect, it } from 'vitest';
import { untilTestEnds } from '../../../../test/support/use.ts';
import { createLog } from '../../../log/log.ts';
import { logRefusedOrigins } from './refusedOrigins.ts';

let lines: string[];
let ask: (headers: Readonly<Record<string, string>>) => Promise<unknown>;

beforeEach(async () => {
  lines = [];
  const log = createLog('warn', { write: (line) => void lines.push(line) });
  const app = express().use(logRefusedOrigins(['http://127.0.0.1:8080'], log), (_request, response) => response.end());
  const { url } = await untilTestEnds(serve(app));
  ask = (headers) => fetch(url, { headers }).then((response) => response.text());
});

it('a page that ALLOWED_ORIGINS does not name is logged once', async () => {
  await ask({ Origin: 'http://localhost:8080' });
  await ask({ Origin: 'http://localhost:8080' });
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    origin: 'http://localhost:8080',
    msg: 'a page of this origin was refused: ALLOWED_ORIGINS does not name it',
  });
});

it('a page that may call, the companion’s own and a request without a page are not logged', async () => {
  await ask({ Origin: 'http://127.0.0.1:8080' });
  await ask({ Origin: 'https://pay.example', 'Sec-Fetch-Site': 'same-origin' });
  await ask({});
  expect(lines).toEqual([]);
});

it('a stranger who sends many origins fills no log', async () => {
  for (let count = 0; count < 30; count += 1) await ask({ Origin: `https://${count}.example` });
  expect(lines).toHaveLength(20);
});
