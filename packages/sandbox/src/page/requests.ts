import { arrange, byId, element, setText } from './dom.ts';
import { formatAmount, formatTime } from './format.ts';
import type { RequestView } from './views.ts';

/** The journal of requests, newest first. */
export class Requests {
  readonly #list = byId('request-list', HTMLUListElement);
  readonly #empty = byId('requests-empty', HTMLElement);
  #rows = new Map<number, { row: HTMLElement; answer: HTMLElement }>();

  update(requests: readonly RequestView[]): void {
    const rows = new Map<number, { row: HTMLElement; answer: HTMLElement }>();
    for (const request of requests.toReversed()) {
      const made = this.#rows.get(request.n) ?? createRow(request);
      const { text, good } = describe(request);
      setText(made.answer, text);
      made.answer.className = `badge ${good ? 'completed' : 'failed'}`;
      rows.set(request.n, made);
    }
    this.#rows = rows;
    this.#empty.hidden = rows.size > 0;
    arrange(
      this.#list,
      [...rows.values()].map(({ row }) => row),
    );
  }
}

function createRow(request: RequestView): { row: HTMLElement; answer: HTMLElement } {
  const { at, on, method, path, correlationId, reference, amount, msisdn, callback } = request;
  const answer = element('span', { class: 'badge' });
  const about = [amount === null ? null : formatAmount(amount), msisdn, reference, callback ? 'with callback' : null].filter(
    (part) => part !== null,
  );
  const row = element(
    'li',
    { class: 'row request' },
    element('time', { class: 'row-time', datetime: at, title: at }, formatTime(at)),
    element('strong', { class: 'row-on' }, on),
    element(
      'span',
      { class: 'row-what' },
      element('code', {}, `${method} ${path}`),
      about.length === 0 ? null : element('span', { class: 'row-note' }, about.join(' · ')),
      correlationId === null ? null : element('span', { class: 'row-note' }, `X-CorrelationID ${correlationId}`),
    ),
    element('span', { class: 'row-state' }, answer),
  );
  return { row, answer };
}

function describe({ answered, ms, fault }: RequestView): { text: string; good: boolean } {
  const done = answered === null ? 'no answer yet' : answered === 'hang' ? 'not answered' : answered === 'reset' ? 'cut' : String(answered);
  const why = fault === null ? '' : ` · ${fault}`;
  return {
    text: `${done}${ms === null ? '' : ` · ${ms} ms`}${why}`,
    good: typeof answered === 'number' && answered < 300 && fault === null,
  };
}
