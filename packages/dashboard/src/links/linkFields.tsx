import { type CreateLinkBody, type Link, MAX_REUSABLE_ORDER } from '@tsena/shared/merchant';
import type { Translator } from '../core/texts.ts';
import { useTexts } from '../shared/dashboardContext.ts';
import type { Facts } from '../shared/FactList.tsx';
import { SelectField, TextField } from '../shared/form/fields.tsx';

const MAX_ORDER = 50;
const HOUR_SECONDS = 60 * 60;
const VALIDITIES_SECONDS = {
  never: null,
  hour: HOUR_SECONDS,
  day: 24 * HOUR_SECONDS,
  week: 7 * 24 * HOUR_SECONDS,
} as const;
type Validity = keyof typeof VALIDITIES_SECONDS;
const VALIDITY_NAMES = Object.keys(VALIDITIES_SECONDS) as readonly Validity[];

/** The fields of a new link, as typed. */
export interface Fields {
  readonly amount: string;
  readonly description: string;
  readonly order: string;
  readonly validity: Validity;
  readonly returnUrl: string;
  readonly isReusable: boolean;
}

/** Nothing typed yet. */
export const NO_FIELDS: Fields = {
  amount: '',
  description: '',
  order: '',
  validity: 'never',
  returnUrl: '',
  isReusable: false,
};

/** The fields that most links do without. */
export function MoreFields({
  fields,
  onChange,
}: {
  readonly fields: Fields;
  readonly onChange: (changed: Partial<Fields>) => void;
}) {
  const { t } = useTexts();
  return (
    <details>
      <summary>{t('link.more')}</summary>
      <div className="stack">
        <SelectField
          label={t('link.expires')}
          options={VALIDITY_NAMES}
          value={fields.validity}
          nameOf={(one) => t(`link.expires.${one}`)}
          onChange={(one) => onChange({ validity: one ?? 'never' })}
        />
        <label className="option">
          <input
            type="checkbox"
            checked={fields.isReusable}
            onChange={(event) => onChange({ isReusable: event.target.checked })}
          />
          {t('link.reusable')}
        </label>
        <TextField
          label={t('link.order')}
          maxLength={fields.isReusable ? MAX_REUSABLE_ORDER : MAX_ORDER}
          value={fields.order}
          onChange={(order) => onChange({ order })}
        />
        <TextField
          label={t('link.returnUrl')}
          type="url"
          value={fields.returnUrl}
          onChange={(returnUrl) => onChange({ returnUrl })}
        />
      </div>
    </details>
  );
}

/** The fields as the API takes them; empty ones are left out. */
export function createBody({ amount, description, order, validity, returnUrl, isReusable }: Fields): CreateLinkBody {
  const expiresInSeconds = VALIDITIES_SECONDS[validity];
  return {
    amount,
    ...(description.trim() === '' ? {} : { description: description.trim() }),
    ...(order.trim() === '' ? {} : { order: order.trim() }),
    ...(expiresInSeconds === null ? {} : { expiresInSeconds }),
    ...(returnUrl.trim() === '' ? {} : { returnUrl: returnUrl.trim() }),
    ...(isReusable ? { reusable: true } : {}),
  };
}

/** What the page of a link says about it beside its amount, description and status. */
export function linkFacts(link: Link, { t, time, withName }: Translator): Facts {
  return [
    [t('payment.order'), link.order],
    [t('link.created'), withName(time(link.createdAt), link.createdBy)],
    [t('link.expiresAt'), link.expiresAt === null ? null : time(link.expiresAt)],
    [t('link.cancelledAt'), link.cancelledAt === null ? null : withName(time(link.cancelledAt), link.cancelledBy)],
  ];
}
