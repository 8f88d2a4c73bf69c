import { paymentSchema } from '@tsena/shared/checkout';
import { expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { startHost } from './support/host.ts';
import { untilTestEnds } from './support/use.ts';

it('the companion in a host’s app calls its handler for each event, and leaves other routes to it', async () => {
  const events: string[] = [];
  const host = await untilTestEnds(
    startHost({
      mountPath: '/pay',
      before: (app) => void app.get('/', (_request, response) => void response.send('the host’s own page')),
      onEvent: async (event) => void events.push(`${event.type} ${event.data.id}`),
    }),
  );
  const response = await host.pay('ORDER-1');
  expect(response.status).toBe(201);
  const { id } = z.parse(paymentSchema, await response.json());
  host.sandbox.approve(host.sandbox.transactions()[0]?.serverCorrelationId ?? '');
  await vi.waitFor(() => expect(events).toEqual([`payment.completed ${id}`]), 10_000);
  expect(await (await fetch(`${host.url}/`)).text()).toBe('the host’s own page');
  expect(host.sandbox.transactions()[0]?.callbackUrl).toMatch(new RegExp(`^${host.companionUrl}/v1/callbacks/`));
});
