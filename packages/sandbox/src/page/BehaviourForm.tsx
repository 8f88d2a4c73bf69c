import { SelectField } from '@tsena/dashboard/shared/form/fields.tsx';
import { BEHAVIOUR_VALUES, type Behaviour } from '../views/views.ts';
import { api } from './api.ts';
import { usePortal } from './portalContext.ts';
import { type Text, translate } from './texts.ts';

interface Choice {
  readonly name: keyof Behaviour;
  readonly label: Text;
  readonly isLiveOnly: boolean;
  /** A text for each value. */
  readonly texts: Readonly<Record<string, Text>>;
}

const CHOICES: readonly Choice[] = [
  {
    name: 'unknownStatus',
    label: 'Status of an unknown id',
    isLiveOnly: true,
    texts: { empty: '404, empty fields', error: '400, error 4001' },
  },
  {
    name: 'gatewayErrors',
    label: 'Errors of the gateway',
    isLiveOnly: true,
    texts: { flat: 'flat', nested: 'nested in fault' },
  },
  {
    name: 'fee',
    label: 'Fee',
    isLiveOnly: false,
    texts: { rounded: '1.5 %, rounded up', exact: '1.5 %, two decimals', none: 'none' },
  },
  {
    name: 'requestDate',
    label: 'requestDate of the details',
    isLiveOnly: true,
    texts: { utc: 'UTC', ahead: 'three hours ahead' },
  },
  {
    name: 'duplicates',
    label: 'Same reference again',
    isLiveOnly: false,
    texts: { accept: 'another transaction', conflict: 'HTTP 409' },
  },
  {
    name: 'payerErrors',
    label: 'Unknown payer, low balance',
    isLiveOnly: false,
    texts: { refuse: 'refused at once', 'fail-later': 'accepted, fails later' },
  },
  {
    name: 'failedRecords',
    label: 'Failed transactions',
    isLiveOnly: true,
    texts: { none: 'have no reference', kept: 'have reference and record' },
  },
  {
    name: 'details',
    label: 'Details of money sent by hand',
    isLiveOnly: false,
    texts: { all: 'shown', own: 'not shown' },
  },
];

/** The form for what the sandbox does where the records of the real service disagree. */
export function BehaviourForm() {
  const { data, act } = usePortal();
  const { dialect, behaviour } = data.sandbox;
  return (
    <div className="card form">
      {CHOICES.filter(({ isLiveOnly }) => dialect === 'live' || !isLiveOnly).map(({ name, label, texts }) => {
        const describe = (value: string) => translate(texts[value] ?? 'none');
        return (
          <SelectField<string>
            key={name}
            label={translate(label)}
            options={BEHAVIOUR_VALUES[name]}
            value={behaviour[name]}
            nameOf={describe}
            onChange={(value) =>
              void act(async () => {
                await api.updateSettings({ behaviour: { [name]: value } });
                return `${translate(label)}: ${describe(value ?? '')}`;
              })
            }
          />
        );
      })}
    </div>
  );
}
