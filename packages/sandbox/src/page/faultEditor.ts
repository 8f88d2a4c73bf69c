import { api } from './api.ts';
import { announce, button, byId, element } from './dom.ts';
import { formatAmount, formatMsisdn } from './format.ts';
import type { CallbackFault, FaultRule, RequestFault } from './views.ts';

const WORDS: Readonly<Record<RequestFault | CallbackFault, string>> = {
  delay: 'comes later',
  status: 'is answered with a status',
  hang: 'is never answered',
  reset: 'has its connection cut',
  'accept-then-hang': 'is accepted, but never answered',
  'accept-then-reset': 'is accepted, then the connection is cut',
  'accept-then-status': 'is accepted, but answered with a status',
  throttle: 'is throttled (429)',
  'expire-token': 'finds its token expired',
  garbage: 'is answered with garbage',
  drop: 'is lost',
  duplicate: 'comes several times',
  early: 'comes before the initiation’s answer',
  forge: 'is preceded by a forged one',
};

const REQUEST_FAULTS: readonly RequestFault[] = [
  'delay',
  'status',
  'hang',
  'reset',
  'accept-then-hang',
  'accept-then-reset',
  'accept-then-status',
  'throttle',
  'expire-token',
  'garbage',
];
const CALLBACK_FAULTS: readonly CallbackFault[] = ['drop', 'delay', 'duplicate', 'early', 'forge'];

const SUBJECTS = {
  initiate: 'An initiation',
  status: 'A status request',
  details: 'A details request',
  token: 'A token request',
  callback: 'A callback',
} as const satisfies Record<FaultRule['on'], string>;

const VALUES: Readonly<Record<string, { label: string; initial: string }>> = {
  delay: { label: 'Milliseconds', initial: '5000' },
  status: { label: 'HTTP status', initial: '500' },
  'accept-then-status': { label: 'HTTP status', initial: '500' },
  throttle: { label: 'Retry-After, seconds', initial: '5' },
  duplicate: { label: 'How often in all', initial: '2' },
};

const PRESETS: readonly (readonly [string, FaultRule])[] = [
  ['Accepted, then silence', { on: 'initiate', do: 'accept-then-hang', times: 1 }],
  ['Created, but answered 500', { on: 'initiate', do: 'accept-then-status', value: 500, times: 1 }],
  ['Connection cut after accepting', { on: 'initiate', do: 'accept-then-reset', times: 1 }],
  ['Slow initiation, 8 s', { on: 'initiate', do: 'delay', value: 8000, times: 1 }],
  ['Too many requests', { on: 'initiate', do: 'throttle', value: 5, times: 1 }],
  ['Token expires', { on: 'initiate', do: 'expire-token', times: 1 }],
  ['Callback lost', { on: 'callback', do: 'drop', times: 1 }],
  ['Callback twice', { on: 'callback', do: 'duplicate', value: 2, times: 1 }],
  ['Callback before the answer', { on: 'callback', do: 'early', times: 1 }],
  ['Forged callback', { on: 'callback', do: 'forge', times: 1 }],
];

/** The rules in force, ready-made ones, and a form for one's own. */
export class FaultEditor {
  readonly #list = byId('fault-list', HTMLOListElement);
  readonly #empty = byId('faults-empty', HTMLElement);
  readonly #clear = byId('clear-faults', HTMLButtonElement);
  readonly #count = byId('count-faults', HTMLElement);
  readonly #form = byId('fault-form', HTMLFormElement);
  readonly #trouble = byId('fault-trouble', HTMLElement);
  #rules: readonly FaultRule[] = [];
  #shown = '';

  constructor(msisdns: readonly string[]) {
    this.#clear.addEventListener('click', () => void this.#set([], 'All rules cleared'));
    byId('presets', HTMLElement).append(
      ...PRESETS.map(([label, rule]) => button(label, 'button small', () => void this.#set([...this.#rules, rule], `Added: ${label}`))),
    );
    this.#fillForm(msisdns);
  }

  update(rules: readonly FaultRule[]): void {
    const shown = JSON.stringify(rules);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#rules = rules;
    this.#empty.hidden = rules.length > 0;
    this.#clear.hidden = rules.length === 0;
    this.#count.hidden = rules.length === 0;
    this.#count.textContent = String(rules.length);
    this.#list.replaceChildren(...rules.map((rule, index) => this.#item(rule, index)));
  }

  #item(rule: FaultRule, index: number): HTMLElement {
    const sentence = inWords(rule);
    const remove = button('Remove', 'button small', () => {
      void this.#set(
        this.#rules.filter((_rule, other) => other !== index),
        `Removed: ${sentence}`,
      ).then(() => byId('title-faults', HTMLElement).focus());
    });
    remove.setAttribute('aria-label', `Remove: ${sentence}`);
    return element('li', {}, element('div', {}, sentence, element('code', {}, `${rule.on} · ${rule.do}`)), remove);
  }

