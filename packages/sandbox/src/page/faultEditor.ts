import { api } from './api.ts';
import { announce, createButton, createElement, getById } from './dom.ts';
import { formatAmount, formatMsisdn } from './format.ts';
import type { CallbackFault, FaultRule, RequestFault } from './views.ts';

const EFFECTS: Readonly<Record<RequestFault | CallbackFault, string>> = {
  delay: 'is delayed',
  status: 'gets a chosen HTTP status and is not processed',
  hang: 'gets no response and is not processed',
  reset: 'has its connection reset and is not processed',
  'accept-then-hang': 'is processed, but gets no response',
  'accept-then-reset': 'is processed, but has its connection reset',
  'accept-then-status': 'is processed, but gets a chosen HTTP status',
  throttle: 'is throttled (HTTP 429)',
  'expire-token': 'finds all access tokens expired',
  garbage: 'gets a response that is not JSON and is not processed',
  'business-error': 'gets a chosen business error and is not processed',
  'fail-later': 'is accepted, and the transaction fails at once',
  'success-without-reference': 'of a completed transaction gets “success” and no objectReference',
  drop: 'is not sent',
  duplicate: 'is sent several times',
  early: 'is sent before the initiation response',
  forge: 'is sent after a forged one',
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
  'business-error',
  'fail-later',
  'success-without-reference',
];
/** Faults that belong to some endpoints only. */
const ENDPOINTS: Readonly<Record<string, readonly string[]>> = {
  'business-error': ['initiate', 'status', 'details'],
  'fail-later': ['initiate'],
  'success-without-reference': ['status'],
};
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
  duplicate: { label: 'Callbacks in total', initial: '2' },
  'business-error': { label: 'Error', initial: '4002' },
  'fail-later': { label: 'Error', initial: 'insufficientFunds' },
};

const PRESETS: readonly (readonly [string, ...FaultRule[]])[] = [
  [
    'Operator down (HTTP 503), until removed',
    { on: 'token', do: 'status', value: 503 },
    { on: 'initiate', do: 'status', value: 503 },
    { on: 'status', do: 'status', value: 503 },
    { on: 'details', do: 'status', value: 503 },
  ],
  ['Processed, but no response', { on: 'initiate', do: 'accept-then-hang', times: 1 }],
  ['Processed, but HTTP 500', { on: 'initiate', do: 'accept-then-status', value: 500, times: 1 }],
  ['Processed, but connection reset', { on: 'initiate', do: 'accept-then-reset', times: 1 }],
  ['Initiation delayed by 8 s', { on: 'initiate', do: 'delay', value: 8000, times: 1 }],
  ['Too many requests (HTTP 429)', { on: 'initiate', do: 'throttle', value: 5, times: 1 }],
  ['Error 4002 (passing failure)', { on: 'initiate', do: 'business-error', value: '4002', times: 1 }],
  ['Balance too low, refused', { on: 'initiate', do: 'business-error', value: 'insufficientFunds', times: 1 }],
  ['Balance too low, fails later', { on: 'initiate', do: 'fail-later', value: 'insufficientFunds', times: 1 }],
  ['Duplicate reference (HTTP 409)', { on: 'initiate', do: 'business-error', value: 'duplicateRequest', times: 1 }],
  ['“success” without a reference', { on: 'status', do: 'success-without-reference', times: 1 }],
  ['Access tokens expired', { on: 'initiate', do: 'expire-token', times: 1 }],
  ['Callback not sent', { on: 'callback', do: 'drop', times: 1 }],
  ['Callback sent twice', { on: 'callback', do: 'duplicate', value: 2, times: 1 }],
  ['Callback before the response', { on: 'callback', do: 'early', times: 1 }],
  ['Forged callback first', { on: 'callback', do: 'forge', times: 1 }],
];

