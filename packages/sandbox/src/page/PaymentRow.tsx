import { Button } from '@tsena/dashboard/shared/Button.tsx';
import { FactList } from '@tsena/dashboard/shared/FactList.tsx';
import { formatMoney, formatMsisdn } from '@tsena/shared';
import { useRef, useState } from 'react';
import type { CallbackView, TransactionView } from '../views/views.ts';
import { api, type Decision } from './api.ts';
import { Time } from './parts.tsx';
import { usePortal } from './portalContext.ts';
import { translate, translateKnown } from './texts.ts';

const ACTIONS = { reject: 'Reject', approve: 'Approve' } as const;

interface PaymentRowProps {
  readonly payment: TransactionView;
  /** Whether another payment of the list has the same reference. */
  readonly isReferenceShared: boolean;
}

/** A payment in the list, with its actions and its details. */
export function PaymentRow({ payment, isReferenceShared }: PaymentRowProps) {
  const { decide } = usePortal();
  const [isOpen, setIsOpen] = useState(false);
  const more = useRef<HTMLButtonElement>(null);
  const { serverCorrelationId: id, status, operatorStatus, description, reference } = payment;
  const name = [formatMoney(payment.amount), reference] as const;
  async function send(decision: Decision) {
    // The button that was pressed no longer exists.
    if (await decide(payment, decision)) more.current?.focus();
  }
  return (
    <li className="payment">
      <Button
        look="quiet more"
        ref={more}
        aria-label={translate('Details of the payment of {1}, {2}', ...name)}
        aria-controls={`details-${id}`}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      />
      <p className="amount">
        <strong>{name[0]}</strong> <Time at={payment.createdAt} />
      </p>
      <p className="description">
        {payment.isByHand ? translate('sent by hand') : description === '' ? reference : description}{' '}
        <span className="muted">
          <span className="nowrap">{formatMsisdn(payment.debitMsisdn)}</span> →{' '}
          <span className="nowrap">{formatMsisdn(payment.creditMsisdn)}</span>
        </span>
        {isReferenceShared ? <span className="count">{translate('reference used more than once')}</span> : null}
      </p>
      <p className="state">
        <span className="badge" data-status={status}>
          {operatorStatus === status ? translate(status) : `${translate(status)} (“${operatorStatus}”)`}
        </span>{' '}
        <span className="hint">{summarizeCallbacks(payment)}</span>
      </p>
      {status === 'pending' ? (
        <div className="actions">
          {(['reject', 'approve'] as const).map((decision) => (
            <Button
              key={decision}
              {...(decision === 'approve' ? { look: 'primary' } : {})}
              aria-label={translate(`${ACTIONS[decision]} the payment of {1}, {2}`, ...name)}
              onClick={() => send(decision)}
            >
              {translate(ACTIONS[decision])}
            </Button>
          ))}
        </div>
      ) : null}
      <div className="details inset stack" id={`details-${id}`} hidden={!isOpen}>
        {isOpen ? <Details payment={payment} /> : null}
      </div>
    </li>
  );
}

function summarizeCallbacks({ callbackUrl, callbacks, status }: TransactionView): string {
  if (callbackUrl === null) return translate('polling');
  if (status === 'pending') return translate('callback not due yet');
  const last = callbacks.at(-1);
  if (last === undefined) return translate('callback being sent');
  if (last.status !== null) return translate('callback answered {1}', last.status);
  return translate(last.kind === 'dropped' ? 'callback dropped' : 'callback failed');
}

function Details({ payment }: { readonly payment: TransactionView }) {
  return (
    <>
      <FactList
        facts={[
          [translate('Environment'), payment.environment],
          ['serverCorrelationId', payment.serverCorrelationId],
          ['objectReference', payment.objectReference],
          [translate('Reference'), payment.reference || null],
          ['X-CorrelationID', payment.correlationId || null],
          [translate('Partner name'), payment.partnerName],
          [translate('User language'), payment.userLanguage || null],
          [translate('Fees'), payment.fees.map(({ feeAmount }) => formatMoney(feeAmount)).join(', ') || null],
          [translate('Created'), payment.createdAt],
          [translate('Updated'), payment.updatedAt],
          [translate('Callback address'), payment.callbackUrl],
          [translate('Failure'), payment.failure === null ? null : translateKnown(payment.failure)],
        ]}
      />
      {payment.callbackUrl === null ? (
        <p className="hint">{translate('The initiation gave no callback address, so the client polls.')}</p>
      ) : (
        <Callbacks payment={payment} />
      )}
    </>
  );
}

function Callbacks({ payment: { serverCorrelationId, status, callbacks } }: { readonly payment: TransactionView }) {
  const { act } = usePortal();
  const isPending = status === 'pending';
  const none = isPending
    ? 'The callback is sent when you approve or reject the payment.'
    : 'No callback is complete yet.';
  return (
    <div className="tight">
      <h3>{translate('Callbacks')}</h3>
      {callbacks.length === 0 ? <p className="hint">{translate(none)}</p> : null}
      <ul className="plain">
        {callbacks.map((callback, index) => (
          <li key={index} className={callback.status === 200 ? undefined : 'error'}>
            <Time at={callback.at} />{' '}
            {callback.kind === 'forged' ? translate('forged body') : callback.transactionStatus}
            {': '}
            {describeOutcome(callback)}
          </li>
        ))}
      </ul>
      {isPending ? null : (
        <div className="buttons">
          <Button onClick={() => act(async () => void (await api.resendCallback(serverCorrelationId)))}>
            {translate('Send again')}
          </Button>
        </div>
      )}
    </div>
  );
}

function describeOutcome({ kind, status, error, durationMs }: CallbackView): string {
  if (kind === 'dropped') return translate('dropped by a fault rule');
  if (status === null) return translate('failed: {1}', error ?? translate('no response'));
  return durationMs === null
    ? translate('answered {1}', status)
    : translate('answered {1} in {2} ms', status, durationMs);
}
