import { api } from './api.ts';
import { announce, createButton, createElement, createText, getById, messageOf, showMessage } from './dom.ts';
import { createSettingsBlock } from './settingsBlock.ts';
import { type Text, translate } from './texts.ts';
import type { ApplicationView, Environment, IssuedKeysView } from './views.ts';

/** A step on the way to production credentials (section 1). */
interface Step {
  readonly label: Text;
  readonly isDone: boolean;
  /** The button of the step. Null if the step is not due. */
  readonly action: HTMLElement | null;
  readonly content?: HTMLElement | null;
}

/** The section in which a developer declares applications and receives and revokes their keys. */
export class ApplicationList {
  readonly #list = getById('application-list', HTMLUListElement);
  readonly #error = getById('application-error', HTMLElement);
  /** Keys with their secrets, which the sandbox shows only once. They are lost when the page is closed. */
  readonly #issued = new Map<string, IssuedKeysView>();
  #shownJson = '';

  constructor() {
    const form = getById('application-form', HTMLFormElement);
    const name = getById('application-name', HTMLInputElement);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#run(translate('Application declared'), async () => {
        const { id } = await api.declareApplication(name.value);
        name.value = '';
        return id;
      });
    });
  }

  /** Shows these applications. */
  update(applications: readonly ApplicationView[]): void {
    const json = JSON.stringify(applications);
    if (json === this.#shownJson) return;
    this.#shownJson = json;
    this.#list.replaceChildren(...applications.map((application) => this.#createCard(application)));
  }

  /** Runs an action on an application, then shows the applications again and moves the focus to the one that changed. */
  async #run(announcement: string, action: () => Promise<string | undefined>): Promise<void> {
    this.#error.hidden = true;
    try {
      const id = await action();
      this.update(await api.listApplications());
      announce(announcement);
      const heading = id === undefined ? null : document.getElementById(`title-${id}`);
      (heading ?? getById('title-applications', HTMLElement)).focus();
    } catch (error) {
      showMessage(this.#error, messageOf(error));
    }
  }

  #createCard(application: ApplicationView): HTMLElement {
    const { id, name } = application;
    const remove = createButton(translate('Remove'), 'button small', () => {
      void this.#run(translate('Removed: {1}', name), async () => {
        await api.removeApplication(id);
        return undefined;
      });
    });
    remove.setAttribute('aria-label', translate('Remove {1}', name));
    return createElement(
      'li',
      { class: 'card application' },
      createElement('div', { class: 'application-head' }, createElement('h4', { id: `title-${id}`, tabindex: '-1' }, name), remove),
      createElement(
        'ol',
        { class: 'steps', 'aria-label': translate('Steps of {1}', name) },
        ...this.#buildSteps(application).map(createStep),
      ),
    );
  }

  #buildSteps({ id, status, sandboxKey, productionKey }: ApplicationView): readonly Step[] {
    const isValidated = status !== 'waiting';
    const isGoLiveRequested = status === 'go_live_requested' || status === 'live';
    const createAction = (label: Text, announcement: Text, change: () => Promise<unknown>) =>
      createButton(translate(label), 'button primary small', () => {
        void this.#run(translate(announcement), async () => {
          await change();
          return id;
        });
      });
    const buildKeysStep = (environment: Environment, consumerKey: string | null, isDue: boolean): Step => {
      const label = environment === 'sandbox' ? 'Sandbox keys' : 'Production keys';
      const receive = createAction('Receive keys', `${label} issued`, async () => {
        this.#issued.set(`${id} ${environment}`, await api.issueKeys(id, environment));
      });
      return {
        label,
        isDone: consumerKey !== null,
        action: isDue && consumerKey === null ? receive : null,
        content: consumerKey === null ? null : this.#createKeys(id, environment, consumerKey),
      };
    };
    return [
      { label: 'Application declared', isDone: true, action: null },
      {
        label: 'Validated by the operator',
        isDone: isValidated,
        action: isValidated ? null : createAction('Validate as the operator', 'Application validated', () => api.validateApplication(id)),
      },
      buildKeysStep('sandbox', sandboxKey, isValidated),
      {
        label: 'Go-live requested',
        isDone: isGoLiveRequested,
        action: status === 'validated' ? createAction('Request go-live', 'Go-live requested', () => api.requestGoLive(id)) : null,
      },
      {
        label: 'Go-live validated by the operator',
        isDone: status === 'live',
        action:
          status === 'go_live_requested'
            ? createAction('Validate go-live as the operator', 'Go-live validated', () => api.validateApplication(id))
            : null,
      },
      buildKeysStep('production', productionKey, status === 'live'),
    ];
  }

  #createKeys(id: string, environment: Environment, consumerKey: string): HTMLElement {
    const issued = this.#issued.get(`${id} ${environment}`);
    const revoke = createButton(translate('Revoke'), 'button small', () => {
      void this.#run(translate(environment === 'sandbox' ? 'Sandbox keys revoked' : 'Production keys revoked'), async () => {
        await api.revokeKeys(id, environment);
        return id;
      });
    });
    revoke.setAttribute('aria-label', translate(`Revoke the ${environment} keys`));
    const hasSecret = issued?.consumerKey === consumerKey;
    const lines = [
      `OPERATOR_BASE_URL=${location.origin}${environment === 'production' ? '/production' : ''}`,
      `CONSUMER_KEY=${consumerKey}`,
      `CONSUMER_SECRET=${hasSecret ? issued.consumerSecret : '…'}`,
    ];
    return createElement(
      'div',
      { class: 'step-keys' },
      createSettingsBlock(translate(`Settings with the ${environment} keys`), lines),
      createText(
        'hint',
        translate(
          hasSecret
            ? 'Copy the Consumer Secret now. The sandbox does not show it again.'
            : 'The Consumer Secret was shown once. If you lost it, revoke the keys and receive new ones.',
        ),
      ),
      revoke,
    );
  }
}

function createStep({ label, isDone, action, content }: Step): HTMLElement {
  const state = isDone ? 'done' : action === null ? 'not due yet' : 'due';
  return createElement(
    'li',
    { class: isDone ? 'step done' : 'step' },
    createElement(
      'span',
      { class: 'step-label' },
      translate(label),
      createElement('span', { class: 'visually-hidden' }, ` (${translate(state)})`),
    ),
    action,
    content ?? null,
  );
}
