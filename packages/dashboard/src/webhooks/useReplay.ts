import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Delivery, deliverySchema, paymentDetailSchema } from '@tsena/shared/merchant';
import { useEffect } from 'react';
import { useDashboard } from '../shared/dashboardContext.ts';
import { refreshData } from '../shared/useLiveData.ts';

const POLL_INTERVAL_MS = 1000;

/** How far a webhook is that the merchant sent again. */
export type ReplayState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'refused'; readonly error: unknown }
  | { readonly kind: 'sending' }
  | { readonly kind: 'delivered' }
  /** The shop did not accept it. `nextAttemptAt` is null if the companion does not try again by itself. */
  | { readonly kind: 'failed'; readonly reason: string | null; readonly nextAttemptAt: string | null };

/** Sends webhooks again, one or several, and follows the first of them that is not delivered yet. */
export function useReplay(webhooks: readonly Delivery[], onSent: () => void = () => undefined) {
  const client = useQueryClient();
  const { api } = useDashboard();
  const ids = webhooks.map(({ id }) => id);
  const replay = useMutation({
    async mutationFn() {
      for (const { id } of webhooks) await api.request(deliverySchema, `/webhooks/${id}/replay`, {});
    },
    async onSuccess() {
      onSent();
      await refreshData(client);
    },
  });
  const deliveries = useQuery({
    queryKey: ['deliveries', ...ids],
    queryFn: () => Promise.all(webhooks.map((webhook) => readDelivery(webhook))),
    enabled: replay.isSuccess,
    refetchInterval: ({ state }) => (stateOf(state.data).kind === 'sending' ? POLL_INTERVAL_MS : false),
  });

  async function readDelivery({ id, paymentId }: Delivery): Promise<Delivery | undefined> {
    return (await api.request(paymentDetailSchema, `/payments/${paymentId}`)).webhooks.find((one) => one.id === id);
  }

  const state: ReplayState = replay.isPending
    ? { kind: 'sending' }
    : replay.error !== null
      ? { kind: 'refused', error: replay.error }
      : replay.isSuccess
        ? stateOf(deliveries.data)
        : { kind: 'idle' };
  const { kind } = state;
  useEffect(() => {
    if (kind === 'delivered' || kind === 'failed') void refreshData(client);
  }, [client, kind]);

  return { state, send: () => state.kind === 'sending' || replay.mutate() };
}

function stateOf(deliveries: readonly (Delivery | undefined)[] | undefined): ReplayState {
  if (deliveries === undefined) return { kind: 'sending' };
  const open = deliveries.filter((delivery) => delivery !== undefined && delivery.status !== 'delivered');
  const failed = open.find((delivery) => delivery?.lastError !== null);
  if (failed !== undefined) return { kind: 'failed', reason: failed.lastError, nextAttemptAt: failed.nextAttemptAt };
  return { kind: open.length > 0 ? 'sending' : 'delivered' };
}
