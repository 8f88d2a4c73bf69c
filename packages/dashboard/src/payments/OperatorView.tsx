import { useQuery } from '@tanstack/react-query';
import {
  type MerchantPayment,
  nameDifferences,
  type OperatorView as OperatorAnswer,
  paymentDetailSchema,
} from '@tsena/shared/merchant';
import type { Translator } from '../core/texts.ts';
import { TechnicalDetails } from '../reasons/Reason.tsx';
import { describeReason } from '../reasons/reasons.ts';
import { ScopeNote } from '../shared/Allowed.tsx';
import { Button } from '../shared/Button.tsx';
import { useAllowed, useDashboard, useTexts } from '../shared/dashboardContext.ts';
import { FactList } from '../shared/FactList.tsx';
import { QueryFallback } from '../shared/Loaded.tsx';
import { OPERATOR_KEY } from '../shared/useLiveData.ts';
import { writeOperatorAmount } from './operatorAmount.ts';

/**
 * What the operator reports about a payment. Read when the page opens and after each action, because each read is a
 * request to the operator.
 */
export function OperatorView({ payment }: { readonly payment: MerchantPayment }) {
  const texts = useTexts();
  const { t, moment } = texts;
  const { api } = useDashboard();
  const isAllowed = useAllowed('operate');
  const query = useQuery({
    queryKey: [OPERATOR_KEY, payment.id, payment.status],
    queryFn: async () => (await api.request(paymentDetailSchema, `/payments/${payment.id}?operator=1`)).operator,
    staleTime: Number.POSITIVE_INFINITY,
    enabled: isAllowed,
  });
  const answer = query.data ?? null;
  return (
    <section className="card" aria-labelledby="operator">
      <h2 id="operator">{t('operator.title')}</h2>
      {isAllowed ? null : <ScopeNote needs="operate" />}
      {isAllowed && answer === null ? <QueryFallback query={query} /> : null}
      {answer?.state === 'no_id' ? <p>{t('operator.noId')}</p> : null}
      {answer?.state === 'unavailable' ? (
        <div className="failure" role="alert">
          <p>{t('operator.unavailable', { reason: describeReason('operator', answer.reason ?? '', texts) })}</p>
          {answer.reason === null ? null : <TechnicalDetails raw={answer.reason} />}
          <Button isBusy={query.isFetching} onClick={() => query.refetch()}>
            {t('app.again')}
          </Button>
        </div>
      ) : null}
      {answer?.state === 'known' ? <KnownAnswer answer={answer} /> : null}
      {answer === null || answer.state === 'no_id' ? null : (
        <p className="hint">{t('operator.fetchedAt', { time: moment(answer.fetchedAt) })}</p>
      )}
    </section>
  );
}

function KnownAnswer({ answer: { status, details } }: { readonly answer: OperatorAnswer }) {
  const texts = useTexts();
  const { t } = texts;
  return (
    <>
      <FactList
        facts={[
          [t('list.view'), writeStatus(status?.operatorStatus ?? details?.transactionStatus ?? null, texts)],
          [t('list.amount'), details === null ? null : writeOperatorAmount(details, texts)],
          [t('operator.payer'), details?.debitParty ?? null],
          [t('operator.recipient'), details?.creditParty ?? null],
          [t('payment.reference'), status?.transactionReference ?? null],
        ]}
      />
      {details === null ? null : <p>{compare(details.differences, texts)}</p>}
    </>
  );
}

/** A status that the operator's interface names, in words; any other one as the operator wrote it. */
function writeStatus(status: string | null, { find }: Translator): string | null {
  return status === null ? null : (find(`operatorStatus.${status.toLowerCase()}`) ?? status);
}

function compare(differences: readonly string[] | null, texts: Translator): string {
  if (differences === null) return texts.t('operator.incomplete');
  return differences.length === 0
    ? texts.t('operator.same')
    : texts.t('operator.differences', { fields: nameDifferences(differences, texts.find) });
}
