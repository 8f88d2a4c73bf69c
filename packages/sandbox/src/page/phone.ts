import type { Decision } from './api.ts';
import { announce, createButton, createElement, createText, getById, setText, updateChildren } from './dom.ts';
import { formatAmount, formatMsisdn, formatTime } from './format.ts';
import { getPhoneTexts } from './phoneTexts.ts';
import { translate } from './texts.ts';
import type { AccountView, SandboxView, TransactionView } from './views.ts';

const MAX_MESSAGES = 4;

/** The subscriber's actions. */
export interface PhoneActions {
  decide(payment: TransactionView, decision: Decision): void;
  setBalance(msisdn: string, balance: string): void;
}

/** The subscriber's phone. It shows the newest prompt, and below it messages about the latest final payments. */
export class Phone {
  readonly #actions: PhoneActions;
  readonly #phones = getById('phones', HTMLFieldSetElement);
  readonly #number = getById('phone-number', HTMLElement);
  readonly #balanceButton = createButton('', 'phone-balance', () => this.#editBalance());
  readonly #screen = getById('phone-screen', HTMLElement);
  readonly #counts = new Map<string, HTMLElement>();
  /** The elements on the screen, by key. They are reused, so that an update does not move the focus. */
  #shown = new Map<string, HTMLElement>();
  #msisdn = '';
  #sandbox: SandboxView | undefined;
  #payments: readonly TransactionView[] = [];

