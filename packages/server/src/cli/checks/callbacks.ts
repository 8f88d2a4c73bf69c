import { randomBytes } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { problemSchema } from '@tsena/shared';
import axios from 'axios';
import * as z from 'zod/mini';
import type { Settings } from '../../config.ts';
import { redact } from '../../redact.ts';
import { isPublicAddress, literalAddress } from '../../webhooks/publicAddress.ts';
import { type Finding, failed, ok, warn } from './finding.ts';

const name = 'callbacks';
const ANSWER_WITHIN = 10_000;

/**
 * Whether the operator can reach the companion. The companion's own address is asked, under a secret that no payment
 * has: a companion answers 404 in its own words.
 */
export async function checkCallbacks(settings: Settings): Promise<Finding[]> {
  const base = settings.callbackBaseUrl;
  if (base === null) {
    return [
      warn(name, 'PUBLIC_URL is not set: payments are followed by polling alone', 'Set it once the companion has a public https address'),
    ];
  }
  const production = settings.operator.environment === 'production';
  const placed = await checkPlace(base, production);
  return placed.level === 'fail' ? [placed] : [placed, await checkAnswer(base, production)];
}

async function checkPlace(base: string, production: boolean): Promise<Finding> {
  const { hostname, protocol } = new URL(base);
  let addresses: string[];
  try {
    const literal = literalAddress(base);
    addresses = literal === undefined ? (await lookup(hostname, { all: true })).map(({ address }) => address) : [literal];
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no answer';
    return failed(
      name,
      `${hostname} is no name that the DNS knows (${code})`,
      'Correct PUBLIC_URL or CALLBACK_BASE_URL, or add the record',
    );
  }
  const hidden = addresses.filter((address) => !isPublicAddress(address));
  if (hidden.length > 0) {
    const message = `${base} is private (${hidden.join(', ')}): only an operator on this network, as the sandbox, reaches it`;
    const advice = 'Set PUBLIC_URL, or CALLBACK_BASE_URL for a tunnel, to an address that the internet reaches';
    return production ? failed(name, message, advice) : warn(name, message, advice);
  }
  if (protocol !== 'https:')
    return warn(name, `${base} is not https`, 'Production insists on https: put a proxy with a certificate in front');
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
      signal: AbortSignal.timeout(ANSWER_WITHIN),
    });
    const problem = z.safeParse(problemSchema, answer.data);
    if (problem.success && problem.data.code === 'callback_unknown') return ok(name, 'a companion answers there');
    return failed(
      name,
      `${base} answers PUT /v1/callbacks/… with ${answer.status}, and not as a companion`,
      'Let the proxy pass every method and path below that address on to the companion',
    );
  } catch (error) {
    const code = axios.isAxiosError(error) ? (error.code ?? error.message) : String(error);
    const message = `nobody answers at ${base} from here (${redact(code)})`;
    if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO/.test(code)) {
      return failed(name, message, 'Give it a certificate that the world trusts: the operator will not call otherwise');
    }
    return warn(
      name,
      message,
      production ? 'Start the companion, or check the proxy; some networks cannot reach their own public address' : 'Start the companion',
    );
  }
}
