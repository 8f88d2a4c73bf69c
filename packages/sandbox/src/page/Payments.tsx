import { Button } from '@tsena/dashboard/shared/Button.tsx';
import { Choice } from '@tsena/dashboard/shared/Choice.tsx';
import { SelectField } from '@tsena/dashboard/shared/form/fields.tsx';
import { useState } from 'react';
import { api } from './api.ts';
import { PaymentRow } from './PaymentRow.tsx';
import { usePortal } from './portalContext.ts';
import { translate } from './texts.ts';
import { MAX_SHOWN, type Search } from './usePortalData.ts';

const FILTERS = ['', 'pending', 'completed', 'failed'] as const;
const FILTER_NAMES = { '': 'All', pending: 'Pending', completed: 'Completed', failed: 'Failed' } as const;

interface PaymentsProps {
  readonly search: Search;
  readonly onSearch: (search: Search) => void;
}

/** The payments: search, automatic approval, and each payment with its details. */
export function Payments({ search, onSearch }: PaymentsProps) {
  const { total, transactions } = usePortal().data.found;
  const references = new Map<string, number>();
  for (const { reference } of transactions) references.set(reference, (references.get(reference) ?? 0) + 1);
  return (
    <>
      <Tools />
      <div className="title">
        <input
          type="search"
          aria-label={translate('Search payments')}
          placeholder={translate('Number, amount, reference, id')}
          autoComplete="off"
          spellCheck={false}
          value={search.q}
          onChange={({ target }) => onSearch({ ...search, q: target.value })}
        />
        <Choice
          label={translate('Status')}
          options={FILTERS}
          chosen={search.status}
          nameOf={(status) => translate(FILTER_NAMES[status])}
          onChoose={(status) => onSearch({ ...search, status })}
        />
      </div>
      {total === 0 ? (
        <Empty isFiltered={search.q.trim() !== '' || search.status !== ''} />
      ) : (
        <ul className="plain records card payments">
          {transactions.map((payment) => (
            <PaymentRow
              key={payment.serverCorrelationId}
              payment={payment}
              isReferenceShared={(references.get(payment.reference) ?? 0) > 1}
            />
          ))}
        </ul>
      )}
      {total > MAX_SHOWN ? (
        <p className="hint">
          {translate('These are the newest {1} of {2} payments. Use the search to find the others.', MAX_SHOWN, total)}
        </p>
      ) : null}
    </>
  );
}

const DELAYS_S = [2, 5, 15];

function Tools() {
  const { data, act } = usePortal();
  const { autoApproveMs, counts } = data.sandbox;
  // Another delay can be set by the command line.
  const [firstMs] = useState(autoApproveMs);
  const delays = [
    ...new Set([0, ...DELAYS_S.map((seconds) => seconds * 1000), ...(firstMs === null ? [] : [firstMs])]),
  ];

  const approveAll = () =>
    act(async () => translate('Payments approved: {1}', (await api.approveAll()).approved), 'payments');
  return (
    <div className="head">
      <SelectField
        label={translate('Approve automatically')}
        options={delays.map(String)}
        value={autoApproveMs === null ? null : String(autoApproveMs)}
        none={translate('off')}
        nameOf={(ms) => (ms === '0' ? translate('at once') : translate('after {1} s', Number(ms) / 1000))}
        onChange={(ms) =>
          void act(async () => void (await api.updateSettings({ autoApproveMs: ms === null ? null : Number(ms) })))
        }
      />
      <div className="buttons">
        <a className="button" href="/portal/api/statement.csv" download>
          {translate('Statement (CSV)')}
        </a>
        {counts.pending < 2 ? null : (
          <Button onClick={approveAll}>{translate('Approve all {1}', counts.pending)}</Button>
        )}
      </div>
    </div>
  );
}

function Empty({ isFiltered }: { readonly isFiltered: boolean }) {
  if (isFiltered) return <p className="muted">{translate('No payments match these filters.')}</p>;
  return (
    <div className="card">
      <p>{translate('No payments yet.')}</p>
      <p className="hint">
        {translate('Start one from a shop or with curl. It appears here at once.')}{' '}
        <a href="#connect">{translate('How to connect')}</a>
      </p>
    </div>
  );
}
