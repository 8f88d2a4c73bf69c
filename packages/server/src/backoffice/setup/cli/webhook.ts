import { randomBytes } from 'node:crypto';
import { Secret } from '../../../config/secret.ts';
import type { Settings } from '../../../config/settings.ts';
import { setupFinding } from '../../shared/setupFinding.ts';
import { pingShop } from '../../webhooks/pingShop.ts';
import { type DoctorFinding, finding } from './finding.ts';

const name = 'webhook_answered';

/**
 * Checks whether the shop's endpoint answers, and whether it verifies signatures. Sends two webhooks of type
 * `tsena.ping`: one with a wrong signature, which the shop must reject, and one with the right signature.
 */
export async function checkWebhook(settings: Settings): Promise<DoctorFinding[]> {
  const { OPERATOR_ENVIRONMENT: environment, WEBHOOK_URL: url } = settings;
  if (url === null) return [setupFinding(name, 'warning', 'webhook_off')];
  const isUnencrypted = environment === 'production' && url.startsWith('http:');
  const findings = isUnencrypted ? [setupFinding(name, 'warning', 'webhook_unencrypted')] : [];
  return [...findings, ...(await pingTwice(settings, url))];
}

async function pingTwice(settings: Settings, url: string): Promise<DoctorFinding[]> {
  const forger = new Secret(`whsec_${randomBytes(24).toString('base64')}`);
  const forged = await pingShop({ ...settings, WEBHOOK_SECRET: [forger] });
  if (forged.kind === 'no_answer') {
    const { reason } = forged;
    const found = reason.includes('private') ? 'webhook_private' : 'webhook_silent';
    return [setupFinding(name, 'failed', found, { detail: `${url}: ${reason}` })];
  }
  const genuine = await pingShop(settings);
  if (genuine.kind === 'no_answer')
    return [finding('warning', 'webhook_answered.second_silent', { url, reason: genuine.reason })];
  const findings = [readGenuine(url, genuine.status, forged.status)];
  if (isSuccess(forged.status))
    findings.push(finding('failed', 'webhook_answered.unverified', { status: forged.status }));
  return findings;
}

function readGenuine(url: string, status: number, forged: number): DoctorFinding {
  const values = { url, status };
  if (isSuccess(status)) return finding('ok', 'webhook_answered.answers', values);
  const takesNoPost = status === 404 || status === 405 || (status >= 300 && status < 400);
  if (takesNoPost) return finding('failed', 'webhook_answered.takes_no_post', values);
  if ([401, 403].includes(status)) return finding('failed', 'webhook_answered.secret_differs', values);
  if (status === forged) return finding('warning', 'webhook_answered.same_answer', values);
  return finding('warning', 'webhook_answered.refuses_type', values);
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}
