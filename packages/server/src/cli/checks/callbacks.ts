import { randomBytes } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { problemSchema } from '@tsena/shared';
import axios from 'axios';
import * as z from 'zod/mini';
import type { Settings } from '../../config/settings.ts';
import { redact } from '../../redact.ts';
import { isPublicAddress, literalAddress } from '../../webhooks/publicAddress.ts';
import { type Finding, failed, ok, warn } from './finding.ts';

const name = 'callbacks';
const ANSWER_TIMEOUT_MS = 10_000;

/**
 * Checks whether the operator can reach the companion. Sends a callback with an unknown secret to the callback address;
 * a companion answers it with the problem `callback_unknown`.
 */
export async function checkCallbacks(settings: Settings): Promise<Finding[]> {
  const base = settings.callbackBaseUrl;
  if (base === null) {
    return [
      warn(
        name,
        'PUBLIC_URL is not set: the companion requests no callbacks and polls',
        'Set it when the companion has a public https address',
      ),
    ];
  }
  const production = settings.operator.environment === 'production';
  const placed = await checkAddress(base, production);
  return placed.level === 'fail' ? [placed] : [placed, await checkAnswer(base, production)];
}

async function checkAddress(base: string, production: boolean): Promise<Finding> {
  const { hostname, protocol } = new URL(base);
  let addresses: string[];
  try {
    const literal = literalAddress(base);
    addresses = literal === undefined ? (await lookup(hostname, { all: true })).map(({ address }) => address) : [literal];
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no answer';
    return failed(name, `the DNS does not know ${hostname} (${code})`, 'Correct PUBLIC_URL or CALLBACK_BASE_URL, or add the DNS record');
  }
  const hidden = addresses.filter((address) => !isPublicAddress(address));
  if (hidden.length > 0) {
    const message = `${base} is private (${hidden.join(', ')}): only a sandbox on this network can reach it`;
    const advice = 'Set PUBLIC_URL, or CALLBACK_BASE_URL for a tunnel, to a public address';
    return production ? failed(name, message, advice) : warn(name, message, advice);
  }
  if (protocol !== 'https:') return warn(name, `${base} is not https`, 'Production requires https: use a reverse proxy with a certificate');
  return ok(name, `${base} is public and https`);
}

async function checkAnswer(base: string, production: boolean): Promise<Finding> {
  const probe = `${base}/v1/callbacks/${randomBytes(32).toString('base64url')}`;
  try {
    const answer = await axios.put<unknown>(probe, '{}', {
      headers: { 'Content-Type': 'application/json' },
      maxRedirects: 0,
      proxy: false,
      validateStatus: () => true,
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    });
    const problem = z.safeParse(problemSchema, answer.data);
    if (problem.success && problem.data.code === 'callback_unknown') return ok(name, 'a companion answers at the callback address');
    return failed(
      name,
      `${base} answers PUT /v1/callbacks/… with ${answer.status}, which is not a companion’s answer`,
      'Configure the proxy to forward every method and path below that address to the companion',
    );
  } catch (error) {
    const code = axios.isAxiosError(error) ? (error.code ?? error.message) : String(error);
    const message = `${base} does not answer from this machine (${redact(code)})`;
    if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO/.test(code)) {
      return failed(name, message, 'Install a certificate of a public authority; otherwise the operator cannot send callbacks');
    }
    return warn(
      name,
      message,
      production ? 'Start the companion, or check the proxy. Some networks cannot reach their own public address' : 'Start the companion',
    );
  }
}
