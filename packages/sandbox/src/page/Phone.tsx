import { formatMoney, formatMsisdn } from '@tsena/shared';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { TransactionView } from '../views.ts';
import type { Decision } from './api.ts';
import { Balance } from './Balance.tsx';
import { Choice, Time } from './parts.tsx';
import { getPhoneTexts } from './phoneTexts.ts';
import { usePortal } from './portalContext.ts';
import { translate } from './texts.ts';

const MAX_MESSAGES = 4;

function listPending(payments: readonly TransactionView[], msisdn: string): TransactionView[] {
  return payments.filter(({ status, debitMsisdn }) => status === 'pending' && debitMsisdn === msisdn);
}

/** The number whose phone is shown: one that a new prompt has come to, if no other prompt is open. Announces new prompts. */
function usePhone(payments: readonly TransactionView[], first: string) {
  const { announce } = usePortal();
  const [msisdn, setMsisdn] = useState(first);
  const known = useRef<ReadonlySet<string>>(null);
  useEffect(() => {
    const seen = known.current;
    known.current = new Set(payments.map(({ serverCorrelationId }) => serverCorrelationId));
    const prompt = payments.find(({ status, serverCorrelationId }) => status === 'pending' && seen?.has(serverCorrelationId) !== true);
    if (prompt === undefined) return;
    setMsisdn((now) => (listPending(payments, now).length === 0 ? prompt.debitMsisdn : now));
    if (seen !== null) announce(translate('New prompt on {1}: {2}', formatMsisdn(prompt.debitMsisdn), formatMoney(prompt.amount)));
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
  const phones = accounts.map((one) => {
    const count = listPending(payments, one.msisdn).length;
    return [
      one.msisdn,
      <>
        {formatMsisdn(one.msisdn)} {count === 0 ? null : <span class="count">{count}</span>}
      </>,
    ] as const;
  });
  async function answer(payment: TransactionView, decision: Decision) {
    const isDone = await decide(payment, decision, decision === 'reject' && dialect === 'live' ? 'declined' : undefined);
    if (isDone) (screen.current?.querySelector<HTMLElement>('.primary') ?? screen.current)?.focus();
  }
  return (
    <aside aria-labelledby="phone">
      <h2 class="visually-hidden" id="phone">
        {translate('The subscriber’s phone')}
      </h2>
      <Choice label={translate('Phone')} options={phones} chosen={msisdn} onChoose={setMsisdn} />
      <div class="phone">
        <p class="bar">
          {formatMsisdn(msisdn)} {account === undefined ? null : <Balance key={msisdn} account={account} />}
        </p>
        <div class="screen" ref={screen} tabIndex={-1}>
          {prompt === undefined ? (
            <p class="idle">{translate('No prompt is pending. A payment from this number appears here.')}</p>
          ) : (
            <Prompt key={prompt.serverCorrelationId} payment={prompt} onAnswer={(decision) => answer(prompt, decision)} />
          )}
          {pending.length > 1 ? <p class="hint">{translate('{1} more pending', pending.length - 1)}</p> : null}
          {messages.map((payment) => (
            <Message key={payment.serverCorrelationId} payment={payment} />
          ))}
        </div>
      </div>
      <p class="hint">{translate('This is what the shopper sees.')}</p>
    </aside>
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
    <div class="prompt" role="group" aria-label={translate('Prompt for {1}', formatMoney(payment.amount))}>
      <p class="total">{formatMoney(payment.amount)}</p>
      <p lang={texts.lang}>{texts.prompt}</p>
      {payment.description === '' ? null : <p class="hint">{payment.description}</p>}
      <div class="answers">
        <button type="button" class="button" onClick={() => onAnswer('reject')}>
          {translate('Decline')}
        </button>
        <button type="button" class="button primary" onClick={() => onAnswer('approve')}>
          {translate('Approve')}
        </button>
      </div>
    </div>
  );
}

function Message({ payment }: { readonly payment: TransactionView }) {
  const texts = getPhoneTexts(payment);
  return (
    <div class={`sms ${payment.status}`}>
      <p lang={texts.lang}>{payment.status === 'completed' ? texts.paid : texts.notPaid}</p>
      <Time at={payment.updatedAt} />
    </div>
  );
}
