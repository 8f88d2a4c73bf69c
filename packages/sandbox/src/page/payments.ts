import type { Decision } from './api.ts';
import { createButton, createElement, createPairs, createText, getById, setText, updateChildren } from './dom.ts';
import { formatAmount, formatMsisdn, formatTime } from './format.ts';
import { type Text, translate, translateKnown } from './texts.ts';
import type { CallbackView, TransactionView } from './views.ts';

/** The actions on a payment in the list. */
export interface PaymentActions {
  decide(payment: TransactionView, decision: Decision): void;
  resendCallback(payment: TransactionView): void;
}

interface Row {
  readonly element: HTMLElement;
  update(payment: TransactionView, isReferenceShared: boolean): void;
}

/** The list of payments. Each row is created once and then updated, so that the focus and open details stay as they are. */
export class PaymentList {
  readonly #actions: PaymentActions;
  readonly #list = getById('payment-list', HTMLUListElement);
  #rows = new Map<string, Row>();

  constructor(actions: PaymentActions) {
    this.#actions = actions;
  }

  /** Shows these payments. */
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
    updateChildren(
      this.#list,
      [...rows.values()].map((row) => row.element),
    );
  }

  /** Moves the focus to the row of a payment. Its Approve and Reject buttons no longer exist. */
  focus({ serverCorrelationId }: TransactionView): void {
    this.#rows.get(serverCorrelationId)?.element.querySelector<HTMLElement>('.more')?.focus();
  }
}

function createRow(payment: TransactionView, actions: PaymentActions): Row {
  let current = payment;
  let shownJson = '';
  const detailsId = `details-${payment.serverCorrelationId}`;
  const name = [formatAmount(payment.amount, payment.currency), payment.reference] as const;
  const badge = createElement('span', { class: 'badge' });
  const callback = createElement('span', { class: 'row-note' });
  const duplicate = createElement('span', { class: 'duplicate', hidden: true }, translate('reference used more than once'));
  const actionButtons = createElement('div', { class: 'row-actions' });
  const details = createElement('div', { class: 'row-details', id: detailsId, hidden: true });
  const more = createButton('', 'more', () => {
    details.hidden = !details.hidden;
    more.setAttribute('aria-expanded', String(!details.hidden));
  });
  more.setAttribute('aria-label', translate('Details of the payment of {1}, {2}', ...name));
  more.setAttribute('aria-controls', detailsId);
  more.setAttribute('aria-expanded', 'false');
  const createAction = (label: 'Approve' | 'Reject', className: string, onPress: () => void) => {
    const created = createButton(translate(label), className, onPress);
    created.setAttribute('aria-label', translate(`${label} the payment of {1}, {2}`, ...name));
    return created;
  };
  const approve = createAction('Approve', 'button primary small', () => actions.decide(current, 'approve'));
  const reject = createAction('Reject', 'button small', () => actions.decide(current, 'reject'));

  const row = createElement(
    'li',
    { class: 'row payment' },
    more,
    createElement(
      'span',
      { class: 'row-amount' },
      createElement('strong', {}, formatAmount(payment.amount, payment.currency)),
      createElement('time', { class: 'row-time', datetime: payment.createdAt, title: payment.createdAt }, formatTime(payment.createdAt)),
    ),
    createElement(
      'span',
      { class: 'row-description' },
      createElement('span', {}, payment.description === '' ? payment.reference : payment.description),
      createElement('span', { class: 'row-note' }, `${formatMsisdn(payment.debitMsisdn)} → ${formatMsisdn(payment.creditMsisdn)}`),
      duplicate,
    ),
    createElement('span', { class: 'row-state' }, badge, callback),
    actionButtons,
    details,
  );

  return {
    element: row,
    update: (next, isReferenceShared) => {
      current = next;
      duplicate.hidden = !isReferenceShared;
      const json = JSON.stringify(next);
      if (json === shownJson) return;
      shownJson = json;
      badge.className = `badge ${next.status}`;
      setText(badge, next.operatorStatus === next.status ? translate(next.status) : `${translate(next.status)} (“${next.operatorStatus}”)`);
      setText(callback, summarizeCallbacks(next));
      actionButtons.replaceChildren(...(next.status === 'pending' ? [reject, approve] : []));
      details.replaceChildren(createFacts(next), createCallbacks(next, actions));
    },
  };
}

function summarizeCallbacks({ callbackUrl, callbacks: sent, status }: TransactionView): string {
  if (callbackUrl === null) return translate('polling');
  if (status === 'pending') return translate('callback not due yet');
  const last = sent.at(-1);
  if (last === undefined) return translate('callback being sent');
  if (last.status !== null) return translate('callback answered {1}', last.status);
  return translate(last.kind === 'dropped' ? 'callback dropped' : 'callback failed');
}

function describeOutcome({ kind, status, error, durationMs }: CallbackView): string {
  if (kind === 'dropped') return translate('dropped by a fault rule');
  if (status === null) return translate('failed: {1}', error ?? translate('no response'));
  return durationMs === null ? translate('answered {1}', status) : translate('answered {1} in {2} ms', status, durationMs);
}

function createFacts(payment: TransactionView): HTMLElement {
  return createPairs([
    [translate('Environment'), payment.environment],
    ['serverCorrelationId', payment.serverCorrelationId],
    ['objectReference', payment.objectReference],
    [translate('Reference'), payment.reference],
    ['X-CorrelationID', payment.correlationId],
    [translate('Partner name'), payment.partnerName],
    [translate('User language'), payment.userLanguage],
    [translate('Fees'), payment.fees.map(({ feeAmount }) => formatAmount(feeAmount)).join(', ')],
    [translate('Created'), payment.createdAt],
    [translate('Updated'), payment.updatedAt],
    [translate('Callback address'), payment.callbackUrl],
    [translate('Failure'), payment.failure === null ? null : translateKnown(payment.failure)],
  ]);
}

function createCallbacks(payment: TransactionView, actions: PaymentActions): HTMLElement {
  if (payment.callbackUrl === null) return createText('hint', translate('The initiation gave no callback address, so the client polls.'));
  const sent = payment.callbacks.map((callback) =>
    createElement(
      'li',
      { class: callback.status === 200 ? 'good' : 'bad' },
      createElement('time', { datetime: callback.at }, formatTime(callback.at)),
      ` ${callback.kind === 'forged' ? translate('forged body') : callback.transactionStatus}: ${describeOutcome(callback)}`,
    ),
  );
  const again =
    payment.status === 'pending' ? null : createButton(translate('Send again'), 'button small', () => actions.resendCallback(payment));
  const none: Text =
    payment.status === 'pending' ? 'The callback is sent when you approve or reject the payment.' : 'No callback is complete yet.';
  return createElement(
    'div',
    { class: 'row-callbacks' },
    createElement('h3', {}, translate('Callbacks')),
    sent.length === 0 ? createText('hint', translate(none)) : createElement('ul', {}, ...sent),
    again,
  );
}
