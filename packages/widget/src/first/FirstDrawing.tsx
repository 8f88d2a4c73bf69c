import { chooseLanguage } from '../core/chooseLanguage.ts';
import { loadNumber, loadPaymentId, storeNumber } from '../core/deviceStore.ts';
import { type EarlyOrder, requestOrderEarly } from '../core/earlyOrder.ts';
import { readAmount } from '../core/readAmount.ts';
import { type Translator, translate } from '../core/translator.ts';
import { createHostedPageForm } from '../hostedPageForm.ts';
import { formLocales } from '../locales/form/index.ts';
import { Notice } from '../markup/controls.tsx';
import { draw } from './draw.ts';
import { FirstView } from './FirstView.tsx';
import type { RestLoader, WidgetProps } from './restLoader.ts';

/** A wait counts as slow after this time. */
const SLOW_MS = 5_000;
/** After so many failed attempts to load the second file, the shopper is offered the hosted page. */
const FAILURES_UNTIL_HOSTED_PAGE = 3;

/** The nodes of the form in the first drawing. */
interface FormNodes {
  readonly form: HTMLFormElement;
  readonly number: HTMLInputElement;
  readonly remember: HTMLInputElement;
  readonly button: HTMLButtonElement;
}

/**
 * The widget as the first file shows it: drawn once, and usable at once. A press of the pay button waits for the second file, which takes
 * over the nodes and then receives the press.
 */
export class FirstDrawing {
  readonly #root: ShadowRoot;
  readonly #loader: RestLoader;
  readonly #unsubscribe: () => void;
  #props: WidgetProps | undefined;
  #texts: Translator | undefined;
  #card: Element | undefined;
  #nodes: FormNodes | undefined;
  /** What the button says; undefined if it is drawn busy, because the amount is not known. */
  #label: string | undefined;
  /** What the drawing depends on besides the options. */
  #drawnFrom = '';
  #orderKey = '';
  #takeEarlyOrder: EarlyOrder | undefined;
  #isWaiting = false;
  #isHandedOver = false;
  #slowTimer: ReturnType<typeof setTimeout> | undefined;
  #added: Element[] = [];
  /** The failure that the drawing explains. */
  #explained = '';

