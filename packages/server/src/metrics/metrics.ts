import type { Request } from 'express';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { ObservedCall, ObservedPause } from '../core/operator/client.ts';
import type { PaymentChange } from '../core/rules/decision.ts';
import { OPEN_STATUSES } from '../core/rules/stateMachine.ts';
import { type Backlog, readBacklog } from '../core/storage/backlog.ts';
import type { Storage } from '../core/storage/storage.ts';
import type { StoredPayment } from '../database/schema.ts';

/** The metrics for Prometheus. No label contains an id, a phone number, an order or an address. */
export interface Metrics {
  readonly registry: Registry;
  operatorCall(call: ObservedCall): void;
  operatorPause(pause: ObservedPause): void;
  paymentChanged(payment: StoredPayment, change: PaymentChange): void;
  webhookAttempted(outcome: 'delivered' | 'retried' | 'failed'): void;
  requestEnded(request: Request, status: number, ms: number): void;
  mailAttempted(outcome: 'sent' | 'retried' | 'failed'): void;
  streamOpened(): void;
  streamClosed(): void;
}

const PAYMENT_SECONDS = [2, 5, 10, 20, 30, 60, 120, 300, 900, 3600, 21_600, 86_400];
const OPERATOR_CALL_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const HTTP_REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Makes the companion's metrics. Backlogs are read from the storage at each scrape; events are counted as they happen.
 */
export function createMetrics(storage: Pick<Storage, 'store' | 'clock'>): Metrics {
  const registry = new Registry();
  storageGauges(storage, registry);
  return {
    registry,
    ...paymentMetrics(registry),
    ...operatorMetrics(registry),
    ...deliveryMetrics(registry),
    ...requestMetrics(registry),
  };
}

function counter<Label extends string = never>(
  registry: Registry,
  name: string,
  help: string,
  ...labelNames: Label[]
): Counter<Label> {
  return new Counter({ name, help, labelNames, registers: [registry] });
}

function histogram<Label extends string>(
  registry: Registry,
  name: string,
  help: string,
  buckets: number[],
  ...labelNames: Label[]
) {
  return new Histogram({ name, help, buckets, labelNames, registers: [registry] });
}

function paymentMetrics(registry: Registry): Pick<Metrics, 'paymentChanged'> {
  const help =
    'Time from the creation of a payment to its final status. The count is the number of payments that this process completed or failed.';
  const durations = histogram(registry, 'tsena_payment_duration_seconds', help, PAYMENT_SECONDS, 'status');
  const failures = counter(registry, 'tsena_payment_failures_total', 'Failed payments, by problem code.', 'code');
  const mismatches = counter(
    registry,
    'tsena_details_mismatches_total',
    'Payments whose transaction details differ from the order. They need review.',
  );
  const declinedCallbacks = counter(
    registry,
    'tsena_callbacks_declined_total',
    'Payments for which the operator answered `polling` although a callback address was sent.',
  );
  return {
    paymentChanged(payment, { to, webhook, event }) {
      if (event.kind === 'accepted' && payment.callback_hash !== null && payment.notification_method === 'polling')
        declinedCallbacks.inc();
      if (webhook === 'payment.review_required') mismatches.inc();
      if (to !== 'completed' && to !== 'failed') return;
      durations.observe(
        { status: to },
        Math.max(0, (payment.final_at ?? payment.updated_at) - payment.created_at) / 1000,
      );
      if (to === 'failed') failures.inc({ code: payment.failure_code ?? 'payment_failed' });
    },
  };
}

function operatorMetrics(registry: Registry): Pick<Metrics, 'operatorCall' | 'operatorPause'> {
  const help = 'Duration of requests to the operator, by operation and outcome (HTTP status, no_answer, never_sent).';
  const calls = histogram(registry, 'tsena_operator_call_seconds', help, OPERATOR_CALL_SECONDS, 'operation', 'outcome');
  const pausedUntil = new Map<ObservedPause['cause'], number>();
  new Gauge({
    name: 'tsena_operator_pause_seconds',
    help: 'Seconds for which the companion still sends no requests of one kind, after a 429 (throttled) or repeated failures.',
    labelNames: ['cause'],
    registers: [registry],
    collect() {
      for (const cause of ['throttled', 'lookups', 'merchant', 'strangers', 'tokens'] as const) {
        this.set({ cause }, Math.max(0, (pausedUntil.get(cause) ?? 0) - performance.now()) / 1000);
      }
    },
  });
  return {
    operatorCall: ({ operation, outcome, ms }) => calls.observe({ operation, outcome }, ms / 1000),
    operatorPause: ({ cause, ms }) =>
      pausedUntil.set(cause, Math.max(pausedUntil.get(cause) ?? 0, performance.now() + ms)),
  };
}

