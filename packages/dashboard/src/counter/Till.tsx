import type { Payment } from '@tsena/shared/checkout';
import type { Counter } from '@tsena/shared/merchant';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../core/apiError.ts';
import { createRandomKey } from '../core/randomKey.ts';
import { describeError, useTexts } from '../shared/dashboardContext.ts';
import type { CounterApi } from './counterApi.ts';
import { DeviceReceipts } from './DeviceReceipts.tsx';
import { keepDevice, readDevice, withPayment } from './device.ts';
import { followPayment } from './followPayment.ts';
import { Outcome, outcomeOf } from './Outcome.tsx';
import { playPaidSound } from './paidSound.ts';
import { sendUntilAnswered } from './sendRequest.ts';
import { NO_FIELDS, TakeForm } from './TakeForm.tsx';

interface TillProps {
  readonly api: CounterApi;
  /** Null until the companion has said it: the form does not wait for that. */
  readonly counter: Counter | null;
  readonly isOffline: boolean;
  /** Called when the companion does not answer. */
  readonly onLost: () => void;
}

/** Takes one payment after another. What was begun survives a reload: the request is kept before it is sent. */
export function Till({ api, counter, isOffline, onLost }: TillProps) {
  const texts = useTexts();
  const { t } = texts;
  const [device, setDevice] = useState(readDevice);
  const [fields, setFields] = useState(NO_FIELDS);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isLost, setIsLost] = useState(false);
  const { request, openId, payments } = device;
  const open = payments.find(({ id }) => id === openId);
  const latest = useRef({ texts, onLost });
  latest.current = { texts, onLost };

  // Before the effect that sends a new request.
  useEffect(() => keepDevice(device), [device]);
  useEffect(() => setDevice((now) => ({ ...now, counter })), [counter]);

  useEffect(() => {
    if (request === null) return;
    const stop = new AbortController();
    const lose = () => {
      setIsLost(true);
      latest.current.onLost();
    };
    sendUntilAnswered(api, request, stop.signal, lose).then(
      (payment) => {
        if (stop.signal.aborted) return;
        setIsLost(false);
        setDevice((now) => ({ ...now, request: null, openId: payment.id, payments: withPayment(now.payments, payment) }));
      },
      (error: unknown) => {
        // Signed out: the request is sent again after the sign-in.
        if (stop.signal.aborted || (error instanceof ApiError && error.code === 'merchant_key_invalid')) return;
        setIsLost(false);
        setRefusal(describeError(error, latest.current.texts));
        setDevice((now) => ({ ...now, request: null }));
      },
    );
    return () => stop.abort();
  }, [api, request]);

  const followedId = open === undefined || outcomeOf(open) === 'paid' || open.status === 'failed' ? null : open.id;
  useEffect(() => {
    if (followedId === null) return;
    const report = (payment: Payment) => {
      if (payment.status === 'completed') playPaidSound();
      setDevice((now) => ({ ...now, payments: withPayment(now.payments, payment) }));
    };
    return followPayment(api, followedId, report, () => latest.current.onLost());
  }, [api, followedId]);

  function send(): void {
    setRefusal(null);
    const { amount, number, order } = fields;
    setDevice((now) => ({
      ...now,
      request: { key: createRandomKey(), body: { amount, msisdn: number, ...(order === null ? {} : { order }) } },
    }));
  }
  function next(): void {
    setFields(NO_FIELDS);
    setDevice((now) => ({ ...now, openId: null }));
  }
  function again({ amount, order }: Payment): void {
    // The number is here unless the page was loaded again: this device keeps it masked.
    setFields({ amount, number: fields.number, order });
    setDevice((now) => ({ ...now, openId: null }));
  }

  if (request !== null) {
    return (
      <div className="outcome" role="status" data-view={isLost ? 'unknown' : 'waiting'}>
        <h1>{t(isLost ? 'take.lost' : 'take.sending')}</h1>
        {isLost ? <p>{t('take.lost.do')}</p> : null}
      </div>
    );
  }
  if (open !== undefined) return <Outcome counter={counter} payment={open} onAgain={() => again(open)} onNext={next} />;
  return (
    <>
      <TakeForm counter={counter} fields={fields} refusal={refusal} isOffline={isOffline} onFields={setFields} onSend={send} />
      <DeviceReceipts payments={payments} onOpen={(id) => setDevice((now) => ({ ...now, openId: id }))} />
    </>
  );
}
