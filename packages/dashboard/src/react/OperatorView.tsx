import { useQuery } from '@tanstack/react-query';
import type { MerchantPayment, OperatorView } from '@tsena/shared/merchant';
import { nameFields } from '../core/narrate.ts';
import type { Translator } from '../core/texts.ts';
import { useDashboard, useTexts } from './desk.ts';
import { FactList } from './Facts.tsx';
import { Pending } from './Waiting.tsx';

/** The operator's own record, read when the page is opened and when somebody acts, not all the time. */
export function OperatorView({ payment }: { readonly payment: MerchantPayment }) {
  const texts = useTexts();
  const { t, time, language } = texts;
  const { api } = useDashboard();
  const record = useQuery({
    queryKey: [language, 'operator', payment.id, payment.status],
    queryFn: async () => (await api.payment(payment.id, true)).operator,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const said = record.data ?? null;
  return (
    <section className="card" aria-labelledby="operator">
      <h2 id="operator">{t('operator.title')}</h2>
      {said === null ? (
        <Pending query={record} />
      ) : (
        <>
          <Said said={said} />
          {said.state === 'no-id' ? null : <p className="hint">{t('operator.asked', { time: time(said.askedAt) })}</p>}
        </>
      )}
    </section>
  );
}

function Said({ said }: { readonly said: OperatorView }) {
  const texts = useTexts();
  const { t } = texts;
  const { state, status, details, reason } = said;
  if (state === 'no-id') return <p>{t('operator.none')}</p>;
  if (state === 'unavailable') return <p>{t('operator.unavailable', { reason: reason ?? '–' })}</p>;
  const parties =
    details === null
      ? []
      : ([
          [t('operator.payer'), details.debitParty],
          [t('operator.recipient'), details.creditParty],
        ] as const);
  return (
    <>
      <FactList
        facts={[
          [t('operator.state'), status === null ? (details?.transactionStatus ?? null) : status.word],
          [t('operator.amount'), details === null ? null : amountOf(details, texts)],
          ...parties,
          [t('operator.reference'), status?.transactionReference ?? null],
        ]}
      />
      {details === null ? null : <p>{compared(details.differs, texts)}</p>}
    </>
  );
}

/** In our spelling where it is one of Ariary, else as the operator wrote it. */
function amountOf({ amount, currency }: NonNullable<OperatorView['details']>, { money }: Translator): string | null {
  if (amount === null) return null;
  const plain = /^(\d+)(?:\.0+)?$/.exec(amount)?.[1];
  return plain !== undefined && currency?.toLowerCase() === 'ar' ? money(plain) : `${amount} ${currency ?? ''}`.trim();
}

function compared(differs: readonly string[] | null, texts: Translator): string {
  if (differs === null) return texts.t('operator.incomplete');
  return differs.length === 0 ? texts.t('operator.same') : texts.t('operator.differs', { fields: nameFields(differs, texts) });
}
