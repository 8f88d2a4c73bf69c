import type { Request, RequestHandler } from 'express';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { ObservedCall, ObservedPause } from '../operator/client.ts';
import { OPEN_STATUSES } from '../rules/stateMachine.ts';
import { type Backlog, readBacklog } from '../storage/backlog.ts';
import type { Change } from '../storage/changes.ts';
import type { StoredPayment } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import { statusOf, whenOver } from './whenOver.ts';

/** Figures for Prometheus. No label carries an id, a number, an order or an address. */
export interface Metrics {
  readonly registry: Registry;
  /** Counts each request when it ends. */
  readonly requests: RequestHandler;
  /** Counts one request. `route` is a pattern, so that no id becomes a label. */
  requestEnded(route: string, method: string, status: number, seconds: number): void;
  operatorCall(call: ObservedCall): void;
  operatorPause(pause: ObservedPause): void;
  paymentChanged(payment: StoredPayment, change: Change): void;
  webhookAttempted(outcome: 'delivered' | 'retried' | 'failed'): void;
  streamOpened(): void;
  streamClosed(): void;
}

const SETTLE_BUCKETS = [2, 5, 10, 20, 30, 60, 120, 300, 900, 3600, 21_600, 86_400];
const CALL_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Makes the companion's figures. What waits is read from the storage at each scrape, the rest is counted as it happens. */
export function createMetrics(storage: Pick<Storage, 'store' | 'clock'>): Metrics {
  const registry = new Registry();
  const registers = [registry];
  storageGauges(storage, registry);

  const settled = new Histogram({
    name: 'tsena_payment_duration_seconds',
    help: 'From the opening of an attempt to its final state; the count is how many settled in this process.',
    labelNames: ['state'],
    buckets: SETTLE_BUCKETS,
    registers,
  });
  const failures = new Counter({
    name: 'tsena_payment_failures_total',
    help: 'Payments that failed, by problem code.',
    labelNames: ['code'],
    registers,
  });
  const mismatches = new Counter({
    name: 'tsena_details_mismatches_total',
    help: 'Times the operator’s record differed from the order; a person has to look.',
    registers,
  });
  const calls = new Histogram({
    name: 'tsena_operator_call_seconds',
    help: 'Requests to the operator, by operation and outcome (HTTP status, no_answer, never_sent).',
    labelNames: ['operation', 'outcome'],
    buckets: CALL_BUCKETS,
    registers,
  });
  const pausedUntil = new Map<ObservedPause['cause'], number>();
  new Gauge({
    name: 'tsena_operator_pause_seconds',
    help: 'How long the operator is still left alone: throttled (429), or after failures in a row of one kind of look-ups or of tokens.',
    labelNames: ['cause'],
    registers,
    collect() {
      for (const cause of ['throttled', 'lookups', 'submitted_references', 'callbacks', 'tokens'] as const) {
        this.set({ cause }, Math.max(0, (pausedUntil.get(cause) ?? 0) - performance.now()) / 1000);
      }
    },
  });
  const tries = new Counter({
    name: 'tsena_webhook_delivery_attempts_total',
    help: 'Tries to deliver a webhook, by what came of them.',
    labelNames: ['outcome'],
    registers,
  });
  const streams = new Gauge({ name: 'tsena_streams_open', help: 'Event streams open in this process.', registers });
  const requests = new Counter({
    name: 'tsena_http_requests_total',
    help: 'Requests that ended, by route, method and class of status.',
    labelNames: ['route', 'method', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'tsena_http_request_seconds',
    help: 'How long requests took, event streams left out.',
    labelNames: ['route'],
    buckets: REQUEST_BUCKETS,
    registers,
  });

  function requestEnded(route: string, method: string, status: number, seconds: number): void {
    requests.inc({ route, method, status: `${Math.floor(status / 100)}xx` });
    if (!route.endsWith('/events')) durations.observe({ route }, seconds);
  }

  return {
    registry,
    requests(request, response, next) {
      const started = performance.now();
      whenOver(response, () => {
        requestEnded(routeOf(request), methodOf(request), statusOf(response), (performance.now() - started) / 1000);
      });
      next();
    },
    requestEnded,
    operatorCall: ({ operation, outcome, ms }) => calls.observe({ operation, outcome }, ms / 1000),
    operatorPause: ({ cause, ms }) => pausedUntil.set(cause, Math.max(pausedUntil.get(cause) ?? 0, performance.now() + ms)),
    paymentChanged(payment, { to, webhook }) {
      if (webhook === 'payment.review_required') mismatches.inc();
      if (to !== 'completed' && to !== 'failed') return;
      settled.observe({ state: to }, Math.max(0, (payment.final_at ?? payment.updated_at) - payment.created_at) / 1000);
      if (to === 'failed') failures.inc({ code: payment.failure_code ?? 'payment_failed' });
    },
    webhookAttempted: (outcome) => tries.inc({ outcome }),
    streamOpened: () => streams.inc(),
    streamClosed: () => streams.dec(),
  };
}

/** The storage is read once a scrape. While it cannot be read, its gauges are left out and `tsena_storage_up` is 0. */
function storageGauges({ store, clock }: Pick<Storage, 'store' | 'clock'>, registry: Registry): void {
  const registers = [registry];
  let reading: Promise<Backlog | undefined> | undefined;
  const read = (): Promise<Backlog | undefined> => {
    reading ??= readBacklog(store.db, clock.now())
      .catch(() => undefined)
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };
  const gauge = (name: string, help: string, labelNames: readonly string[], set: (gauge: Gauge, waiting: Backlog) => void): void => {
    new Gauge({
      name,
      help,
      labelNames: [...labelNames],
      registers,
      async collect() {
        const waiting = await read();
        this.reset();
        if (waiting !== undefined) set(this, waiting);
        // Without labels a reset gauge says 0, which would be a lie.
        else if (labelNames.length === 0) this.remove();
      },
    });
  };
  new Gauge({
    name: 'tsena_storage_up',
    help: 'Whether the database could be read at this scrape.',
    registers,
    async collect() {
      this.set((await read()) === undefined ? 0 : 1);
    },
  });
  gauge('tsena_payments_open', 'Payments that are not final, by state.', ['state'], (self, { payments }) => {
    for (const state of OPEN_STATUSES) self.set({ state }, payments.get(state) ?? 0);
  });
  gauge('tsena_status_check_overdue_seconds', 'How late the most overdue look at a payment is.', [], (self, { checkOverdueMs }) => {
    self.set(checkOverdueMs / 1000);
  });
  gauge('tsena_webhooks', 'Webhooks that wait to be delivered, or were given up.', ['status'], (self, { webhooks }) => {
    for (const status of ['pending', 'failed'] as const) self.set({ status }, webhooks.get(status) ?? 0);
  });
  gauge('tsena_webhook_oldest_seconds', 'Age of the oldest event that the shop does not have yet.', [], (self, { oldestWebhookMs }) => {
    self.set(oldestWebhookMs / 1000);
  });
}

/** The pattern of the route, so that no id becomes a label. */
function routeOf(request: Request): string {
  const path: unknown = request.route?.path;
  return typeof path === 'string' ? path.replace(/-[0-9a-f]{16}\.js$/, '-{hash}.js').replace(/:(\w+)/g, '{$1}') : 'none';
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'OPTIONS'];

function methodOf({ method }: Request): string {
  return METHODS.includes(method) ? method : 'other';
}
