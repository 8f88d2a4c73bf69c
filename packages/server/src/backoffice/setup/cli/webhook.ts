import { randomBytes } from 'node:crypto';
import { Secret } from '../../../config/secret.ts';
import type { Settings } from '../../../config/settings.ts';
import { pingShop } from '../../webhooks/pingShop.ts';
import { type Finding, finding } from './finding.ts';

/**
 * Checks whether the shop's endpoint answers, and whether it verifies signatures. Sends two webhooks of type
 * `tsena.ping`: one with a wrong signature, which the shop must reject, and one with the right signature.
 */
export async function checkWebhook(settings: Settings): Promise<Finding[]> {
  const { WEBHOOK_URL: url } = settings;
  if (url === null) return [];
  const forger = new Secret(`whsec_${randomBytes(24).toString('base64')}`);
  const forged = await pingShop({ ...settings, WEBHOOK_SECRET: [forger] });
  if (forged.kind === 'no_answer') {
    const { reason } = forged;
    return [
      finding(
        'failed',
        'webhook.silent',
        { url, reason },
        reason.includes('private') ? 'webhook.private.next' : 'webhook.away.next',
      ),
    ];
  }
  const genuine = await pingShop(settings);
  if (genuine.kind === 'no_answer')
    return [finding('warning', 'webhook.second_silent', { url, reason: genuine.reason })];
  const findings = [readGenuine(url, genuine.status, forged.status)];
  if (isSuccess(forged.status)) findings.push(finding('failed', 'webhook.unverified', { status: forged.status }));
  return findings;
}

function readGenuine(url: string, status: number, forged: number): Finding {
  const values = { url, status };
  if (isSuccess(status)) return finding('ok', 'webhook.answers', values);
  const takesNoPost = status === 404 || status === 405 || (status >= 300 && status < 400);
  if (takesNoPost) return finding('failed', 'webhook.answers', values, 'webhook.no_post.next');
  if ([401, 403].includes(status)) return finding('failed', 'webhook.answers', values, 'webhook.other_secret.next');
  if (status === forged) return finding('warning', 'webhook.same_answer', values);
  return finding('warning', 'webhook.answers', values, 'webhook.unknown_type.next');
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}
