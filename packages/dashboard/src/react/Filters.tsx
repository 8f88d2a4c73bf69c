import { readMsisdn } from '@tsena/shared';
import { PAYMENT_STATUSES } from '@tsena/shared/checkout';
import { type FormEvent, useState } from 'react';
import { type Filter, NO_FILTER, writeFilter } from '../core/filter.ts';
import { useTexts } from './desk.ts';
import { Field } from './Field.tsx';

interface FiltersProps {
  readonly filter: Filter;
  readonly msisdn: string;
  readonly onChange: (filter: Filter, msisdn: string) => void;
}

/** The search box and the filters. A search takes effect when it is sent, a filter at once. */
export function Filters({ filter, msisdn, onChange }: FiltersProps) {
  const { t } = useTexts();
  const [text, setText] = useState(msisdn === '' ? filter.q : msisdn);
  const isSet = writeFilter({ ...filter, q: '' }).toString() !== '';
  const [open, setOpen] = useState(isSet);

  function search(event: FormEvent) {
    event.preventDefault();
    const wanted = text.trim();
    const isNumber = readMsisdn(wanted).ok;
    onChange({ ...filter, q: isNumber ? '' : wanted }, isNumber ? wanted : '');
  }
  const narrow = (part: Partial<Filter>) => onChange({ ...filter, ...part }, msisdn);

  return (
    // biome-ignore lint/a11y/useSemanticElements: older phones know no search element
    <form className="filters" role="search" onSubmit={search}>
      <Field label={t('search.label')} hint={t('search.hint')}>
        {(given) => (
          <span className="joined">
            <input
              {...given}
              type="search"
              autoComplete="off"
              spellCheck={false}
              maxLength={64}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
            <button type="submit" className="button primary">
              {t('search.go')}
            </button>
          </span>
        )}
      </Field>
      <button type="button" className="button quiet more" aria-expanded={open} onClick={() => setOpen(!open)}>
        {t('filter.title')}
      </button>
      <div className="narrow" data-open={open}>
        <Field label={t('filter.status')}>
          {(given) => (
            <select
              {...given}
              value={filter.status ?? ''}
              onChange={(event) => narrow({ status: PAYMENT_STATUSES.find((status) => status === event.target.value) ?? null })}
            >
              <option value="">{t('filter.any')}</option>
              {PAYMENT_STATUSES.map((status) => (
                <option key={status} value={status}>
                  {t(`status.${status}`)}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={t('filter.from')}>
          {(given) => <input {...given} type="date" value={filter.from} onChange={(event) => narrow({ from: event.target.value })} />}
        </Field>
        <Field label={t('filter.to')}>
          {(given) => <input {...given} type="date" value={filter.to} onChange={(event) => narrow({ to: event.target.value })} />}
        </Field>
        <label className="option">
          <input type="checkbox" checked={filter.attention} onChange={(event) => narrow({ attention: event.target.checked })} />
          {t('filter.attention')}
        </label>
        {isSet || filter.q !== '' || msisdn !== '' ? (
          <button
            type="button"
            className="button quiet"
            onClick={() => {
              setText('');
              onChange(NO_FILTER, '');
            }}
          >
            {t('filter.clear')}
          </button>
        ) : null}
      </div>
    </form>
  );
}
