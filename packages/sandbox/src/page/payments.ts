import { arrange, button, byId, element, setText } from './dom.ts';
import { formatAmount, formatMsisdn, formatTime } from './format.ts';
import type { CallbackView, TransactionView } from './views.ts';

/** What can be done with a payment in the list. */
export interface PaymentActions {
  approve(payment: TransactionView): void;
  reject(payment: TransactionView): void;
  callBackAgain(payment: TransactionView): void;
}

interface Row {
  readonly element: HTMLElement;
  update(payment: TransactionView, shared: boolean): void;
}

/** The list of payments. A row is made once and then kept up to date, so that focus and open details stay. */
export class Payments {
  readonly #actions: PaymentActions;
  readonly #list = byId('payment-list', HTMLUListElement);
  #rows = new Map<string, Row>();

  constructor(actions: PaymentActions) {
    this.#actions = actions;
  }

  update(payments: readonly TransactionView[]): void {
    const rows = new Map<string, Row>();
    const references = new Map<string, number>();
    for (const { reference } of payments) references.set(reference, (references.get(reference) ?? 0) + 1);
    for (const payment of payments) {
      const row = this.#rows.get(payment.serverCorrelationId) ?? createRow(payment, this.#actions);
      row.update(payment, (references.get(payment.reference) ?? 0) > 1);
      rows.set(payment.serverCorrelationId, row);
    }
    this.#rows = rows;
    arrange(
      this.#list,
      [...rows.values()].map((row) => row.element),
    );
  }

  /** Puts the keyboard on a payment's row, for its buttons are gone. */
  focus({ serverCorrelationId }: TransactionView): void {
    this.#rows.get(serverCorrelationId)?.element.querySelector<HTMLElement>('.more')?.focus();
  }
}

function createRow(payment: TransactionView, actions: PaymentActions): Row {
  let current = payment;
  let seen = '';
  const detailsId = `details-${payment.serverCorrelationId}`;
  const name = `payment of ${formatAmount(payment.amount, payment.currency)}, ${payment.reference}`;
  const badge = element('span', { class: 'badge' });
  const callback = element('span', { class: 'row-note' });
  const double = element('span', { class: 'double', hidden: true }, 'same reference twice');
  const keys = element('div', { class: 'row-keys' });
  const details = element('div', { class: 'row-details', id: detailsId, hidden: true });
  const more = button('', 'more', () => {
    details.hidden = !details.hidden;
    more.setAttribute('aria-expanded', String(!details.hidden));
  });
  more.setAttribute('aria-label', `Details of the ${name}`);
  more.setAttribute('aria-controls', detailsId);
  more.setAttribute('aria-expanded', 'false');
  const labelled = (label: string, className: string, onPress: () => void) => {
    const made = button(label, className, onPress);
    made.setAttribute('aria-label', `${label} the ${name}`);
    return made;
  };
  const approve = labelled('Approve', 'button primary small', () => actions.approve(current));
  const reject = labelled('Reject', 'button small', () => actions.reject(current));

  const row = element(
    'li',
    { class: 'row payment' },
    more,
    element(
      'span',
      { class: 'row-amount' },
      element('strong', {}, formatAmount(payment.amount, payment.currency)),
      element('time', { class: 'row-time', datetime: payment.createdAt, title: payment.createdAt }, formatTime(payment.createdAt)),
    ),
    element(
      'span',
      { class: 'row-what' },
      element('span', {}, payment.description === '' ? payment.reference : payment.description),
      element('span', { class: 'row-note' }, `${formatMsisdn(payment.debitMsisdn)} → ${formatMsisdn(payment.creditMsisdn)}`),
      double,
    ),
    element('span', { class: 'row-state' }, badge, callback),
    keys,
    details,
  );

  return {
    element: row,
    update: (next, shared) => {
      current = next;
      double.hidden = !shared;
      const looks = JSON.stringify(next);
      if (looks === seen) return;
      seen = looks;
      badge.className = `badge ${next.status}`;
      setText(badge, next.operatorStatus === next.status ? next.status : `${next.status} (“${next.operatorStatus}”)`);
      setText(callback, callbackSummary(next));
      keys.replaceChildren(...(next.status === 'pending' ? [reject, approve] : []));
      details.replaceChildren(facts(next), callbacks(next, actions));
    },
  };
}

function callbackSummary({ callbackUrl, callbacks: sent, status }: TransactionView): string {
  if (callbackUrl === null) return 'polling';
  if (status === 'pending') return 'callback to come';
  const last = sent.at(-1);
  if (last === undefined) return 'callback under way';
  return last.status === null ? `callback ${last.kind === 'dropped' ? 'dropped' : 'in vain'}` : `callback answered ${last.status}`;
}

function outcome({ kind, status, error, ms }: CallbackView): string {
  if (kind === 'dropped') return 'dropped';
  return status === null ? `in vain: ${error ?? 'no answer'}` : `answered ${status}${ms === null ? '' : ` in ${ms} ms`}`;
}

function facts(payment: TransactionView): HTMLElement {
  const list: readonly (readonly [string, string | null])[] = [
    ['serverCorrelationId', payment.serverCorrelationId],
    ['objectReference', payment.objectReference],
    ['Reference', payment.reference],
    ['X-CorrelationID', payment.correlationId],
    ['Partner', payment.partnerName],
    ['Language', payment.userLanguage],
    ['Fees', payment.fees.map(({ feeAmount }) => formatAmount(feeAmount)).join(', ')],
    ['Created', payment.createdAt],
    ['Updated', payment.updatedAt],
    ['Callback address', payment.callbackUrl],
    ['Why it failed', payment.failure],
  ];
  const known = list.filter((fact): fact is readonly [string, string] => fact[1] !== null && fact[1] !== '');
  return element(
    'dl',
    { class: 'pairs' },
    ...known.map(([term, value]) => element('div', {}, element('dt', {}, term), element('dd', {}, value))),
  );
}

function callbacks(payment: TransactionView, actions: PaymentActions): HTMLElement {
  if (payment.callbackUrl === null) return element('p', { class: 'hint' }, 'No callback was asked for: the client polls.');
  const sent = payment.callbacks.map((callback) =>
    element(
      'li',
      { class: callback.status === 200 ? 'good' : 'bad' },
      element('time', { datetime: callback.at }, formatTime(callback.at)),
      ` ${callback.kind === 'forged' ? 'forged body' : callback.transactionStatus}: ${outcome(callback)}`,
    ),
  );
  const again = payment.status === 'pending' ? null : button('Send again', 'button small', () => actions.callBackAgain(payment));
  const none = payment.status === 'pending' ? 'A callback is sent as soon as it is approved or rejected.' : 'No callback was answered yet.';
  return element(
    'div',
    { class: 'row-callbacks' },
    element('h3', {}, 'Callbacks'),
    sent.length === 0 ? element('p', { class: 'hint' }, none) : element('ul', {}, ...sent),
    again,
  );
}