/** The section with the active fault rules, the ready-made rules, and the form for a new rule. */
export class FaultEditor {
  readonly #list = getById('fault-list', HTMLOListElement);
  readonly #empty = getById('faults-empty', HTMLElement);
  readonly #clearButton = getById('clear-faults', HTMLButtonElement);
  readonly #count = getById('count-faults', HTMLElement);
  readonly #form = getById('fault-form', HTMLFormElement);
  readonly #error = getById('fault-error', HTMLElement);
  #rules: readonly FaultRule[] = [];
  #shownJson = '';

  constructor(msisdns: readonly string[]) {
    this.#clearButton.addEventListener('click', () => void this.#saveRules([], 'All rules removed'));
    getById('presets', HTMLElement).append(
      ...PRESETS.map(([label, ...rules]) =>
        createButton(label, 'button small', () => void this.#saveRules([...this.#rules, ...rules], `Added: ${label}`)),
      ),
    );
    this.#buildForm(msisdns);
  }

  /** Shows the active rules. */
  update(rules: readonly FaultRule[]): void {
    const json = JSON.stringify(rules);
    if (json === this.#shownJson) return;
    this.#shownJson = json;
    this.#rules = rules;
    this.#empty.hidden = rules.length > 0;
    this.#clearButton.hidden = rules.length === 0;
    this.#count.hidden = rules.length === 0;
    this.#count.textContent = String(rules.length);
    this.#list.replaceChildren(...rules.map((rule, index) => this.#createItem(rule, index)));
  }

  #createItem(rule: FaultRule, index: number): HTMLElement {
    const sentence = describeRule(rule);
    const remove = createButton('Remove', 'button small', () => {
      void this.#saveRules(
        this.#rules.filter((_rule, other) => other !== index),
        `Removed: ${sentence}`,
      ).then(() => getById('title-faults', HTMLElement).focus());
    });
    remove.setAttribute('aria-label', `Remove: ${sentence}`);
    return createElement('li', {}, createElement('div', {}, sentence, createElement('code', {}, `${rule.on} · ${rule.do}`)), remove);
  }

  async #saveRules(rules: readonly FaultRule[], announcement: string): Promise<boolean> {
    this.#error.hidden = true;
    try {
      await api.setFaults(rules);
      this.update(await api.listFaults());
      announce(announcement);
      return true;
    } catch (error) {
      this.#error.textContent = error instanceof Error ? error.message : String(error);
      this.#error.hidden = false;
      return false;
    }
  }

  #buildForm(msisdns: readonly string[]): void {
    const on = createElement(
      'select',
      { name: 'on' },
      ...Object.entries(SUBJECTS).map(([value, label]) => createElement('option', { value }, label)),
    );
    const effect = createElement('select', { name: 'do' });
    const value = createElement('input', { name: 'value', required: true });
    const valueLabel = createFieldName('');
    const valueField = createElement('label', {}, valueLabel, value);
    const showValue = () => {
      const field = VALUES[effect.value];
      valueField.hidden = field === undefined;
      value.disabled = field === undefined;
      value.value = field?.initial ?? '';
      // Names of errors are text. All other values are numbers.
      value.inputMode = effect.value in ENDPOINTS ? 'text' : 'numeric';
      value.pattern = effect.value in ENDPOINTS ? '[0-9A-Za-z]+' : '[0-9]+';
      valueLabel.textContent = field?.label ?? '';
    };
    const showFaults = () => {
      const isOffered = (fault: string) => ENDPOINTS[fault]?.includes(on.value) ?? true;
      const faults = on.value === 'callback' ? CALLBACK_FAULTS : REQUEST_FAULTS.filter(isOffered);
      effect.replaceChildren(...faults.map((fault) => createElement('option', { value: fault }, EFFECTS[fault])));
      showValue();
    };
    on.addEventListener('change', showFaults);
    effect.addEventListener('change', showValue);
    showFaults();

    const anyPayer = createElement('option', { value: '' }, 'any');
    const msisdn = createElement(
      'select',
      { name: 'msisdn' },
      anyPayer,
      ...msisdns.map((one) => createElement('option', { value: one }, formatMsisdn(one))),
    );
    const amount = createElement('input', { name: 'amount', inputmode: 'numeric', pattern: '[0-9]+', placeholder: 'any' });
    const probability = createElement('input', {
      name: 'probability',
      type: 'number',
      min: '0',
      max: '100',
      step: '1',
      value: '100',
      required: true,
    });
    const times = createElement('input', { name: 'times', type: 'number', min: '1', step: '1', placeholder: 'unlimited' });
    this.#form.append(
      createElement('label', { class: 'wide' }, createFieldName('Request or callback'), on),
      createElement('label', { class: 'wide' }, createFieldName('Effect'), effect),
      valueField,
      createElement('label', {}, createFieldName('Only for payer'), msisdn),
      createElement('label', {}, createFieldName('Only for amount'), amount),
      createElement('label', {}, createFieldName('Probability in %'), probability),
      createElement('label', {}, createFieldName('Number of times'), times),
      createElement('button', { type: 'submit', class: 'button primary' }, 'Add rule'),
    );
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      const match = { ...(msisdn.value === '' ? {} : { msisdn: msisdn.value }), ...(amount.value === '' ? {} : { amount: amount.value }) };
      const common = {
        ...(value.disabled ? {} : { value: effect.value in ENDPOINTS ? value.value : Number(value.value) }),
        ...(Object.keys(match).length === 0 ? {} : { match }),
        ...(probability.value === '100' ? {} : { probability: Number(probability.value) / 100 }),
        ...(times.value === '' ? {} : { times: Number(times.value) }),
      };
      const rule = parseRule(on.value, effect.value, common);
      if (rule !== undefined) void this.#saveRules([...this.#rules, rule], `Added: ${describeRule(rule)}`);
    });
  }
}

