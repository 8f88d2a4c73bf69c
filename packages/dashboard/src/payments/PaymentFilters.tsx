import { cleanText, readMsisdn } from '@tsena/shared';
import { PAYMENT_STATUSES } from '@tsena/shared/checkout';
import { type FormEvent, useState } from 'react';
import { type Filter, NO_FILTER, writeFilter } from '../core/filter.ts';
import { Button } from '../shared/Button.tsx';
import { useTexts } from '../shared/dashboardContext.ts';
import { Field, SelectField, TextField } from '../shared/form/fields.tsx';

const DAYS = ['created', 'final'] as const;

interface PaymentFiltersProps {
  readonly filter: Filter;
  /**
   * Digits that are searched for: they may be a payer's number, so they are not in the filter, which the page's address
   * holds.
   */
  readonly digits: string;
  readonly onChange: (filter: Filter, digits: string) => void;
}

/** The search box and the filters. A search applies when it is submitted, a filter at once. */
export function PaymentFilters({ filter, digits, onChange }: PaymentFiltersProps) {
  const { t } = useTexts();
  const [text, setText] = useState(digits === '' ? filter.q : digits);
  const isSet = writeFilter({ ...filter, q: '' }).toString() !== '';
  const [isOpen, setIsOpen] = useState(isSet);

  function search(event: FormEvent) {
    event.preventDefault();
    const term = text.trim();
    const hasDigitsOnly = readMsisdn(term).ok || /^[+(\d][\d\s().-]*$/.test(cleanText(term).trim());
    onChange({ ...filter, q: hasDigitsOnly ? '' : term }, hasDigitsOnly ? term : '');
  }
  const change = (part: Partial<Filter>) => onChange({ ...filter, ...part }, digits);

  return (
    // biome-ignore lint/a11y/useSemanticElements: older browsers do not support the search element
    <form className="filters" role="search" onSubmit={search}>
      <Field label={t('search.label')} hint={t('search.hint')}>
        {(attributes) => (
          <span className="joined">
            <input
              {...attributes}
              type="search"
              autoComplete="off"
              spellCheck={false}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
            <Button type="submit" look="primary">
              {t('search.submit')}
            </Button>
          </span>
        )}
      </Field>
      <Button look="quiet more" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {t('filter.title')}
      </Button>
      <div className="fields" data-open={isOpen}>
        <SelectField
          label={t('filter.status')}
          hint={t('filter.status.hint')}
          options={PAYMENT_STATUSES}
          value={filter.status}
          none={t('filter.any')}
          nameOf={(status) => t(`status.${status}`)}
          onChange={(status) => change({ status })}
        />
        <SelectField
          label={t('filter.by')}
          options={DAYS}
          value={filter.by}
          nameOf={(by) => t(`filter.by.${by}`)}
          onChange={(by) => change({ by: by ?? 'created' })}
        />
        <TextField label={t('filter.from')} type="date" value={filter.from} onChange={(from) => change({ from })} />
        <TextField label={t('filter.to')} type="date" value={filter.to} onChange={(to) => change({ to })} />
        <label className="option">
          <input
            type="checkbox"
            checked={filter.needsReview}
            onChange={(event) => change({ needsReview: event.target.checked })}
          />
          {t('filter.needsReview')}
        </label>
        {isSet || filter.q !== '' || digits !== '' ? (
          <Button
            look="quiet"
            onClick={() => {
              setText('');
              onChange(NO_FILTER, '');
            }}
          >
            {t('filter.clear')}
          </Button>
        ) : null}
      </div>
    </form>
  );
}
