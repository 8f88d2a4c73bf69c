import {
  deliverySchema,
  describeSetup,
  type SetupCheck,
  type SetupReason,
  type SetupResult,
  setupSchema,
} from '@tsena/shared/merchant';
import { type ReactNode, useState } from 'react';
import { ActionButton } from '../shared/ActionButton.tsx';
import { ScopeNote } from '../shared/Allowed.tsx';
import { Button } from '../shared/Button.tsx';
import { useAllowed, useDashboard, useTexts } from '../shared/dashboardContext.ts';
import { QueryFallback } from '../shared/Loaded.tsx';
import { useLiveQuery } from '../shared/useLiveQuery.ts';

/** How often the list is read again after a test webhook was sent, and for how long, ms. */
const TEST_POLL_MS = 1000;
const TEST_WITHIN_MS = 20_000;

/** The icon of each result, in the colours of the payment's status that means the same. */
const LOOKS = {
  ok: { status: 'completed', icon: 'm5 10.5 3.5 3.5L15 7' },
  warning: { status: 'pending', icon: 'M10 5v6m0 3.4v.1' },
  failed: { status: 'unresolved', icon: 'm6 6 8 8m0-8-8 8' },
} as const satisfies Readonly<Record<SetupResult, unknown>>;

const TODO = ['failed', 'warning'] as const satisfies readonly SetupResult[];

/** What the settings solve. */
const SETTABLE: readonly SetupReason[] = [
  'name_missing',
  'public_url_missing',
  'public_url_required',
  'webhook_off',
  'address_unknown',
  'address_answers_otherwise',
  'address_other_companion',
];

/** What a payment solves. */
const PAYABLE: readonly SetupReason[] = ['payment_none', 'decline_none', 'late_none'];

/** The go-live checklist: what to do first, then what is done. */
export function SetupChecks() {
  const { t, clock, labelled } = useTexts();
  const { api, merchant, live } = useDashboard();
  const isAllowed = useAllowed('operate');
  const [testedAt, setTestedAt] = useState<number | null>(null);
  const setup = useLiveQuery(setupSchema, '/setup', {
    refetchInterval: () =>
      testedAt !== null && Date.now() - testedAt < TEST_WITHIN_MS ? TEST_POLL_MS : live.refreshMs,
  });
  const checks = setup.data?.checks ?? [];
  const done = checks.filter(({ result }) => result === 'ok');
  const todo = TODO.flatMap((result) => checks.filter((check) => check.result === result));

  return (
    <section className="card setup stack whole" aria-labelledby="setup">
      <div className="title">
        <h2 id="setup">{t('setup.title')}</h2>
        {setup.data === undefined ? null : (
          <p className="muted">{t('setup.count', { done: done.length, n: checks.length })}</p>
        )}
      </div>
      {setup.data === undefined ? (
        <QueryFallback query={setup} />
      ) : (
        <>
          <progress max={checks.length} value={done.length} aria-hidden="true" />
          <p className="muted">{t(todo.length === 0 ? 'setup.ready' : `setup.lead.${merchant.environment}`)}</p>
          {todo.length === 0 ? null : (
            <ul className="plain records">
              {todo.map((check) => (
                <Check key={check.name} check={check}>
                  {check.reason === 'webhook_none' || check.reason === 'webhook_failing' ? (
                    isAllowed ? (
                      <ActionButton
                        act={() => api.request(deliverySchema, '/webhooks/test', { type: 'tsena.ping' })}
                        done={t('setup.tested')}
                        onDone={() => setTestedAt(Date.now())}
                      >
                        {t('setup.test')}
                      </ActionButton>
                    ) : (
                      <ScopeNote needs="operate" />
                    )
                  ) : SETTABLE.includes(check.reason) ? (
                    <a className="button" href="#/settings">
                      {t('setup.toSettings')}
                    </a>
                  ) : PAYABLE.includes(check.reason) && merchant.partnerName !== '' ? (
                    <a className="button" href="./counter">
                      {t('setup.toCounter')}
                    </a>
                  ) : null}
                </Check>
              ))}
            </ul>
          )}
          {merchant.environment === 'production' ? null : (
            <div className="inset tight">
              <h3>{t('setup.production')}</h3>
              <p>{t('setup.production.do')}</p>
            </div>
          )}
          {done.length === 0 ? null : (
            <details className="done">
              <summary>{labelled(t('setup.done'), done.length)}</summary>
              <ul className="plain records inset" aria-label={t('setup.done')}>
                {done.map((check) => (
                  <Check key={check.name} check={check} />
                ))}
              </ul>
            </details>
          )}
          <div className="title">
            <p className="hint">{t('setup.checkedAt', { time: clock(setup.data.checkedAt) })}</p>
            <Button isBusy={setup.isFetching} onClick={() => setup.refetch()}>
              {t('setup.again')}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}

function Check({ check, children }: { readonly check: SetupCheck; readonly children?: ReactNode }) {
  const { t, language } = useTexts();
  const { name, result, reason, values } = check;
  const { found, next } = describeSetup(reason, language, values);
  return (
    <li className={`check ${result}`}>
      <svg className="check-icon" data-status={LOOKS[result].status} viewBox="0 0 20 20" aria-hidden="true">
        <path d={LOOKS[result].icon} />
      </svg>
      <div className="tight">
        <h3>
          {t(`setup.${name}`)} <span className="visually-hidden">({t(`setup.result.${result}`)})</span>
        </h3>
        <p className="muted">{found}</p>
        {next === null ? null : <p>{keepFlags(next)}</p>}
        {children}
      </div>
    </li>
  );
}

/** A line must not break within a flag of a command. */
function keepFlags(text: string): ReactNode {
  return text.split(/(--[a-z-]+)/).map((part) =>
    part.startsWith('--') ? (
      <span className="nowrap" key={part}>
        {part}
      </span>
    ) : (
      part
    ),
  );
}
