import type { Ariary } from '@tsena/shared';
import type { OrderReference } from '@tsena/shared/checkout';
import { emptyDatabase } from '@tsena/testkit/stores';
import { startWire } from '@tsena/testkit/wire';
import { expect, it } from 'vitest';
import { assembleCompanion } from '../src/composition/companion.ts';
import { readSettings } from '../src/config/readSettings.ts';
import type { Reply } from '../src/core/operator/outcome.ts';
import { createLog } from '../src/log/log.ts';
import { testEnvironment } from './support/stack.ts';
import { msisdn } from './support/testCompanion.ts';

it('an initiation on PostgreSQL needs at most eight round trips to the database', async () => {
  const database = await emptyDatabase('postgres');
  const wire = await startWire(database.url);
  const answers: Record<string, object> = {
    '/token': { access_token: 'a.b.c', token_type: 'Bearer', expires_in: 3600, scope: 'EXT_INT_SVC_SCOPE' },
  };
  let number = 0;
  const companion = await assembleCompanion({
    settings: readSettings({
      ...testEnvironment('http://127.0.0.1:9', 'http://127.0.0.1:9', '/nowhere'),
      DATABASE_URL: wire.url,
    }),
    log: createLog('silent'),
    operatorHttp: {
      async send({ path }): Promise<Reply> {
        number += 1;
        const body = answers[path] ?? {
          status: 'pending',
          serverCorrelationId: `sc-${number}`,
          notificationMethod: 'callback',
        };
        return { kind: 'answer', status: 200, body, empty: false, retryAfterMs: null };
      },
      close: () => undefined,
    },
  });
  const pay = (order: string, payer: string) =>
    companion.context.initiate({
      claims: { sub: order as OrderReference, amount: 25_000 as Ariary, currency: 'MGA' },
      msisdn: msisdn(payer),
      language: 'mg',
      addressHash: 'an-address',
      askedAbout: 'all',
    });
  try {
    // Opens the connections, and fetches the token.
    await pay('ORDER-1', '0343500003');
    wire.slow(25);
    const before = wire.roundTrips();
    expect(await pay('ORDER-2', '0343500005')).toMatchObject({ kind: 'opened', payment: { status: 'pending' } });
    expect(wire.roundTrips() - before).toBeLessThanOrEqual(8);
  } finally {
    await companion.stop();
    await wire.close();
    await database.remove();
  }
});