  constructor(actions: PhoneActions) {
    this.#actions = actions;
    this.#screen.tabIndex = -1;
    this.#balanceButton.title = translate('Change the balance');
    getById('phone-balance', HTMLElement).append(this.#balanceButton);
  }

  /** Shows the current payments, and announces a new prompt. */
  update(sandbox: SandboxView, payments: readonly TransactionView[]): void {
    const known = new Set(this.#payments.map(({ serverCorrelationId }) => serverCorrelationId));
    const isFirstUpdate = this.#sandbox === undefined;
    this.#sandbox = sandbox;
    this.#payments = payments;
    if (this.#counts.size === 0) this.#addPhones(sandbox);

    const newPrompt = payments.find(({ status, serverCorrelationId }) => status === 'pending' && !known.has(serverCorrelationId));
    if (newPrompt !== undefined) {
      if (this.#listPending(this.#msisdn).length === 0) this.#selectPhone(newPrompt.debitMsisdn);
      if (!isFirstUpdate)
        announce(translate('New prompt on {1}: {2}', formatMsisdn(newPrompt.debitMsisdn), formatAmount(newPrompt.amount)));
    }
    this.#render();
  }

  /** Moves the focus to the Approve button of the next prompt, or to the screen if no prompt is pending. */
  focus(): void {
    const next = this.#screen.querySelector<HTMLElement>('.approve') ?? this.#screen;
    next.focus();
  }

  #addPhones({ accounts }: SandboxView): void {
    for (const { msisdn } of accounts) {
      const counter = createElement('span', { class: 'count', hidden: true });
      const radio = createElement('input', { type: 'radio', name: 'phone', value: msisdn });
      radio.addEventListener('change', () => {
        this.#msisdn = msisdn;
        this.#render();
      });
      this.#phones.append(createElement('label', {}, radio, createElement('span', {}, `${formatMsisdn(msisdn)} `, counter)));
      this.#counts.set(msisdn, counter);
    }
    this.#selectPhone(accounts[0]?.msisdn ?? '');
  }

  #selectPhone(msisdn: string): void {
    this.#msisdn = msisdn;
    const radio = this.#phones.querySelector<HTMLInputElement>(`input[value="${CSS.escape(msisdn)}"]`);
    if (radio !== null) radio.checked = true;
  }

  #listPending(msisdn: string): TransactionView[] {
    return this.#payments.filter((payment) => payment.status === 'pending' && payment.debitMsisdn === msisdn);
  }

  #render(): void {
    for (const [msisdn, counter] of this.#counts) {
      const pending = this.#listPending(msisdn).length;
      setText(counter, String(pending));
      counter.hidden = pending === 0;
    }
    setText(this.#number, formatMsisdn(this.#msisdn));
    this.#renderBalance();

    const pending = this.#listPending(this.#msisdn);
    const [prompt] = pending;
    const messages = this.#payments
      .filter((payment) => payment.status !== 'pending' && payment.debitMsisdn === this.#msisdn)
      .sort((one, other) => other.updatedAt.localeCompare(one.updatedAt))
      .slice(0, MAX_MESSAGES);
    const before = this.#shown;
    this.#shown = new Map();
    const reuse = (key: string, create: () => HTMLElement): HTMLElement => {
      const shown = before.get(key) ?? create();
      this.#shown.set(key, shown);
      return shown;
    };
    const elements = [
      prompt === undefined
        ? reuse('idle', () => createText('phone-idle', translate('No prompt is pending. A payment from this number appears here.')))
        : reuse(`prompt ${prompt.serverCorrelationId}`, () => this.#createPrompt(prompt)),
      ...(pending.length > 1
        ? [reuse(`more ${pending.length}`, () => createText('phone-more', translate('{1} more pending', pending.length - 1)))]
        : []),
      ...messages.map((payment) => reuse(`message ${payment.serverCorrelationId}`, () => createMessage(payment))),
    ];
    updateChildren(this.#screen, elements);
  }

  #renderBalance(): void {
    const balance = this.#findAccount()?.balance ?? '0';
    setText(this.#balanceButton, formatAmount(balance));
    this.#balanceButton.setAttribute('aria-label', translate('Balance {1}. Change the balance', formatAmount(balance)));
  }

  #findAccount(): AccountView | undefined {
    return this.#sandbox?.accounts.find(({ msisdn }) => msisdn === this.#msisdn);
  }

  #editBalance(): void {
    const account = this.#findAccount();
    if (account === undefined) return;
    const input = createElement('input', {
      'aria-label': translate('Balance in Ariary'),
      inputmode: 'numeric',
      pattern: '[0-9]{1,12}',
      required: true,
    });
    input.value = account.balance.split('.', 1)[0] ?? '';
    const save = () => {
      if (input.isConnected && input.validity.valid) this.#actions.setBalance(account.msisdn, input.value);
    };
    input.addEventListener('blur', () => {
      save();
      input.replaceWith(this.#balanceButton);
    });
    input.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== 'Escape') return;
      // Otherwise the same Enter also presses the button that gets the focus.
      event.preventDefault();
      if (event.key === 'Escape') input.value = '';
      input.blur();
      this.#balanceButton.focus();
    });
    this.#balanceButton.replaceWith(input);
    input.focus();
    input.select();
  }

  #createPrompt(payment: TransactionView): HTMLElement {
    const texts = getPhoneTexts(payment);
    const question = createElement('p', { class: 'prompt-question', lang: texts.lang }, texts.prompt);
    return createElement(
      'div',
      { class: 'prompt', role: 'group', 'aria-label': translate('Prompt for {1}', formatAmount(payment.amount)) },
      createText('prompt-amount', formatAmount(payment.amount, payment.currency)),
      question,
      payment.description === '' ? null : createText('prompt-description', payment.description),
      createElement(
        'div',
        { class: 'prompt-actions' },
        createButton(translate('Decline'), 'button decline', () => this.#actions.decide(payment, 'reject')),
        createButton(translate('Approve'), 'button primary approve', () => this.#actions.decide(payment, 'approve')),
      ),
    );
  }
}

function createMessage(payment: TransactionView): HTMLElement {
  const texts = getPhoneTexts(payment);
  const text = payment.status === 'completed' ? texts.paid : texts.notPaid;
  return createElement(
    'div',
    { class: `sms ${payment.status}` },
    createElement('p', { lang: texts.lang }, text),
    createElement('time', { datetime: payment.updatedAt }, formatTime(payment.updatedAt)),
  );
}
