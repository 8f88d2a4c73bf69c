import type { Link } from '@tsena/shared/merchant';
import type { Dashboard } from '../dashboard/openDashboard.ts';

/** Creates a payment link of 25 000 Ar, or as `body` says. */
export function createLink(dashboard: Dashboard, body: Readonly<Record<string, unknown>> = {}): Promise<Link> {
  return dashboard.ask('links', { amount: '25000', ...body });
}

/** Pays a link as a browser without a script does, and approves the payment in the sandbox. */
export async function payLink(dashboard: Dashboard, { url }: Link, msisdn: string): Promise<void> {
  const page = await (await fetch(url)).text();
  const form = /name="form" value="([^"]+)"/.exec(page)?.[1] ?? '';
  const response = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { Origin: new URL(url).origin },
    body: new URLSearchParams({ form, msisdn }),
  });
  if (response.status !== 303) throw new Error(`${response.status}: ${await response.text()}`);
  dashboard.approveAll();
}
