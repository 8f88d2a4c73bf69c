import { type Msisdn, readTypedAmount } from '@tsena/shared';
import type { Payment } from '@tsena/shared/checkout';
import type { CounterPaymentBody } from '@tsena/shared/merchant';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../core/apiError.ts';
import { createRandomKey } from '../core/randomKey.ts';
import { serverNow } from '../core/serverClock.ts';
import type { Translator } from '../core/texts.ts';
import { useTexts } from '../shared/dashboardContext.ts';
import { CheckSms } from './CheckSms.tsx';
import type { CounterApi } from './counterApi.ts';
import { DeviceReceipts } from './DeviceReceipts.tsx';
import { type CounterNames, keepDevice, readDevice, withPayment, withToday } from './device.ts';
import { followPayment } from './followPayment.ts';
import { LostRequest } from './LostRequest.tsx';
import { Outcome } from './Outcome.tsx';
import { PendingRequest } from './PendingRequest.tsx';
import { refreshList } from './refreshList.ts';
import { isFresh } from './requestAge.ts';
import { NO_FIELDS, TakeForm } from './TakeForm.tsx';
import { usePaidSound } from './usePaidSound.ts';
import { useRequest } from './useRequest.ts';

interface TillProps {
  readonly api: CounterApi;
  /** Null until the companion has said it: the form does not wait for that. */
  readonly counter: CounterNames | null;
  /** The payments of today by this key, as the companion said last. */
  readonly today: readonly Payment[];
  readonly isOffline: boolean;
  /** Called when the companion does not answer. */
  readonly onLost: () => void;
}

/** Takes one payment after another. What was begun survives a reload: the request is kept before it is sent. */
export function Till({ api, counter, today, isOffline, onLost }: TillProps) {
  const texts = useTexts();
  const [device, setDevice] = useState(readDevice);
  const [fields, setFields] = useState(NO_FIELDS);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isLost, setIsLost] = useState(false);
  const [isChecking, setIsChecking] = useState(false);
  /** A payment that was opened from the list: it looks like an earlier one. */
  const [listedId, setListedId] = useState<string | null>(null);
  const { request, openId, payments } = device;
  const [isEnded, setIsEnded] = useState(request !== null && !isFresh(request));
  const open = payments.find(({ id }) => id === openId);
  const latest = useRef(onLost);
  latest.current = onLost;
  const listed = useRef(payments);
  listed.current = payments;

  // Before the effect that sends a new request.
  useEffect(() => keepDevice(device), [device]);
  useEffect(() => setDevice((now) => ({ ...now, counter })), [counter]);
  useEffect(() => setDevice((now) => ({ ...now, payments: withToday(now.payments, today) })), [today]);

  useRequest(api, isEnded ? null : request, {
    onPayment(payment) {
      setIsLost(false);
      setDevice((now) => ({ ...now, request: null, openId: payment.id, payments: withPayment(now.payments, payment) }));
    },
    onRefusal(error) {
      setIsLost(false);
      setRefusal(explainRefusal(texts, error));
      setIsChecking(request !== null && 'transactionReference' in request.body);
      setDevice((now) => ({ ...now, request: null }));
    },
    onLost() {
      setIsLost(true);
      onLost();
    },
    onEnd: () => setIsEnded(true),
  });

  const [report] = useState(
    () => (payment: Payment) => setDevice((now) => ({ ...now, payments: withPayment(now.payments, payment) })),
  );
  const count = payments.length;
  useEffect(() => {
    if (openId !== null) return followPayment(api, openId, report, () => latest.current());
    if (count === 0) return;
    const ids = listed.current.map(({ id }) => id);
    return refreshList(api, ids, report, () => latest.current());
  }, [api, openId, report, count]);
  usePaidSound(open);

  function begin(body: CounterPaymentBody): void {
    setRefusal(null);
    setDevice((now) => ({ ...now, request: { key: createRandomKey(), body, at: serverNow() } }));
  }
  function send(amount: string, msisdn: Msisdn): void {
    const { order } = fields;
    begin({ amount, msisdn, ...(order === null ? {} : { order }) });
  }
  /** Records a sale for which the customer has sent the money by hand. */
  function sell(amount: string, transactionReference: string): void {
    setIsChecking(false);
    begin({ amount, transactionReference });
  }
  function leaveCheck(): void {
    setRefusal(null);
    setIsChecking(false);
  }
  function forget(): void {
    setIsLost(false);
    setIsEnded(false);
    setDevice((now) => ({ ...now, request: null }));
  }
  function next(): void {
    setFields(NO_FIELDS);
    setListedId(null);
    setDevice((now) => ({ ...now, openId: null }));
  }
  function again({ amount, order, view }: Payment): void {
    // The number is here unless the page was loaded again: this device keeps it masked.
    setFields({ amount, number: fields.number, order, isSecond: view !== 'failed' });
    setDevice((now) => ({ ...now, openId: null }));
  }
  /** Opens a payment of the list. What is typed is another customer's. */
  function openListed(id: string): void {
    setFields(NO_FIELDS);
    setRefusal(null);
    setListedId(id);
    setDevice((now) => ({ ...now, openId: id }));
  }
  function showPayment(payment: Payment): void {
    setIsChecking(false);
    setDevice((now) => ({ ...now, openId: payment.id, payments: withPayment(now.payments, payment) }));
  }
  function show(id: string): void {
    api.payment(id).then(showPayment, onLost);
  }

  if (request !== null && isEnded)
    return <LostRequest request={request} onSend={() => setIsEnded(false)} onForget={forget} />;
  if (request !== null) return <PendingRequest request={request} isLost={isLost} />;
  if (open !== undefined)
    return (
      <Outcome
        key={open.id}
        counter={counter}
        payment={open}
        isListed={open.id === listedId}
        submitReference={(reference) => api.submitReference(open.id, reference).then(report)}
        onAgain={() => again(open)}
        onNext={next}
        onShow={show}
      />
    );
  if (isChecking) {
    const typed = readTypedAmount(fields.amount);
    return (
      <CheckSms
        api={api}
        amount={typed.ok ? String(typed.amount) : null}
        refusal={refusal}
        onSell={sell}
        onPayment={showPayment}
        onBack={leaveCheck}
      />
    );
  }
  return (
    <>
      <TakeForm
        counter={counter}
        fields={fields}
        refusal={refusal}
        isOffline={isOffline}
        onFields={setFields}
        onSend={send}
        onCheck={() => {
          setRefusal(null);
          setIsChecking(true);
        }}
      />
      <DeviceReceipts payments={payments} onOpen={openListed} />
    </>
  );
}

/** Why a request was refused; of a sale that was paid by hand, what its reference is. */
function explainRefusal({ t, describe }: Translator, error: unknown): string {
  const { reason, verdict } = error instanceof ApiError ? error.refusal : {};
  if (reason === 'time') return t('sms.old.do');
  if (reason !== 'verdict' || verdict === undefined || verdict === 'unused') return describe(error);
  return `${t(`sms.${verdict}`)}. ${t(`sms.${verdict}.do`)}`;
}
