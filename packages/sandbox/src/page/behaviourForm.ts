import { api } from './api.ts';
import { announce, createElement, getById } from './dom.ts';
import { type Text, translate } from './texts.ts';
import { BEHAVIOUR_VALUES, type Behaviour, type SandboxView } from './views.ts';

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
  { name: 'gatewayErrors', label: 'Errors of the gateway', isLiveOnly: true, texts: { flat: 'flat', nested: 'nested in fault' } },
  { name: 'fee', label: 'Fee', isLiveOnly: false, texts: { rounded: '1.5 %, rounded up', exact: '1.5 %, two decimals', none: 'none' } },
  { name: 'requestDate', label: 'requestDate of the details', isLiveOnly: true, texts: { utc: 'UTC', ahead: 'three hours ahead' } },
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
];

/** The form for what the sandbox does where the records of the real service disagree. */
export class BehaviourForm {
  readonly #selects = new Map<keyof Behaviour, HTMLSelectElement>();

  constructor({ dialect }: SandboxView, onError: (error: unknown) => void) {
    const offered = CHOICES.filter(({ isLiveOnly }) => dialect === 'live' || !isLiveOnly);
    getById('behaviour-form', HTMLElement).append(
      ...offered.map(({ name, label, texts }) => {
        const describe = (value: string) => translate(texts[value] ?? 'none');
        const select = createElement(
          'select',
          { name },
          ...BEHAVIOUR_VALUES[name].map((value) => createElement('option', { value }, describe(value))),
        );
        select.addEventListener('change', () => {
          api
            .updateSettings({ behaviour: { [name]: select.value } })
            .then(() => announce(`${translate(label)}: ${describe(select.value)}`), onError);
        });
        this.#selects.set(name, select);
        return createElement('label', {}, createElement('span', { class: 'field-name' }, translate(label)), select);
      }),
    );
  }

  /** Shows the choices that are in force. */
  update(behaviour: Behaviour): void {
    for (const [name, select] of this.#selects) select.value = behaviour[name];
  }
}
