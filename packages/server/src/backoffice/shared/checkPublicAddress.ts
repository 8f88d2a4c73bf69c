import { lookup } from 'node:dns/promises';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import axios from 'axios';
import * as z from 'zod/mini';
import { callbackBase, type Settings } from '../../config/settings.ts';
import { isPublicAddress, literalAddress, publicLookup } from '../../core/webhooks/publicAddress.ts';
import { redact } from '../../log/redact.ts';
import { type SetupFinding, setupFinding } from './setupFinding.ts';

const ANSWER_TIMEOUT_MS = 10_000;
/** A companion’s answer is short. */
const MAX_ANSWER_BYTES = 64 * 1024;

const healthSchema = z.object({ installationId: z.string() });

/** What {@link checkPublicAddress} takes. */
export interface CheckAddressOptions {
  readonly settings: Settings;
  /** By which this companion recognizes itself; undefined before its first start. */
  readonly installationId: string | undefined;
}

/**
 * Checks whether the callback address leads to this companion, and whether the certificate is valid: another companion
 * has another installation id.
 */
export async function checkPublicAddress({ settings, installationId }: CheckAddressOptions): Promise<SetupFinding[]> {
  const base = callbackBase(settings);
  if (base === null) return [setupFinding('public_address', 'warning', 'public_url_missing')];
  const isProduction = settings.OPERATOR_ENVIRONMENT === 'production';
  const mayBePrivate = settings.WEBHOOK_ALLOW_PRIVATE || isFromServer(settings, base) || isOwn(settings, base);
  const placed = await checkPlace(base, isProduction || !mayBePrivate);
  if (placed.some(({ result }) => result === 'failed')) return placed;
  return [...placed, ...(await checkAnswer(base, installationId, mayBePrivate))];
}

/**
 * A person who sets it on the server is on its network anyway. An address from the dashboard must not make the
 * companion ask there.
 */
function isFromServer({ fixed, PUBLIC_URL, CALLBACK_BASE_URL }: Settings, base: string): boolean {
  return (
    (fixed.includes('callbackBaseUrl') && base === CALLBACK_BASE_URL) ||
    (fixed.includes('publicUrl') && base === PUBLIC_URL)
  );
}

/** The address on which this companion itself listens, as of a merchant who tries it on their own machine. */
function isOwn({ HOST, PORT }: Settings, base: string): boolean {
  const { hostname, port } = new URL(base);
  return Number(port) === PORT && ['localhost', HOST].includes(hostname);
}

async function checkPlace(base: string, refusesPrivate: boolean): Promise<SetupFinding[]> {
  const { hostname, protocol } = new URL(base);
  let addresses: string[];
  try {
    const literal = literalAddress(base);
    addresses =
      literal === undefined ? (await lookup(hostname, { all: true })).map(({ address }) => address) : [literal];
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no answer';
    return [setupFinding('public_address', 'failed', 'address_unknown', { detail: `${hostname}: ${code}` })];
  }
  const findings: SetupFinding[] = [];
  const hidden = addresses.filter((address) => !isPublicAddress(address));
  if (hidden.length > 0) {
    const detail = `${base}: ${hidden.join(', ')}`;
    findings.push(setupFinding('public_address', refusesPrivate ? 'failed' : 'warning', 'address_private', { detail }));
  }
  if (protocol !== 'https:') findings.push(setupFinding('tls', 'warning', 'tls_missing', { detail: base }));
  return findings;
}

async function checkAnswer(
  base: string,
  installationId: string | undefined,
  mayBePrivate: boolean,
): Promise<SetupFinding[]> {
  try {
    const response = await axios.get<unknown>(`${base}/healthz`, {
      ...(mayBePrivate
        ? {}
        : { httpAgent: new HttpAgent({ lookup: publicLookup }), httpsAgent: new HttpsAgent({ lookup: publicLookup }) }),
      maxRedirects: 0,
      maxContentLength: MAX_ANSWER_BYTES,
      proxy: false,
      validateStatus: () => true,
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    });
    const address = describeAnswer(base, response, installationId);
    if (!base.startsWith('https:')) return [address];
    return [address, setupFinding('tls', 'ok', 'tls_valid', { detail: base })];
  } catch (error) {
    return [describeFailure(base, error)];
  }
}

function describeAnswer(
  base: string,
  { status, data }: { readonly status: number; readonly data: unknown },
  installationId: string | undefined,
): SetupFinding {
  const answered = z.safeParse(healthSchema, data).data?.installationId;
  if (answered === undefined) {
    const detail = `GET ${base}/healthz: ${status}`;
    return setupFinding('public_address', 'failed', 'address_answers_otherwise', { detail });
  }
  return answered === installationId
    ? setupFinding('public_address', 'ok', 'address_reached', { detail: base })
    : setupFinding('public_address', 'failed', 'address_other_companion', { detail: base });
}

function describeFailure(base: string, error: unknown): SetupFinding {
  const code = axios.isAxiosError(error) ? (error.code ?? error.message) : String(error);
  const detail = `${base}: ${redact(code)}`;
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO/.test(code))
    return setupFinding('tls', 'failed', 'certificate_invalid', { detail });
  return setupFinding('public_address', 'warning', 'address_silent', { detail });
}