function createFieldName(name: string): HTMLElement {
  return createElement('span', { class: 'field-name' }, name);
}

function parseRule(on: string, effect: string, common: Omit<FaultRule, 'on' | 'do'>): FaultRule | undefined {
  if (on === 'callback') {
    const fault = CALLBACK_FAULTS.find((one) => one === effect);
    return fault === undefined ? undefined : { on, do: fault, ...common };
  }
  const fault = REQUEST_FAULTS.find((one) => one === effect);
  const subject = (['initiate', 'status', 'details', 'token'] as const).find((one) => one === on);
  return fault === undefined || subject === undefined ? undefined : { on: subject, do: fault, ...common };
}

const EFFECTS_WITH_VALUE: Readonly<Record<string, (value: number | string) => string>> = {
  delay: (ms) => `is delayed by ${Number(ms) / 1000} s`,
  status: (code) => `gets HTTP ${code} and is not processed`,
  'accept-then-status': (code) => `is processed, but gets HTTP ${code}`,
  throttle: (seconds) => `is throttled (HTTP 429, Retry-After ${seconds} s)`,
  duplicate: (times) => `is sent ${times} times`,
  'business-error': (name) => `gets the business error ${name} and is not processed`,
  'fail-later': (name) => `is accepted, and the transaction fails at once: ${name}`,
};

/** Describes a rule: `An initiation of 25 000 Ar gets no response and is not processed, in 30 % of cases (2 more times)`. */
function describeRule({ on, do: fault, value, match, probability, times }: FaultRule): string {
  const amount = match?.amount === undefined ? '' : ` of ${formatAmount(match.amount)}`;
  const payer = match?.msisdn === undefined ? '' : ` from ${formatMsisdn(match.msisdn)}`;
  const effect = (value === undefined ? undefined : EFFECTS_WITH_VALUE[fault]?.(value)) ?? EFFECTS[fault];
  const frequency = probability === undefined ? '' : `, in ${Math.round(probability * 100)} % of cases`;
  const remaining = times === undefined ? '' : times === 1 ? ' (once)' : ` (${times} more times)`;
  return `${SUBJECTS[on]}${amount}${payer} ${effect}${frequency}${remaining}`;
}
