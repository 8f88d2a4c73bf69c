import { announce, arrange, button, byId, element, setText } from './dom.ts';
import { formatAmount, formatMsisdn, formatTime } from './format.ts';
import { phoneWords } from './prompts.ts';
import type { AccountView, SandboxView, TransactionView } from './views.ts';

const MESSAGES = 4;

/** What the subscriber can do. */
export interface PhoneActions {
  approve(payment: TransactionView): void;
  decline(payment: TransactionView): void;
  setBalance(msisdn: string, balance: string): void;
}

/** The subscriber's phone: the newest prompt on top, and the messages of what became of earlier ones. */
export class Phone {
  readonly #actions: PhoneActions;
  readonly #phones = byId('phones', HTMLFieldSetElement);
  readonly #number = byId('phone-number', HTMLElement);
  readonly #balanceButton = button('', 'phone-balance', () => this.#editBalance());
  readonly #screen = byId('phone-screen', HTMLElement);
  readonly #counts = new Map<string, HTMLElement>();
  /** What is on the screen, by key, so that a live update leaves focus alone. */
  #shown = new Map<string, HTMLElement>();
  #msisdn = '';
  #sandbox: SandboxView | undefined;
  #payments: readonly TransactionView[] = [];

  constructor(actions: PhoneActions) {
    this.#actions = actions;
    this.#screen.tabIndex = -1;
    this.#balanceButton.title = 'Change the balance';
    byId('phone-balance', HTMLElement).append(this.#balanceButton);
  }

  update(sandbox: SandboxView, payments: readonly TransactionView[]): void {
    const known = new Set(this.#payments.map(({ serverCorrelationId }) => serverCorrelationId));
    const first = this.#sandbox === undefined;
    this.#sandbox = sandbox;
    this.#payments = payments;
    if (this.#counts.size === 0) this.#addPhones(sandbox);

    const fresh = payments.find(({ status, serverCorrelationId }) => status === 'pending' && !known.has(serverCorrelationId));
    if (fresh !== undefined) {
      if (this.#waiting(this.#msisdn).length === 0) this.#pick(fresh.debitMsisdn);
      if (!first) announce(`New prompt on ${formatMsisdn(fresh.debitMsisdn)}: ${formatAmount(fresh.amount)}`);
    }
    this.#render();
  }

  /** Puts the keyboard on the next prompt's Approve, or on the screen if there is none. */
  focus(): void {
    const next = this.#screen.querySelector<HTMLElement>('.approve') ?? this.#screen;
    next.focus();
  }

  #addPhones({ accounts }: SandboxView): void {
    for (const { msisdn } of accounts) {
      const counter = element('span', { class: 'count', hidden: true });
      const radio = element('input', { type: 'radio', name: 'phone', value: msisdn });
      radio.addEventListener('change', () => {
        this.#msisdn = msisdn;
        this.#render();
      });
      this.#phones.append(element('label', {}, radio, element('span', {}, `${formatMsisdn(msisdn)} `, counter)));
      this.#counts.set(msisdn, counter);
    }
    this.#pick(accounts[0]?.msisdn ?? '');
  }

  #pick(msisdn: string): void {
    this.#msisdn = msisdn;
    const radio = this.#phones.querySelector<HTMLInputElement>(`input[value="${CSS.escape(msisdn)}"]`);
    if (radio !== null) radio.checked = true;
  }

  #waiting(msisdn: string): TransactionView[] {
    return this.#payments.filter((payment) => payment.status === 'pending' && payment.debitMsisdn === msisdn);
  }

  #render(): void {
    for (const [msisdn, counter] of this.#counts) {
      const waiting = this.#waiting(msisdn).length;
      setText(counter, String(waiting));
      counter.hidden = waiting === 0;
    }
    setText(this.#number, formatMsisdn(this.#msisdn));
    this.#renderBalance();

    const waiting = this.#waiting(this.#msisdn);
    const [prompt] = waiting;
    const messages = this.#payments
      .filter((payment) => payment.status !== 'pending' && payment.debitMsisdn === this.#msisdn)
      .sort((one, other) => other.updatedAt.localeCompare(one.updatedAt))
      .slice(0, MESSAGES);
    const before = this.#shown;
    this.#shown = new Map();
    const show = (key: string, make: () => HTMLElement): HTMLElement => {
      const shown = before.get(key) ?? make();
      this.#shown.set(key, shown);
      return shown;
    };
    const cards = [
      prompt === undefined
        ? show('idle', () => element('p', { class: 'phone-idle' }, 'No prompt is waiting. A payment from this number shows up here.'))
        : show(`ask ${prompt.serverCorrelationId}`, () => this.#prompt(prompt)),
      ...(waiting.length > 1
        ? [show(`more ${waiting.length}`, () => element('p', { class: 'phone-more' }, `${waiting.length - 1} more waiting`))]
        : []),
      ...messages.map((payment) => show(`told ${payment.serverCorrelationId}`, () => message(payment))),
    ];
    arrange(this.#screen, cards);
  }

  #renderBalance(): void {
    const balance = this.#account()?.balance ?? '0';
    setText(this.#balanceButton, formatAmount(balance));
    this.#balanceButton.setAttribute('aria-label', `Balance ${formatAmount(balance)}. Change it`);
  }

  #account(): AccountView | undefined {
    return this.#sandbox?.accounts.find(({ msisdn }) => msisdn === this.#msisdn);
  }

  #editBalance(): void {
    const account = this.#account();
    if (account === undefined) return;
    const input = element('input', { 'aria-label': 'Balance in Ariary', inputmode: 'numeric', pattern: '[0-9]{1,12}', required: true });
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
      // Else the same Enter presses the button that takes the focus.
      event.preventDefault();
      if (event.key === 'Escape') input.value = '';
      input.blur();
      this.#balanceButton.focus();
    });
    this.#balanceButton.replaceWith(input);
    input.focus();
    input.select();
  }

  #prompt(payment: TransactionView): HTMLElement {
    const words = phoneWords(payment);
    const ask = element('p', { class: 'prompt-ask', lang: words.lang }, words.ask);
    return element(
      'div',
      { class: 'prompt', role: 'group', 'aria-label': `Prompt for ${formatAmount(payment.amount)}` },
      element('p', { class: 'prompt-amount' }, formatAmount(payment.amount, payment.currency)),
      ask,
      payment.description === '' ? null : element('p', { class: 'prompt-what' }, payment.description),
      element(
        'div',
        { class: 'prompt-keys' },
        button('Decline', 'button decline', () => this.#actions.decline(payment)),
        button('Approve', 'button primary approve', () => this.#actions.approve(payment)),
      ),
    );
  }
}

function message(payment: TransactionView): HTMLElement {
  const words = phoneWords(payment);
  const text = payment.status === 'completed' ? words.paid : words.notPaid;
  return element(
    'div',
    { class: `sms ${payment.status}` },
    element('p', { lang: words.lang }, text),
    element('time', { datetime: payment.updatedAt }, formatTime(payment.updatedAt)),
  );
}
