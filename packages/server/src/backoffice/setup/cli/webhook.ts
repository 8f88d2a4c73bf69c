import { randomBytes } from 'node:crypto';
import { Secret } from '../../../config/secret.ts';
import type { Settings } from '../../../config/settings.ts';
import { type Finding, failed, ok, warn } from '../../finding.ts';
import { pingShop } from '../../webhooks/pingShop.ts';

const name = 'webhook';

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
    const advice = forged.reason.includes('private')
      ? 'Use a public address, or set WEBHOOK_ALLOW_PRIVATE=1 if the shop is on this network'
      : 'Start the shop, correct WEBHOOK_URL, or open the firewall';
    return [failed(name, `${url} does not answer: ${forged.reason}`, advice)];
  }
  const genuine = await pingShop(settings);
  if (genuine.kind === 'no_answer') {
    return [warn(name, `${url} answered the first ping and not the second: ${genuine.reason}`, 'Read the shop’s log')];
  }
  const findings = [readGenuine(url, genuine.status, forged.status)];
  if (isSuccess(forged.status)) {
    const message = `the shop answers ${forged.status} to a wrong signature: a stranger can mark orders as paid`;
    findings.push(failed(name, message, 'Verify the signature before you read the webhook (docs/webhooks.md)'));
  }
  return findings;
}

function readGenuine(url: string, genuine: number, forged: number): Finding {
  if (isSuccess(genuine)) return ok(name, `${url} answers ${genuine} to a signed ping`);
  const message = `${url} answers ${genuine} to a signed ping`;
  if (genuine === 404 || genuine === 405 || (genuine >= 300 && genuine < 400)) {
    return failed(name, message, 'Correct WEBHOOK_URL: this address does not accept a POST');
  }
  if ([401, 403].includes(genuine)) return failed(name, message, 'Give the shop the same WEBHOOK_SECRET as the companion');
  const advice = 'The shop must answer 2xx to webhook types that it does not know';
  return genuine === forged
    ? warn(name, `${message}, and the same to a wrong signature`, `Compare WEBHOOK_SECRET on both sides. ${advice}`)
    : warn(name, message, advice);
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}
