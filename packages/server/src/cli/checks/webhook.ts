import { randomBytes } from 'node:crypto';
import type { Settings } from '../../config.ts';
import { Secret } from '../../secret.ts';
import { createSignedPost, type PostAnswer } from '../../webhooks/signedPost.ts';
import { type Finding, failed, ok, warn } from './finding.ts';

const name = 'webhook';

/**
 * Whether the shop's endpoint answers, and whether it checks signatures. It gets two pings, of the type `tsena.ping`
 * and about no order: one with a false signature, which it has to refuse, and one with the right one.
 */
export async function checkWebhook(settings: NonNullable<Settings['webhook']>): Promise<Finding[]> {
  const forger = new Secret(`whsec_${randomBytes(24).toString('base64')}`);
  const forged = await ping({ ...settings, secrets: [forger] });
  if (forged.kind === 'no_answer') {
    const advice = forged.reason.includes('private')
      ? 'Give it a public address, unless the shop is meant to be on this network'
      : 'Start the shop, correct WEBHOOK_URL, or open the way there';
    return [failed(name, `${settings.url} does not answer: ${forged.reason}`, advice)];
  }
  const genuine = await ping(settings);
  if (genuine.kind === 'no_answer') {
    return [warn(name, `${settings.url} answered once and then no more: ${genuine.reason}`, 'Look at the shop’s log')];
  }
  const findings = [judgeGenuine(settings.url, genuine.status, forged.status)];
  if (isGood(forged.status)) {
    const message = `it answers ${forged.status} to a false signature: anybody can tell the shop that an order is paid`;
    findings.push(failed(name, message, 'Verify the signature before anything else (docs/webhooks.md)'));
  }
  return findings;
}

function judgeGenuine(url: string, genuine: number, forged: number): Finding {
  if (isGood(genuine)) return ok(name, `${url} answers ${genuine} to a signed ping`);
  const message = `${url} answers ${genuine} to a signed ping`;
  if (genuine === 404 || genuine === 405 || (genuine >= 300 && genuine < 400)) {
    return failed(name, message, 'Correct WEBHOOK_URL: nothing takes a POST there');
  }
  if ([401, 403].includes(genuine)) return failed(name, message, 'Give the shop the same WEBHOOK_SECRET as the companion');
  const advice = 'Answer 2xx to types that the shop does not know; the companion adds some now and then';
  return genuine === forged
    ? warn(name, `${message}, as to a false one`, `Compare WEBHOOK_SECRET on both sides. ${advice}`)
    : warn(name, message, advice);
}

function isGood(status: number): boolean {
  return status >= 200 && status < 300;
}

function ping(settings: NonNullable<Settings['webhook']>): Promise<PostAnswer> {
  const at = new Date();
  const id = `msg_${randomBytes(16).toString('base64url')}`;
  return createSignedPost(settings)(id, at, JSON.stringify({ type: 'tsena.ping', timestamp: at.toISOString(), data: {} }));
}
