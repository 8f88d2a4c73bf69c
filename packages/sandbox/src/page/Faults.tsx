import { Button } from '@tsena/dashboard/shared/Button.tsx';
import { Field } from '@tsena/dashboard/shared/form/fields.tsx';
import { useState } from 'react';
import type { FaultRule } from '../views/faultRule.ts';

import { api } from './api.ts';
import { BehaviourForm } from './BehaviourForm.tsx';
import { FAULT_PRESETS } from './faultPresets.ts';
import { usePortal } from './portalContext.ts';
import { translate } from './texts.ts';

const EXAMPLE =
  '{ "on": "initiate", "do": "accept-then-status", "value": 500, "match": { "amount": "25000" }, "times": 1 }';

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

/**
 * The active fault rules, the ready-made ones, a form for rules in JSON, and what the sandbox does where nothing is
 * certain.
 */
export function Faults() {
  const { data, act } = usePortal();
  const rules = data.faults;
  const [written, setWritten] = useState(EXAMPLE);
  const save = (read: () => readonly FaultRule[], announcement: string, focused?: string) =>
    act(async () => {
      await api.setFaults(read());
      return announcement;
    }, focused);
  const remove = (removed: FaultRule | null, announcement: string) =>
    save(() => rules.filter((rule) => removed !== null && rule !== removed), announcement, 'faults');
  return (
    <>
      <p>
        {translate(
          'Fault rules make the service fail on demand. They are tried in order, and the first one that applies is used.',
        )}
      </p>
      {rules.length === 0 ? <p className="card">{translate('No fault rules. The service works normally.')}</p> : null}
      <ol className="plain records card">
        {rules.map((rule, index) => {
          const json = writeRule(rule);
          return (
            <li key={index} className="head">
              <code>{json}</code>
              <Button
                aria-label={translate('Remove: {1}', json)}
                onClick={() => remove(rule, translate('Removed: {1}', json))}
              >
                {translate('Remove')}
              </Button>
            </li>
          );
        })}
      </ol>
      {rules.length === 0 ? null : (
        <div className="buttons">
          <Button onClick={() => remove(null, translate('All rules removed'))}>{translate('Remove all')}</Button>
        </div>
      )}
      <h3>{translate('Ready-made rules')}</h3>
      <p className="hint">{translate('Each one is used once, unless it says otherwise.')}</p>
      <div className="actions">
        {FAULT_PRESETS.map(([text, ...preset]) => (
          <Button
            key={text}
            onClick={() => save(() => [...rules, ...preset], translate('Added: {1}', translate(text)))}
          >
            {translate(text)}
          </Button>
        ))}
      </div>
      <h3>{translate('New rule')}</h3>
      <form
        className="card stack"
        onSubmit={(event) => {
          event.preventDefault();
          void save(() => [...rules, ...readRules(written)], translate('Rule added'));
        }}
      >
        <Field label={translate('A rule in JSON, or a list of rules. The README of the sandbox lists the effects.')}>
          {(attributes) => (
            <textarea
              {...attributes}
              rows={4}
              required
              spellCheck={false}
              value={written}
              onChange={({ target }) => setWritten(target.value)}
            />
          )}
        </Field>
        <div className="buttons">
          <Button type="submit" look="primary">
            {translate('Add rule')}
          </Button>
        </div>
      </form>
      <h3>{translate('Where the records of the real service disagree')}</h3>
      <BehaviourForm />
    </>
  );
}
