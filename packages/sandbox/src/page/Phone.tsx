import { Button } from '@tsena/dashboard/shared/Button.tsx';
import { Choice } from '@tsena/dashboard/shared/Choice.tsx';
import { Form } from '@tsena/dashboard/shared/form/Form.tsx';
import { SelectField, TextField } from '@tsena/dashboard/shared/form/fields.tsx';
import { formatMoney, formatMsisdn } from '@tsena/shared';
import { useEffect, useRef, useState } from 'react';
import type { TransactionView } from '../views/views.ts';
import { api, type Decision } from './api.ts';
import { Balance } from './Balance.tsx';
import { Time } from './parts.tsx';
import { getPhoneTexts } from './phoneTexts.ts';
import { usePortal } from './portalContext.ts';
import { translate } from './texts.ts';

const MAX_MESSAGES = 4;

function listPending(payments: readonly TransactionView[], msisdn: string): TransactionView[] {
  return payments.filter(({ status, debitMsisdn }) => status === 'pending' && debitMsisdn === msisdn);
}

/**
 * The number whose phone is shown: one that a new prompt has come to, if no other prompt is open. Announces new
 * prompts.
 */
function usePhone(payments: readonly TransactionView[], first: string) {
  const { announce } = usePortal();
  const [msisdn, setMsisdn] = useState(first);
  const known = useRef<ReadonlySet<string>>(null);
  useEffect(() => {
    const seen = known.current;
    known.current = new Set(payments.map(({ serverCorrelationId }) => serverCorrelationId));
    const prompt = payments.find(
      ({ status, serverCorrelationId }) => status === 'pending' && seen?.has(serverCorrelationId) !== true,
    );
    if (prompt === undefined) return;
    setMsisdn((now) => (listPending(payments, now).length === 0 ? prompt.debitMsisdn : now));
    if (seen !== null)
      announce(translate('New prompt on {1}: {2}', formatMsisdn(prompt.debitMsisdn), formatMoney(prompt.amount)));
  }, [payments, announce]);
  return [msisdn, setMsisdn] as const;
}

/** The subscriber's phone: the newest prompt, and below it messages about the latest final payments. */
export function Phone() {
  const { data, decide } = usePortal();
  const { payments } = data;
  const { accounts, dialect } = data.sandbox;
  const [msisdn, setMsisdn] = usePhone(payments, accounts[0]?.msisdn ?? '');
  const screen = useRef<HTMLDivElement>(null);
  const account = accounts.find((one) => one.msisdn === msisdn);
  const pending = listPending(payments, msisdn);
  const [prompt] = pending;
  const messages = payments
    .filter((payment) => payment.status !== 'pending' && payment.debitMsisdn === msisdn)
    .sort((one, other) => other.updatedAt.localeCompare(one.updatedAt))
    .slice(0, MAX_MESSAGES);
  async function answer(payment: TransactionView, decision: Decision) {
    const isDone = await decide(
      payment,
      decision,
      decision === 'reject' && dialect === 'live' ? 'declined' : undefined,
    );
    if (isDone) (screen.current?.querySelector<HTMLElement>('.primary') ?? screen.current)?.focus();
  }
  return (
    <aside aria-labelledby="phone">
      <h2 className="visually-hidden" id="phone">
        {translate('The subscriber’s phone')}
      </h2>
      <Choice
        label={translate('Phone')}
        options={accounts.map((one) => one.msisdn)}
        chosen={msisdn}
        nameOf={(one) => <PhoneName msisdn={one} pending={listPending(payments, one).length} />}
        onChoose={setMsisdn}
      />
      <div className="phone">
        <p className="bar">
          {formatMsisdn(msisdn)} {account === undefined ? null : <Balance key={msisdn} account={account} />}
        </p>
        <div className="screen" ref={screen} tabIndex={-1}>
          {prompt === undefined ? (
            <p className="idle">{translate('No prompt is pending. A payment from this number appears here.')}</p>
          ) : (
            <Prompt
              key={prompt.serverCorrelationId}
              payment={prompt}
              onAnswer={(decision) => answer(prompt, decision)}
            />
          )}
          {prompt === undefined ? <SendByHand key={msisdn} from={msisdn} /> : null}
          {pending.length > 1 ? <p className="hint">{translate('{1} more pending', pending.length - 1)}</p> : null}
          {messages.map((payment) => (
            <Message key={payment.serverCorrelationId} payment={payment} />
          ))}
        </div>
      </div>
      <p className="hint">{translate('This is what the shopper sees.')}</p>
    </aside>
  );
}

function PhoneName({ msisdn, pending }: { readonly msisdn: string; readonly pending: number }) {
  return (
    <>
      {formatMsisdn(msisdn)} {pending === 0 ? null : <span className="count">{pending}</span>}
    </>
  );
}

/** Sends money from the phone's menu: no initiation, no callback, and a message with a reference. */
function SendByHand({ from }: { readonly from: string }) {
  const { data, act } = usePortal();
  const others = data.sandbox.accounts.map(({ msisdn }) => msisdn).filter((msisdn) => msisdn !== from);
  const [to, setTo] = useState(others[0] ?? '');
  const [amount, setAmount] = useState('');
  async function send() {
    const isDone = await act(async () => {
      const sent = await api.sendByHand({ from, to, amount });
      return translate('Sent by hand: {1}, reference {2}', formatMoney(sent.amount), sent.objectReference ?? '');
    });
    if (isDone) setAmount('');
  }
  return (
    <Form className="stack" isBusy={false} onSubmit={() => void send()}>
      <SelectField<string>
        label={translate('Send money by hand to')}
        options={others}
        value={to}
        nameOf={formatMsisdn}
        onChange={(chosen) => setTo(chosen ?? '')}
      />
      <TextField label={translate('Amount in Ariary')} inputMode="numeric" value={amount} onChange={setAmount} />
      <Button type="submit">{translate('Send by hand')}</Button>
    </Form>
  );
}

interface PromptProps {
  readonly payment: TransactionView;
  readonly onAnswer: (decision: Decision) => void;
}

function Prompt({ payment, onAnswer }: PromptProps) {
  const texts = getPhoneTexts(payment);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form
    <div className="prompt" role="group" aria-label={translate('Prompt for {1}', formatMoney(payment.amount))}>
      <p className="total">{formatMoney(payment.amount)}</p>
      <p lang={texts.lang}>{texts.prompt}</p>
      {payment.description === '' ? null : <p className="hint">{payment.description}</p>}
      <div className="answers">
        <Button onClick={() => onAnswer('reject')}>{translate('Decline')}</Button>
        <Button look="primary" onClick={() => onAnswer('approve')}>
          {translate('Approve')}
        </Button>
      </div>
    </div>
  );
}

function Message({ payment }: { readonly payment: TransactionView }) {
  const texts = getPhoneTexts(payment);
  return (
    <div className={`sms ${payment.status}`}>
      <p lang={texts.lang}>{payment.status === 'completed' ? texts.paid : texts.notPaid}</p>
      <Time at={payment.updatedAt} />
    </div>
  );
}
