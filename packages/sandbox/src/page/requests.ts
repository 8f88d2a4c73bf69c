import { createElement, getById, setText, updateChildren } from './dom.ts';
import { formatAmount, formatTime } from './format.ts';
import { translate } from './texts.ts';
import type { RequestView } from './views.ts';

interface RequestRow {
  readonly row: HTMLElement;
  readonly outcome: HTMLElement;
  /** Why the service rejected the request. */
  readonly reason: HTMLElement;
}

/** The list of logged requests, newest first. */
export class RequestList {
  readonly #list = getById('request-list', HTMLUListElement);
  readonly #empty = getById('requests-empty', HTMLElement);
  #rows = new Map<number, RequestRow>();

  update(requests: readonly RequestView[]): void {
    const rows = new Map<number, RequestRow>();
    for (const request of requests.toReversed()) {
      const entry = this.#rows.get(request.sequence) ?? createRow(request);
      const { text, isSuccess } = describeOutcome(request);
      setText(entry.outcome, text);
      setText(entry.reason, request.reason ?? '');
      entry.outcome.className = `badge ${isSuccess ? 'completed' : 'failed'}`;
      rows.set(request.sequence, entry);
    }
    this.#rows = rows;
    this.#empty.hidden = rows.size > 0;
    updateChildren(
      this.#list,
      [...rows.values()].map(({ row }) => row),
    );
  }
}

function createRow(request: RequestView): RequestRow {
  const { at, on, method, path, correlationId, reference, amount, msisdn, hasCallbackUrl } = request;
  const outcome = createElement('span', { class: 'badge' });
  const reason = createElement('span', { class: 'row-reason' });
  const summary = [
    amount === null ? null : formatAmount(amount),
    msisdn,
    reference,
    hasCallbackUrl ? translate('with callback') : null,
  ].filter((part) => part !== null);
  const row = createElement(
    'li',
    { class: 'row request' },
    createElement('time', { class: 'row-time', datetime: at, title: at }, formatTime(at)),
    createElement('strong', { class: 'row-on' }, on),
    createElement(
      'span',
      { class: 'row-description' },
      createElement('code', {}, `${method} ${path}`),
      summary.length === 0 ? null : createElement('span', { class: 'row-note' }, summary.join(' · ')),
      correlationId === null ? null : createElement('span', { class: 'row-note' }, `X-CorrelationID ${correlationId}`),
      reason,
    ),
    createElement('span', { class: 'row-state' }, outcome),
  );
  return { row, outcome, reason };
}

const OUTCOMES = { hang: 'no response', reset: 'connection reset' } as const;

function describeOutcome({ outcome, durationMs, fault }: RequestView): { text: string; isSuccess: boolean } {
  const result = typeof outcome === 'number' ? String(outcome) : translate(outcome === null ? 'no response yet' : OUTCOMES[outcome]);
  const cause = fault === null ? '' : ` · ${translate('fault: {1}', fault)}`;
  return {
    text: `${result}${durationMs === null ? '' : ` · ${durationMs} ms`}${cause}`,
    isSuccess: typeof outcome === 'number' && outcome < 300 && fault === null,
  };
}
