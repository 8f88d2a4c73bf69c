import { Button } from '@tsena/dashboard/shared/Button.tsx';
import { TextField } from '@tsena/dashboard/shared/form/fields.tsx';
import type { ReactNode } from 'react';
import { useState } from 'react';
import type { ApplicationView, Environment, IssuedKeysView } from '../views/views.ts';
import { api } from './api.ts';
import { focusTitle } from './parts.tsx';
import { usePortal } from './portalContext.ts';
import { SettingsBlock } from './SettingsBlock.tsx';
import { type Text, translate } from './texts.ts';

/** The section in which a developer declares applications and receives and revokes their keys (section 1). */
export function Applications() {
  const { data, act } = usePortal();
  const [name, setName] = useState('');
  async function declare() {
    let id = '';
    const isDone = await act(async () => {
      ({ id } = await api.declareApplication(name));
      return translate('Application declared');
    });
    if (!isDone) return;
    setName('');
    focusTitle(id);
  }
  return (
    <>
      <h3 id="title-applications" tabIndex={-1}>
        {translate('Applications')}
      </h3>
      <p>
        {translate(
          'These are the steps of the operator’s developer portal. In reality, the operator validates an application and its go-live request. Here, you do it yourself. Each environment has its own address and its own keys.',
        )}
      </p>
      <ul className="plain stack">
        {data.applications?.map((application) => (
          <Application key={application.id} application={application} />
        ))}
      </ul>
      <form
        className="card stack"
        onSubmit={(event) => {
          event.preventDefault();
          void declare();
        }}
      >
        <TextField
          label={translate('Name of a new application')}
          required
          maxLength={50}
          value={name}
          onChange={setName}
        />
        <div className="buttons">
          <Button type="submit" look="primary">
            {translate('Declare')}
          </Button>
        </div>
      </form>
    </>
  );
}

function Application({ application }: { readonly application: ApplicationView }) {
  const { act } = usePortal();
  const { id, name, status, sandboxKey, productionKey } = application;
  /** Keys with their secrets, which the sandbox shows only once. They are lost when the page is closed. */
  const [issued, setIssued] = useState<Partial<Record<Environment, IssuedKeysView>>>({});
  const isValidated = status !== 'waiting';

  const change = (send: () => Promise<unknown>, announcement: string, focused = id) =>
    act(async () => {
      await send();
      return announcement;
    }, focused);
  const createAction = (label: Text, announcement: Text, send: () => Promise<unknown>) => (
    <Button look="primary" onClick={() => change(send, translate(announcement))}>
      {translate(label)}
    </Button>
  );
  const createKeysStep = (environment: Environment, consumerKey: string | null, isDue: boolean) => {
    const label = environment === 'sandbox' ? 'Sandbox keys' : 'Production keys';
    const receive = createAction('Receive keys', `${label} issued`, async () => {
      const keys = await api.issueKeys(id, environment);
      setIssued((now) => ({ ...now, [environment]: keys }));
    });
    const revoke = () => change(() => api.revokeKeys(id, environment), translate(`${label} revoked`));
    return (
      <Step label={label} isDone={consumerKey !== null} action={isDue ? receive : null}>
        {consumerKey === null ? null : (
          <Keys environment={environment} consumerKey={consumerKey} issued={issued[environment]} onRevoke={revoke} />
        )}
      </Step>
    );
  };
  return (
    <li className="card stack">
      <div className="head">
        <h4 id={`title-${id}`} tabIndex={-1}>
          {name}
        </h4>
        <Button
          aria-label={translate('Remove {1}', name)}
          onClick={() => change(() => api.removeApplication(id), translate('Removed: {1}', name), 'applications')}
        >
          {translate('Remove')}
        </Button>
      </div>
      <ol className="plain stack" aria-label={translate('Steps of {1}', name)}>
        <Step label="Application declared" isDone action={null} />
        <Step
          label="Validated by the operator"
          isDone={isValidated}
          action={createAction('Validate as the operator', 'Application validated', () => api.validateApplication(id))}
        />
        {createKeysStep('sandbox', sandboxKey, isValidated)}
        <Step
          label="Go-live requested"
          isDone={status === 'go_live_requested' || status === 'live'}
          action={
            status === 'validated'
              ? createAction('Request go-live', 'Go-live requested', () => api.requestGoLive(id))
              : null
          }
        />
        <Step
          label="Go-live validated by the operator"
          isDone={status === 'live'}
          action={
            status === 'go_live_requested'
              ? createAction('Validate go-live as the operator', 'Go-live validated', () => api.validateApplication(id))
              : null
          }
        />
        {createKeysStep('production', productionKey, status === 'live')}
      </ol>
    </li>
  );
}

interface StepProps {
  readonly label: Text;
  readonly isDone: boolean;
  /** The button of the step, which is shown until it is done; null if it is not due. */
  readonly action: ReactNode;
  readonly children?: ReactNode;
}

/** A step on the way to production keys. */
function Step({ label, isDone, action, children }: StepProps) {
  const state = isDone ? 'done' : action === null ? 'not due yet' : 'due';
  return (
    <li className={isDone ? 'step done' : 'step'}>
      <strong>
        {translate(label)}
        <span className="visually-hidden">{` (${translate(state)})`}</span>
      </strong>
      {isDone ? null : action}
      {children}
    </li>
  );
}

interface KeysProps {
  readonly environment: Environment;
  readonly consumerKey: string;
  readonly issued: IssuedKeysView | undefined;
  readonly onRevoke: () => void;
}

function Keys({ environment, consumerKey, issued, onRevoke }: KeysProps) {
  const hasSecret = issued?.consumerKey === consumerKey;
  const lines = [
    `OPERATOR_BASE_URL=${location.origin}${environment === 'production' ? '/production' : ''}`,
    `CONSUMER_KEY=${consumerKey}`,
    `CONSUMER_SECRET=${hasSecret ? issued.consumerSecret : '…'}`,
  ];
  return (
    <div className="tight">
      <SettingsBlock label={translate(`Settings with the ${environment} keys`)} lines={lines} />
      <p className="hint">
        {translate(
          hasSecret
            ? 'Copy the Consumer Secret now. The sandbox does not show it again.'
            : 'The Consumer Secret was shown once. If you lost it, revoke the keys and receive new ones.',
        )}
      </p>
      <div className="buttons">
        <Button aria-label={translate(`Revoke the ${environment} keys`)} onClick={onRevoke}>
          {translate('Revoke')}
        </Button>
      </div>
    </div>
  );
}