  constructor(root: ShadowRoot, loader: RestLoader) {
    this.#root = root;
    this.#loader = loader;
    this.#unsubscribe = loader.subscribe(() => {
      if (loader.rest === undefined) this.#explainFailure();
    });
  }

  /** Draws, or draws again for other options. What the shopper typed stays, unless the order is another one. */
  draw(props: WidgetProps): void {
    const { options, host } = props;
    const { orderToken, companionUrl, locale, theme, texts } = options;
    const before = this.#props?.options.orderToken === orderToken ? this.#nodes : undefined;
    const hadFocus = before !== undefined && this.#root.activeElement === before.number;
    if (before === undefined) this.#isWaiting = false;
    this.#reset();
    this.#card?.remove();

    const language = chooseLanguage(host, locale);
    this.#requestOrder(`${companionUrl} ${language} ${orderToken}`, () => requestOrderEarly({ companionUrl, language, token: orderToken }));
    const amount = readAmount(orderToken);
    this.#props = props;
    this.#texts = translate(language, formLocales[language], texts);
    this.#drawnFrom = readSurroundings(props);
    const drawn = document.createDocumentFragment();
    const view = loadPaymentId(orderToken) === null ? 'form' : 'loading';
    draw(<FirstView texts={this.#texts} theme={theme} amount={amount} number={loadNumber()} view={view} />, drawn);
    this.#card = drawn.firstElementChild ?? undefined;
    // Before a style element, if there is one: Preact expects its own nodes first.
    this.#root.insertBefore(drawn, this.#root.firstChild);

    this.#nodes = findForm(this.#root);
    if (this.#nodes !== undefined) {
      const { form, remember, button } = this.#nodes;
      this.#label = amount === undefined ? undefined : (button.textContent ?? '');
      form.addEventListener('submit', (event) => {
        // Always: the browser would put the number into the page's address.
        event.preventDefault();
        if (!this.#isHandedOver) this.#wait();
      });
      remember.addEventListener('change', () => {
        if (!remember.checked) storeNumber(null);
      });
      if (before !== undefined) keepTyped(before, this.#nodes, hadFocus);
      if (this.#isWaiting) this.#showWaiting();
    } else if (this.#loader.failures > 0) this.#explainFailure();
  }

  /** Leaves the nodes to the second file, and then hands it what the shopper did so far. */
  handOver(takeOver: (takeEarlyOrder: EarlyOrder | undefined) => void): void {
    // Another tab may have stored a payment or a number meanwhile.
    if (this.#props !== undefined && this.#drawnFrom !== readSurroundings(this.#props)) this.draw(this.#props);
    this.#unsubscribe();
    this.#reset();
    this.#isHandedOver = true;
    takeOver(this.#takeEarlyOrder);
    if (this.#nodes === undefined) return;
    const { form, number, remember } = this.#nodes;
    if (number.value !== number.defaultValue) dispatch(number, 'input');
    if (remember.checked !== remember.defaultChecked) dispatch(remember, 'change');
    if (this.#isWaiting) dispatch(form, 'submit');
  }

  /** Removes the drawing from the page. */
  remove(): void {
    this.#unsubscribe();
    this.#reset();
    this.#card?.remove();
  }

  /** Brings the nodes back to what was drawn. What the shopper typed stays. */
  #reset(): void {
    this.#removeAdded();
    this.#setBusy(false);
  }

  #requestOrder(key: string, request: () => EarlyOrder): void {
    if (this.#orderKey === key) return;
    this.#orderKey = key;
    this.#takeEarlyOrder = request();
  }

  #wait(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    this.#showWaiting();
    this.#loader.load();
  }

  #showWaiting(): void {
    this.#removeAdded();
    this.#setBusy(true);
    this.#slowTimer = setTimeout(() => this.#say('connection.slow', false), SLOW_MS);
  }

  /** The second file could not be loaded. Says so if the shopper waits for it. The press is then over: nothing is sent later. */
  #explainFailure(): void {
    if (this.#nodes !== undefined && !this.#isWaiting) return;
    const code = navigator.onLine === false ? 'offline' : 'unreachable';
    const offersHostedPage = this.#loader.failures >= FAILURES_UNTIL_HOSTED_PAGE;
    const explained = `${code} ${offersHostedPage}`;
    if (explained === this.#explained) return;
    this.#isWaiting = false;
    this.#reset();
    this.#say(`problem.${code}`, true);
    if (offersHostedPage) this.#offerHostedPage();
    this.#explained = explained;
    this.#props?.emit('error', { problem: { type: 'about:blank', title: code, status: 0, detail: '', code } });
  }

  #say(key: 'connection.slow' | 'problem.offline' | 'problem.unreachable', isError: boolean): void {
    const text = this.#texts?.t(key) ?? '';
    const drawn = document.createDocumentFragment();
    draw(<Notice text={text} isError={isError} />, drawn);
    this.#added.push(...drawn.children);
    if (this.#nodes !== undefined) this.#nodes.form.insertBefore(drawn, this.#nodes.button);
    else this.#root.querySelector('.view')?.appendChild(drawn);
    this.#announce(text);
  }

  #offerHostedPage(): void {
    if (this.#props === undefined) return;
    const form = createHostedPageForm(this.#props.options);
    const button = form.querySelector('button');
    button?.setAttribute('class', 'quiet');
    button?.setAttribute('part', 'quiet');
    this.#root.querySelector('.view')?.appendChild(form);
    this.#added.push(form);
  }

  #removeAdded(): void {
    clearTimeout(this.#slowTimer);
    for (const node of this.#added) node.remove();
    this.#added = [];
    this.#explained = '';
    this.#announce('');
  }

  #announce(text: string): void {
    const region = this.#root.querySelector('[role=status]');
    if (region !== null) region.textContent = text;
  }

  #setBusy(isBusy: boolean): void {
    if (this.#nodes === undefined || this.#label === undefined) return;
    const { button } = this.#nodes;
    button.setAttribute('aria-disabled', String(isBusy));
    button.textContent = isBusy ? (this.#texts?.t('busy') ?? '') : this.#label;
  }
}

function readSurroundings({ host, options: { orderToken, locale } }: WidgetProps): string {
  return [chooseLanguage(host, locale), loadPaymentId(orderToken), loadNumber()].join();
}

function findForm(root: ShadowRoot): FormNodes | undefined {
  const form = root.querySelector('form');
  const number = form?.querySelector<HTMLInputElement>('[type=tel]');
  const remember = form?.querySelector<HTMLInputElement>('[type=checkbox]');
  const button = form?.querySelector('button');
  return form && number && remember && button ? { form, number, remember, button } : undefined;
}

function keepTyped(before: FormNodes, after: FormNodes, hadFocus: boolean): void {
  after.number.value = before.number.value;
  after.remember.checked = before.remember.checked;
  if (!hadFocus) return;
  const { selectionStart, selectionEnd } = before.number;
  after.number.focus();
  after.number.setSelectionRange(selectionStart, selectionEnd);
}

function dispatch(target: Element, type: string): void {
  target.dispatchEvent(new Event(type, { bubbles: true, cancelable: true }));
}