function deliveryMetrics(registry: Registry): Pick<Metrics, 'webhookAttempted' | 'mailAttempted'> {
  const webhooks = counter(
    registry,
    'tsena_webhook_delivery_attempts_total',
    'Delivery attempts of webhooks, by outcome.',
    'outcome',
  );
  const mails = counter(
    registry,
    'tsena_mail_attempts_total',
    'Attempts to send an e-mail to the merchant, by outcome.',
    'outcome',
  );
  return {
    webhookAttempted: (outcome) => webhooks.inc({ outcome }),
    mailAttempted: (outcome) => mails.inc({ outcome }),
  };
}

function requestMetrics(registry: Registry): Pick<Metrics, 'requestEnded' | 'streamOpened' | 'streamClosed'> {
  const streams = new Gauge({
    name: 'tsena_streams_open',
    help: 'Open event streams of this process.',
    registers: [registry],
  });
  const help = 'HTTP requests, by route, method and class of status.';
  const requests = counter(registry, 'tsena_http_requests_total', help, 'route', 'method', 'status');
  const without = 'Duration of HTTP requests, without event streams.';
  const durations = histogram(registry, 'tsena_http_request_seconds', without, HTTP_REQUEST_SECONDS, 'route');
  return {
    requestEnded(request, status, ms) {
      const route = routeOf(request);
      requests.inc({ route, method: methodOf(request), status: `${Math.floor(status / 100)}xx` });
      if (!route.endsWith('/events')) durations.observe({ route }, ms / 1000);
    },
    streamOpened: () => streams.inc(),
    streamClosed: () => streams.dec(),
  };
}

/** Reads the storage once per scrape. While that fails, these gauges are absent and `tsena_storage_up` is 0. */
function storageGauges({ store, clock }: Pick<Storage, 'store' | 'clock'>, registry: Registry): void {
  let reading: Promise<Backlog | undefined> | undefined;
  const read = (): Promise<Backlog | undefined> => {
    reading ??= readBacklog(store.db, clock.now())
      .catch(() => undefined)
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };
  const gauge = <Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
    set: (self: Gauge<Label>, read: Backlog) => void,
  ) =>
    new Gauge<Label>({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        const backlog = await read();
        this.reset();
        if (backlog !== undefined) set(this, backlog);
        // A reset gauge without labels would report 0, which is wrong.
        else if (labelNames.length === 0) this.remove();
      },
    });
  new Gauge({
    name: 'tsena_storage_up',
    help: '1 if the database could be read at this scrape, else 0.',
    registers: [registry],
    async collect() {
      this.set((await read()) === undefined ? 0 : 1);
    },
  });
  gauge('tsena_payments_open', 'Payments that are not final, by status.', ['status'], (self, { payments }) => {
    for (const status of OPEN_STATUSES) self.set({ status }, payments.get(status) ?? 0);
  });
  gauge('tsena_webhooks', 'Webhooks whose delivery is pending or failed.', ['status'], (self, { webhooks }) => {
    for (const status of ['pending', 'failed'] as const) self.set({ status }, webhooks.get(status) ?? 0);
  });
  gauge(
    'tsena_mails',
    'Kinds of e-mails to the merchant that are being sent or tried again, or whose last one has failed.',
    ['status'],
    (self, { mails }) => {
      for (const status of ['pending', 'failed'] as const) self.set({ status }, mails.get(status) ?? 0);
    },
  );
  const seconds = (name: string, help: string, msIn: (backlog: Backlog) => number) =>
    gauge(name, help, [], (self, backlog) => self.set(msIn(backlog) / 1000));
  seconds(
    'tsena_status_check_overdue_seconds',
    'How late the most overdue status check is.',
    ({ checkOverdueMs }) => checkOverdueMs,
  );
  seconds(
    'tsena_webhook_oldest_seconds',
    'Age of the oldest webhook whose delivery is pending.',
    ({ oldestWebhookMs }) => oldestWebhookMs,
  );
  seconds(
    'tsena_mails_failing_seconds',
    'For how long e-mails to the merchant could not be sent.',
    ({ mailsFailingMs }) => mailsFailingMs,
  );
}

/** The route's pattern, so that no id becomes a label. */
function routeOf(request: Request): string {
  const path: unknown = request.route?.path;
  return typeof path === 'string'
    ? path.replace(/-[0-9a-f]{16}\.js$/, '-{hash}.js').replace(/:(\w+)/g, '{$1}')
    : 'none';
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'OPTIONS'];

function methodOf({ method }: Request): string {
  return METHODS.includes(method) ? method : 'other';
}
