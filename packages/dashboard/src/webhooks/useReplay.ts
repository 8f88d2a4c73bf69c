import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Delivery, deliverySchema, paymentDetailSchema } from '@tsena/shared/merchant';
import { useEffect } from 'react';
import { useDashboard } from '../shared/dashboardContext.ts';
import { refreshData } from '../shared/useLiveData.ts';

const POLL_INTERVAL_MS = 1000;

/** Sends webhooks again, one or several, and follows them until all are delivered or the shop did not accept one. */
export function useReplay(webhooks: readonly Delivery[], onSent: () => void = () => undefined) {
  const client = useQueryClient();
  const { api } = useDashboard();
  const replay = useMutation({
    async mutationFn() {
      for (const { id } of webhooks) await api.request(deliverySchema, `/webhooks/${id}/replay`, {});
    },
    async onSuccess() {
      onSent();
      await refreshData(client);
    },
  });
  const { data: outcome } = useQuery({
    queryKey: ['deliveries', ...webhooks.map(({ id }) => id)],
    queryFn: readOutcome,
    enabled: replay.isSuccess,
    refetchInterval: ({ state: { data } }) => (data?.isOver ? false : POLL_INTERVAL_MS),
  });

  async function readOutcome() {
    const details = await Promise.all(
      webhooks.map(({ paymentId }) => api.request(paymentDetailSchema, `/payments/${paymentId}`)),
    );
    const now = webhooks.flatMap(({ id }, index) => details[index]?.webhooks.find((one) => one.id === id) ?? []);
    const open = now.filter(({ status }) => status !== 'delivered');
    const failed = open.find(({ lastError }) => lastError !== null);
    return { isOver: open.length === 0 || failed !== undefined, failed };
  }

  const result = replay.isSuccess && outcome?.isOver ? outcome : undefined;
  const isOver = result !== undefined;
  useEffect(() => {
    if (isOver) void refreshData(client);
  }, [client, isOver]);
  return {
    send: () => replay.mutate(),
    isSending: replay.isPending || (replay.isSuccess && !isOver),
    /** Why the companion refused it. */
    error: replay.error,
    isDelivered: isOver && result.failed === undefined,
    /** The first one that the shop did not accept. */
    failed: result?.failed,
  };
}
