import { api } from './api.ts';
import { announce, createButton, createElement, getById, messageOf, showMessage } from './dom.ts';
import { type Text, translate } from './texts.ts';
import type { FaultRule } from './views.ts';

const PRESETS: readonly (readonly [Text, ...FaultRule[]])[] = [
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

/** The section with the active fault rules, the ready-made rules, and the form for rules in JSON. */
export class FaultEditor {
  readonly #list = getById('fault-list', HTMLOListElement);
  readonly #empty = getById('faults-empty', HTMLElement);
  readonly #clearButton = getById('clear-faults', HTMLButtonElement);
  readonly #count = getById('count-faults', HTMLElement);
  readonly #error = getById('fault-error', HTMLElement);
  #rules: readonly FaultRule[] = [];
  #shownJson = '';

  constructor() {
    this.#clearButton.addEventListener('click', () => void this.#saveRules([], translate('All rules removed')));
    getById('presets', HTMLElement).append(
      ...PRESETS.map(([text, ...rules]) => {
        const label = translate(text);
        return createButton(label, 'button small', () => void this.#saveRules([...this.#rules, ...rules], translate('Added: {1}', label)));
      }),
    );
    const written = getById('fault-rule', HTMLTextAreaElement);
    getById('fault-form', HTMLFormElement).addEventListener('submit', (event) => {
      event.preventDefault();
      this.#addWritten(written.value);
    });
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
    const json = writeRule(rule);
    const remove = createButton(translate('Remove'), 'button small', () => {
      void this.#saveRules(
        this.#rules.filter((_rule, other) => other !== index),
        translate('Removed: {1}', json),
      ).then(() => getById('title-faults', HTMLElement).focus());
    });
    remove.setAttribute('aria-label', translate('Remove: {1}', json));
    return createElement('li', {}, createElement('code', {}, json), remove);
  }

  /** Adds a rule, or a list of rules, as the README describes them. The sandbox says what is wrong with it. */
  #addWritten(text: string): void {
    try {
      const written: FaultRule | FaultRule[] = JSON.parse(text);
      void this.#saveRules([...this.#rules, ...(Array.isArray(written) ? written : [written])], translate('Rule added'));
    } catch (error) {
      showMessage(this.#error, translate('This is no JSON: {1}', messageOf(error)));
    }
  }

  async #saveRules(rules: readonly FaultRule[], announcement: string): Promise<void> {
    this.#error.hidden = true;
    try {
      this.update(await api.setFaults(rules));
      announce(announcement);
    } catch (error) {
      showMessage(this.#error, messageOf(error));
    }
  }
}

/** A rule as it is written in the README: `{ "on": "initiate", "do": "hang", "times": 1 }`. */
function writeRule(rule: FaultRule): string {
  return JSON.stringify(rule, null, 1).replaceAll(/\s*\n\s*/g, ' ');
}