  async #set(rules: readonly FaultRule[], said: string): Promise<boolean> {
    this.#trouble.hidden = true;
    try {
      await api.setFaults(rules);
      this.update(await api.faults());
      announce(said);
      return true;
    } catch (error) {
      this.#trouble.textContent = error instanceof Error ? error.message : String(error);
      this.#trouble.hidden = false;
      return false;
    }
  }

  #fillForm(msisdns: readonly string[]): void {
    const on = element('select', { name: 'on' }, ...Object.entries(SUBJECTS).map(([value, label]) => element('option', { value }, label)));
    const what = element('select', { name: 'do' });
    const value = element('input', { name: 'value', inputmode: 'numeric', pattern: '[0-9]+', required: true });
    const valueLabel = fieldName('');
    const valueField = element('label', {}, valueLabel, value);
    const showValue = () => {
      const takes = VALUES[what.value];
      valueField.hidden = takes === undefined;
      value.disabled = takes === undefined;
      value.value = takes?.initial ?? '';
      valueLabel.textContent = takes?.label ?? '';
    };
    const showFaults = () => {
      const faults = on.value === 'callback' ? CALLBACK_FAULTS : REQUEST_FAULTS;
      what.replaceChildren(...faults.map((fault) => element('option', { value: fault }, WORDS[fault])));
      showValue();
    };
    on.addEventListener('change', showFaults);
    what.addEventListener('change', showValue);
    showFaults();

    const anyone = element('option', { value: '' }, 'any');
    const msisdn = element(
      'select',
      { name: 'msisdn' },
      anyone,
      ...msisdns.map((one) => element('option', { value: one }, formatMsisdn(one))),
    );
    const amount = element('input', { name: 'amount', inputmode: 'numeric', pattern: '[0-9]+', placeholder: 'any' });
    const chance = element('input', { name: 'probability', type: 'number', min: '0', max: '100', step: '1', value: '100', required: true });
    const times = element('input', { name: 'times', type: 'number', min: '1', step: '1', placeholder: 'always' });
    this.#form.append(
      element('label', { class: 'wide' }, fieldName('What'), on),
      element('label', { class: 'wide' }, fieldName('What happens to it'), what),
      valueField,
      element('label', {}, fieldName('Only payer'), msisdn),
      element('label', {}, fieldName('Only amount'), amount),
      element('label', {}, fieldName('In % of cases'), chance),
      element('label', {}, fieldName('How often'), times),
      element('button', { type: 'submit', class: 'button primary' }, 'Add rule'),
    );
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      const match = { ...(msisdn.value === '' ? {} : { msisdn: msisdn.value }), ...(amount.value === '' ? {} : { amount: amount.value }) };
      const common = {
        ...(value.disabled ? {} : { value: Number(value.value) }),
        ...(Object.keys(match).length === 0 ? {} : { match }),
        ...(chance.value === '100' ? {} : { probability: Number(chance.value) / 100 }),
        ...(times.value === '' ? {} : { times: Number(times.value) }),
      };
      const rule = makeRule(on.value, what.value, common);
      if (rule !== undefined) void this.#set([...this.#rules, rule], `Added: ${inWords(rule)}`);
    });
  }
}

function fieldName(name: string): HTMLElement {
  return element('span', { class: 'field-name' }, name);
}

function makeRule(on: string, what: string, common: Omit<FaultRule, 'on' | 'do'>): FaultRule | undefined {
  if (on === 'callback') {
    const fault = CALLBACK_FAULTS.find((one) => one === what);
    return fault === undefined ? undefined : { on, do: fault, ...common };
  }
  const fault = REQUEST_FAULTS.find((one) => one === what);
  const subject = (['initiate', 'status', 'details', 'token'] as const).find((one) => one === on);
  return fault === undefined || subject === undefined ? undefined : { on: subject, do: fault, ...common };
}

const WITH_VALUE: Readonly<Record<string, (value: number) => string>> = {
  delay: (ms) => `comes ${ms / 1000} s late`,
  status: (code) => `is answered with ${code}`,
  'accept-then-status': (code) => `is accepted, but answered with ${code}`,
  throttle: (seconds) => `is throttled (429, again after ${seconds} s)`,
  duplicate: (times) => `comes ${times} times`,
};

/** A rule as a sentence: `An initiation of 25 000 Ar is never answered, in 30 % of cases (still 2 times)`. */
function inWords({ on, do: fault, value, match, probability, times }: FaultRule): string {
  const of = match?.amount === undefined ? '' : ` of ${formatAmount(match.amount)}`;
  const from = match?.msisdn === undefined ? '' : ` for ${formatMsisdn(match.msisdn)}`;
  const what = (value === undefined ? undefined : WITH_VALUE[fault]?.(value)) ?? WORDS[fault];
  const chance = probability === undefined ? '' : `, in ${Math.round(probability * 100)} % of cases`;
  const left = times === undefined ? '' : times === 1 ? ' (once)' : ` (still ${times} times)`;
  return `${SUBJECTS[on]}${of}${from} ${what}${chance}${left}`;
}
