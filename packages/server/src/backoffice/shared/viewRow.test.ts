import { refundSchema } from '@tsena/shared/merchant';
import { describe, expect, it } from 'vitest';
import { asMerchant } from '../../../test/support/merchant.ts';
import { seedPayment } from '../../../test/support/seed.ts';
import { seedRefund, seedWebhook } from '../../../test/support/seedRows.ts';
import { startStack } from '../../../test/support/stack.ts';
import { useForAll } from '../../../test/support/use.ts';
import { createLog } from '../../log/log.ts';

import { viewRow, viewRows } from './viewRow.ts';

/** 22 characters, as ids have them. */
const SUFFIX = 'A'.repeat(22);
/** No time that a date can have. */
const NO_TIME = 9e15;

describe('a stored row that this version does not know', () => {
  const stack = useForAll(() => startStack({ env: { PUBLIC_URL: 'http://127.0.0.1:1' } }));

  async function seed() {
    const { store } = stack.served.companion.storage;
    const payment = await seedPayment(store, { status: 'completed' });
    await stack.post('/v1/merchant/links', { amount: '25000' }, asMerchant);
    const { body: link } = await stack.post<{ id: string }>('/v1/merchant/links', { amount: '700' }, asMerchant);
    await stack.post('/v1/merchant/keys', { name: 'Hanta', scope: 'read' }, asMerchant);
    const { body: key } = await stack.post<{ id: string }>(
      '/v1/merchant/keys',
      { name: 'Rivo', scope: 'read' },
      asMerchant,
    );
    await seedRefund(store, `ref_${SUFFIX}`, payment);
    await seedRefund(store, 'ref_by_hand', payment);
    await seedWebhook(store, 'msg_1', { payment_id: payment });
    await seedWebhook(store, 'msg_2', { payment_id: payment });
    await store.db
      .updateTable('links')
      .set({ created_at: NO_TIME })
      .where('id', '=', link.id as never)
      .execute();
    await store.db.updateTable('keys').set({ last_used_at: NO_TIME }).where('id', '=', key.id).execute();
    await store.db
      .updateTable('outbox')
      .set({ type: 'payment.moved' as never })
      .where('id', '=', 'msg_2')
      .execute();
    await store.db
      .updateTable('audit')
      .set({ action: 'key_lent' as never })
      .where('subject', '=', key.id)
      .execute();
    return { payment, link: link.id, key: key.id };
  }

  it('takes no list away, and no payment', async () => {
    const { payment, link, key } = await seed();
    const idsOf = async (path: string) => {
      const { status, body } = await stack.get<{ data: { id: string }[] }>(path, asMerchant);
      expect(status, path).toBe(200);
      return body.data.map(({ id }) => id);
    };
    expect(await idsOf('/v1/merchant/links')).toEqual([expect.not.stringContaining(link)]);
    expect(await idsOf('/v1/merchant/keys')).toEqual([expect.not.stringContaining(key)]);
    expect(await idsOf('/v1/merchant/refunds')).toEqual([`ref_${SUFFIX}`]);
    expect(await idsOf('/v1/merchant/webhooks')).toEqual(['msg_1']);
    expect(await idsOf('/v1/merchant/audit')).toHaveLength(3);
    const { body } = await stack.get<{ refunds: unknown[]; webhooks: unknown[] }>(
      `/v1/merchant/payments/${payment}`,
      asMerchant,
    );
    expect(body).toMatchObject({ refunds: [{ id: `ref_${SUFFIX}` }], webhooks: [{ id: 'msg_1' }] });
    // No route documents a fault.
    const alone = await fetch(`${stack.served.url}/v1/merchant/links/${link}`, { headers: asMerchant });
    expect(await alone.json()).toMatchObject({ status: 500, code: 'internal' });
  });

  it('is named in the log, without its values', () => {
    const lines: string[] = [];
    const log = createLog('error', { write: (line: string) => lines.push(line) });
    const rows = [{ id: 'ref_1', reason: 'returned by Hanta' }];
    expect(viewRows(log, rows, (row) => viewRow(refundSchema, row))).toEqual([]);
    expect(lines).toEqual([expect.stringContaining('ref_1')]);
    expect(lines[0]).not.toContain('Hanta');
  });
});
