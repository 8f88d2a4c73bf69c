import { useState } from 'preact/hooks';
import type { FaultRule } from '../views.ts';
import { api } from './api.ts';
import { BehaviourForm } from './BehaviourForm.tsx';
import { FAULT_PRESETS } from './faultPresets.ts';
import { focusTitle } from './parts.tsx';
import { usePortal } from './portalContext.ts';
import { translate } from './texts.ts';

const EXAMPLE = '{ "on": "initiate", "do": "accept-then-status", "value": 500, "match": { "amount": "25000" }, "times": 1 }';

/** A rule as it is written in the README: `{ "on": "initiate", "do": "hang", "times": 1 }`. */
function writeRule(rule: FaultRule): string {
  return JSON.stringify(rule, null, 1).replaceAll(/\s*\n\s*/g, ' ');
}

/** Reads a rule, or a list of rules. The sandbox says what is wrong with one. */
function readRules(text: string): readonly FaultRule[] {
  try {
    const written: FaultRule | FaultRule[] = JSON.parse(text);
    return Array.isArray(written) ? written : [written];
  } catch (error) {
    throw new Error(translate('This is no JSON: {1}', error instanceof Error ? error.message : String(error)));
  }
}

/** The active fault rules, the ready-made ones, a form for rules in JSON, and what the sandbox does where nothing is certain. */
export function Faults() {
  const { data, act } = usePortal();
  const rules = data.faults;
  const [written, setWritten] = useState(EXAMPLE);
  const save = (read: () => readonly FaultRule[], announcement: string) =>
    act(async () => {
      await api.setFaults(read());
      return announcement;
    });
  async function remove(removed: FaultRule | null, announcement: string) {
    if (await save(() => rules.filter((rule) => removed !== null && rule !== removed), announcement)) focusTitle('faults');
  }
  return (
    <>
      <p>{translate('Fault rules make the service fail on demand. They are tried in order, and the first one that applies is used.')}</p>
      {rules.length === 0 ? <p class="card">{translate('No fault rules. The service works normally.')}</p> : null}
      <ol class="plain records card">
        {rules.map((rule, index) => {
          const json = writeRule(rule);
          return (
            <li key={index} class="head">
              <code>{json}</code>
              <button
                type="button"
                class="button"
                aria-label={translate('Remove: {1}', json)}
                onClick={() => remove(rule, translate('Removed: {1}', json))}
              >
                {translate('Remove')}
              </button>
            </li>
          );
        })}
      </ol>
      {rules.length === 0 ? null : (
        <div class="buttons">
          <button type="button" class="button" onClick={() => remove(null, translate('All rules removed'))}>
            {translate('Remove all')}
          </button>
        </div>
      )}
      <h3>{translate('Ready-made rules')}</h3>
      <p class="hint">{translate('Each one is used once, unless it says otherwise.')}</p>
      <div class="actions">
        {FAULT_PRESETS.map(([text, ...preset]) => (
          <button
            key={text}
            type="button"
            class="button"
            onClick={() => save(() => [...rules, ...preset], translate('Added: {1}', translate(text)))}
          >
            {translate(text)}
          </button>
        ))}
      </div>
      <h3>{translate('New rule')}</h3>
      <form
        class="card stack"
        onSubmit={(event) => {
          event.preventDefault();
          void save(() => [...rules, ...readRules(written)], translate('Rule added'));
        }}
      >
        <label class="field">
          <span>{translate('A rule in JSON, or a list of rules. The README of the sandbox lists the effects.')}</span>
          <textarea rows={4} required spellcheck={false} value={written} onInput={({ currentTarget }) => setWritten(currentTarget.value)} />
        </label>
        <div class="buttons">
          <button type="submit" class="button primary">
            {translate('Add rule')}
          </button>
        </div>
      </form>
      <h3>{translate('Where the records of the real service disagree')}</h3>
      <BehaviourForm />
    </>
  );
}
