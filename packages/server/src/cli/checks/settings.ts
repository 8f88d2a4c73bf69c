import type { Settings } from '../../config.ts';
import { type Finding, ok, warn } from './finding.ts';

/** What is set in a way that works, and yet is seldom meant. */
export function checkSettings(settings: Settings): Finding[] {
  const name = 'settings';
  const { environment } = settings.operator;
  const production = environment === 'production';
  const findings = [ok(name, `complete; ${environment}, as ${settings.merchant.partnerName}`)];
  if (settings.allowedOrigins.length === 0) {
    findings.push(
      warn(
        name,
        'ALLOWED_ORIGINS is empty: only pages on the companion’s own origin may call it',
        'Set it to your shop’s origin: https://shop.example',
      ),
    );
  }
  if (settings.limits.perMsisdn === null) {
    findings.push(warn(name, 'LIMIT_PER_MSISDN is off: a phone can be flooded with prompts', 'Leave it at its default, 5/10m'));
  }
  if (settings.webhook === null) {
    findings.push(warn(name, 'WEBHOOK_URL is not set: the shop is told nothing', 'Set WEBHOOK_URL and WEBHOOK_SECRET (docs/webhooks.md)'));
  }
  if (production && settings.webhook?.url.startsWith('http:') === true) {
    findings.push(warn(name, 'WEBHOOK_URL is http: what was paid goes over the wire in the clear', 'Give the endpoint an https address'));
  }
  if (production && settings.retainDays === null) {
    findings.push(warn(name, 'RETAIN_DAYS is not set: payers’ numbers are kept for ever', 'Set it to the days for which you need them'));
  }
  return findings;
}
