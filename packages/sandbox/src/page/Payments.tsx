import { useState } from 'preact/hooks';
import { api } from './api.ts';
import { PaymentRow } from './PaymentRow.tsx';
import { Choice, focusTitle, Select } from './parts.tsx';
import { usePortal } from './portalContext.ts';
import { translate } from './texts.ts';
import { MAX_SHOWN, type Search } from './usePortalData.ts';

const FILTERS = [
  ['', translate('All')],
  ['pending', translate('Pending')],
  ['completed', translate('Completed')],
  ['failed', translate('Failed')],
] as const;

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
      <div class="title">
        <input
          type="search"
          aria-label={translate('Search payments')}
          placeholder={translate('Number, amount, reference, id')}
          autoComplete="off"
          spellcheck={false}
          value={search.q}
          onInput={({ currentTarget }) => onSearch({ ...search, q: currentTarget.value })}
        />
        <Choice
          label={translate('Status')}
          options={FILTERS}
          chosen={search.status}
          onChoose={(status) => onSearch({ ...search, status: FILTERS.find(([one]) => one === status)?.[0] ?? '' })}
        />
      </div>
      {total === 0 ? (
        <Empty isFiltered={search.q.trim() !== '' || search.status !== ''} />
      ) : (
        <ul class="plain records card payments">
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
        <p class="hint">{translate('These are the newest {1} of {2} payments. Use the search to find the others.', MAX_SHOWN, total)}</p>
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
  const delays = [...new Set([0, ...DELAYS_S.map((seconds) => seconds * 1000), ...(firstMs === null ? [] : [firstMs])])];
  const describe = (ms: number) => (ms === 0 ? translate('at once') : translate('after {1} s', ms / 1000));

  async function approveAll() {
    const isDone = await act(async () => translate('Payments approved: {1}', (await api.approveAll()).approved));
    if (isDone) focusTitle('payments');
  }
  return (
    <div class="head">
      <Select
        label={translate('Approve automatically')}
        options={[['', translate('off')], ...delays.map((ms) => [String(ms), describe(ms)] as const)]}
        chosen={autoApproveMs === null ? '' : String(autoApproveMs)}
        onChoose={(ms) => void act(async () => void (await api.updateSettings({ autoApproveMs: ms === '' ? null : Number(ms) })))}
      />
      <div class="buttons">
        <a class="button" href="/portal/api/statement.csv" download>
          {translate('Statement (CSV)')}
        </a>
        {counts.pending < 2 ? null : (
          <button type="button" class="button" onClick={approveAll}>
            {translate('Approve all {1}', counts.pending)}
          </button>
        )}
      </div>
    </div>
  );
}

function Empty({ isFiltered }: { readonly isFiltered: boolean }) {
  if (isFiltered) return <p class="muted">{translate('No payments match these filters.')}</p>;
  return (
    <div class="card">
      <p>{translate('No payments yet.')}</p>
      <p class="hint">
        {translate('Start one from a shop or with curl. It appears here at once.')} <a href="#connect">{translate('How to connect')}</a>
      </p>
    </div>
  );
}
