import { formatMoney } from '@tsena/shared';
import type { RequestView } from '../views/views.ts';
import { Time } from './parts.tsx';
import { usePortal } from './portalContext.ts';
import { translate } from './texts.ts';

/** The requests that the service received, newest first. */
export function Requests() {
  const { requests } = usePortal().data;
  return (
    <>
      <p>
        {translate(
          'The requests that the service received, newest first. Tokens, secrets and callback addresses are not shown.',
        )}
      </p>
      {requests?.length === 0 ? <p className="card">{translate('No requests yet.')}</p> : null}
      <ul className="plain records card">
        {requests?.toReversed().map((request) => (
          <Request key={request.sequence} request={request} />
        ))}
      </ul>
    </>
  );
}

const OUTCOMES = { hang: 'no response', reset: 'connection reset' } as const;

function Request({ request }: { readonly request: RequestView }) {
  const {
    at,
    on,
    method,
    path,
    correlationId,
    reference,
    amount,
    msisdn,
    hasCallbackUrl,
    outcome,
    durationMs,
    fault,
    reason,
  } = request;
  const isSuccess = typeof outcome === 'number' && outcome < 300 && fault === null;
  const result = [
    typeof outcome === 'number' ? String(outcome) : translate(outcome === null ? 'no response yet' : OUTCOMES[outcome]),
    durationMs === null ? null : `${durationMs} ms`,
    fault === null ? null : translate('fault: {1}', fault),
  ];
  const notes = [
    amount === null ? null : formatMoney(amount),
    msisdn,
    reference,
    hasCallbackUrl ? translate('with callback') : null,
    correlationId === null ? null : `X-CorrelationID ${correlationId}`,
  ];
  return (
    <li className="request">
      <Time at={at} />
      <strong>{on}</strong>
      <p className="state">
        <span className="badge" data-status={isSuccess ? 'completed' : 'unresolved'}>
          {join(result)}
        </span>
      </p>
      <p className="description">
        <code>{`${method} ${path}`}</code> <span className="muted">{join(notes)}</span>
        {reason === null ? null : <span className="error">{reason}</span>}
      </p>
    </li>
  );
}

function join(parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null).join(' · ');
}
