import '../testing/firstTexts.ts';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { TsenaCheckoutElement } from '../element.ts';
import { serveElements, setApp, started } from '../testing/elements.ts';
import { createToken } from '../testing/orderToken.ts';

// The test says when the second file has run.
vi.mock('./loadApp.ts', () => ({ loadApp: () => new Promise(() => undefined) }));

const { addElement: add, initiations } = serveElements();
/** The address and the fields of each form that was sent. */
const sentForms: (readonly [string, object])[] = [];

beforeAll(() => {
  vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function send(this: HTMLFormElement) {
    sentForms.push([this.action, Object.fromEntries(new FormData(this))]);
  });
});
beforeEach(() => {
  sentForms.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
  setApp(false);
});

function addElement(...given: Parameters<typeof add>) {
  const added = add(...given);
  return {
    ...added,
    number: added.find<HTMLInputElement>('[type=tel]'),
    button: added.find<HTMLButtonElement>('button'),
  };
}

/** Adds an element, types a number, and presses the button. */
async function pressPay(times = 1) {
  const widget = addElement();
  await userEvent.type(widget.number ?? expect.unreachable(), '0343500003');
  for (let count = 0; count < times; count += 1) await userEvent.click(widget.button ?? expect.unreachable());
  return widget;
}

/** The second file has run. */
function startApp({ element }: { element: TsenaCheckoutElement }): void {
  setApp();
  element.setAttribute('contact', '034');
}

describe('before the application is there', () => {
  it.each([
    ['mg', '25000', undefined],
    ['fr', '99999999', 'Riz & huile, <b>deux</b> paniers de la semaine'],
    ['en', '999999999999', undefined],
  ])('the form is as the application draws it: %s, %s Ar, %s', (locale, amount, description) => {
    localStorage.setItem('tsena:msisdn', '0343500003');
    const token = createToken({ amount, description });
    const early = addElement({ locale, 'order-token': token });
    expect(early.number?.value).toBe('034 35 000 03');
    expect(early.find('header .small')?.textContent).toBe(description ?? 'TS-1');
    setApp();
    const late = addElement({ locale, 'order-token': token });
    for (const { find } of [early, late]) {
      expect(find<HTMLInputElement>('[type=checkbox]')?.checked).toBe(true);
      for (const input of [find('[type=tel]'), find('[type=checkbox]')])
        for (const name of ['value', 'checked']) input?.removeAttribute(name);
    }
    const [drawn, own] = [early, late].map(({ find }) =>
      find('.card')?.outerHTML.replace(/ (data-length="\w+") (class="\w+")/, ' $2 $1'),
    );
    expect(drawn).toBe(own);
  });

  it('a press waits, and is sent once with what was typed, from the same nodes', async () => {
    const widget = await pressPay(3);
    const { number, button, find } = widget;
    expect(button?.textContent).toBe('One moment…');
    startApp(widget);
    expect(find('[type=tel]') === number && find('button') === button).toBe(true);
    await vi.waitFor(() => expect(find('h2')?.textContent).toBe('Confirm on your phone'));
    expect(initiations()).toEqual(['0343500003']);
    expect(sentForms).toEqual([]);
  });

  it.each([
    ['theme', 'dark'],
    ['contact', '034'],
    ['locale', 'fr'],
  ])('a press outlives a new value of the attribute %s', async (name, value) => {
    const widget = await pressPay();
    widget.element.setAttribute(name, value);
    expect(widget.find('button')?.textContent).toBe(name === 'locale' ? 'Un instant…' : 'One moment…');
    startApp(widget);
    await vi.waitFor(() => expect(initiations()).toEqual(['0343500003']));
    await vi.waitFor(() => expect(widget.find('[data-view=waiting]')).not.toBeNull());
  });

  it('neither a press nor a number goes to another order', async () => {
    const widget = await pressPay();
    widget.element.setAttribute('order-token', createToken({ amount: '99999' }));
    expect(widget.find('button')?.textContent).toBe('Pay 99,999\u00a0Ar');
    startApp(widget);
    await vi.waitFor(() => expect(widget.find('header')?.textContent).toContain('To Soa'));
    expect(widget.find<HTMLInputElement>('[type=tel]')?.value).toBe('');
    expect(initiations()).toEqual([]);
  });

  it('a form that is drawn stays in place if the shop’s own texts come later', async () => {
    const widget = addElement();
    widget.element.options = { ...widget.element.options, texts: { 'form.title': 'Soa Pay' } };
    expect(widget.find('form')?.dispatchEvent(new Event('submit', { cancelable: true, bubbles: true }))).toBe(false);
    startApp(widget);
    await vi.waitFor(() => expect(widget.find('h2')?.textContent).toBe('Soa Pay'));
  });

  it('a press is sent as a plain form’s after ten seconds, with its number, and leaves one form', () => {
    vi.useFakeTimers();
    const { number, button, find, element } = addElement();
    if (number) number.value = '034 35 000 03';
    button?.click();
    vi.advanceTimersByTime(9_900);
    expect(sentForms).toEqual([]);
    vi.advanceTimersByTime(200);
    const sent = [
      `${TsenaCheckoutElement.companionUrl}/pay`,
      { token: createToken(), lang: 'en', msisdn: '034 35 000 03' },
    ];
    expect(sentForms).toEqual([sent]);
    element.setAttribute('theme', 'dark');
    expect(sentForms).toEqual([sent]);
    button?.click();
    expect(sentForms).toEqual([sent, sent]);
    expect(element.shadowRoot?.querySelectorAll('form')).toHaveLength(1);
    expect(find('form')?.contains(button)).toBe(true);
  });

  it('a press that was sent after ten seconds reaches the application too: the page may have forbidden the form', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const widget = await pressPay();
    vi.advanceTimersByTime(10_100);
    expect(sentForms).toHaveLength(1);
    startApp(widget);
    expect(widget.element.shadowRoot?.querySelectorAll('form')).toHaveLength(1);
    await vi.waitFor(() => expect(initiations()).toEqual(['0343500003']));
    expect(sentForms).toHaveLength(1);
    await vi.waitFor(() => expect(widget.find('[data-view=waiting]')).not.toBeNull());
  });

  it.each([
    ['before ten seconds', 5_000, 0],
    ['after ten seconds', 15_000, 1],
  ])('a press ends when the shopper leaves the page: %s', (_when, leftAfterMs, sentCount) => {
    vi.useFakeTimers();
    const widget = addElement();
    const { button } = widget;
    button?.click();
    vi.advanceTimersByTime(leftAfterMs);
    expect(button?.textContent).toBe('One moment…');
    window.dispatchEvent(new Event('pagehide'));
    expect(button?.textContent).toBe('Pay 25,000\u00a0Ar');
    expect(button?.getAttribute('aria-disabled')).toBe('false');
    vi.advanceTimersByTime(60_000);
    expect(sentForms).toHaveLength(sentCount);
    const presses = vi.fn();
    widget.element.shadowRoot?.addEventListener('submit', presses);
    startApp(widget);
    vi.advanceTimersByTime(1_000);
    expect(presses).not.toHaveBeenCalled();
  });

  it('an order token that cannot be read draws nothing, and the content of the page stays', async () => {
    const { element, find } = addElement({ 'order-token': 'unreadable' });
    expect(element.shadowRoot).toBeNull();
    element.setAttribute('order-token', createToken());
    expect(find('button')?.textContent).toBe('Pay 25,000\u00a0Ar');
  });

  it('a payment that another tab has stored is seen first: the press is dropped, and the number stays', async () => {
    const widget = await pressPay();
    await rememberPayment();
    startApp(widget);
    expect(widget.find('[data-view=loading] h2')?.textContent).toBe('One moment…');
    await vi.waitFor(() => expect(widget.find<HTMLInputElement>('[type=tel]')?.value).toBe('034 35 000 03'));
    expect(widget.find('button')?.textContent).toBe('Pay 25,000\u00a0Ar');
    expect(initiations()).toEqual(['0343500009']);
  });

  it('a number that is typed after ten seconds stays where the device knows a payment', async () => {
    await rememberPayment();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const widget = addElement();
    vi.advanceTimersByTime(10_000);
    await userEvent.type(widget.find('[type=tel]') ?? expect.unreachable(), '0343500004', { delay: null });
    startApp(widget);
    await vi.waitFor(() => expect(widget.find('header')?.textContent).toContain('To Soa'));
    await vi.waitFor(() => expect(widget.find<HTMLInputElement>('[type=tel]')?.value).toBe('034 35 000 04'));
  });

  it.each([
    ['the device knows a payment of this order', undefined],
    ['the shop has its own texts', { 'form.title': 'Soa Pay' }],
  ])('there is the order, and no form for ten seconds, if %s', async (_why, texts) => {
    if (texts === undefined) await rememberPayment();
    vi.useFakeTimers();
    const { element, find } = addElement({ theme: 'dark' }, texts);
    expect(find('form')).toBeNull();
    expect(find('[data-view=loading]')?.innerHTML).toBe('<h2 id="title">One moment…</h2>');
    expect(find('header')?.textContent).toBe('25,000\u00a0ArTS-1');
    element.setAttribute('theme', 'light');
    expect(find('.card')?.getAttribute('data-theme')).toBe('light');
    vi.advanceTimersByTime(10_000);
    expect(find('h2')?.textContent).toBe('Pay by mobile money');
    expect(find('form')).not.toBeNull();
  });

  it('the application replaces the waiting card of a known payment by what is true of it', async () => {
    await rememberPayment();
    const widget = addElement();
    expect(widget.find('h2')?.textContent).toBe('One moment…');
    startApp(widget);
    expect(widget.find('.card')?.querySelectorAll('h2')).toHaveLength(1);
    await vi.waitFor(() => expect(widget.find('[data-view=form] h2')?.textContent).toBe('Pay by mobile money'));
  });
});

describe('a form in the page’s own HTML', () => {
  const warn = vi.spyOn(console, 'warn');
  beforeEach(() => {
    warn.mockReset().mockReturnValue();
    // It has no companion until it is drawn.
    vi.spyOn(console, 'error').mockReturnValue();
  });
  afterEach(() => void vi.mocked(console.error).mockRestore());

  /** Adds an element that is not drawn yet, with a form of the page in it. */
  function addPlainForm(attributes: Readonly<Record<string, string>> = {}) {
    const widget = add({ ...attributes, 'companion-url': '' });
    widget.element.innerHTML =
      '<form method="post" action="/pay"><input name="msisdn" type="tel"><button>Payer</button></form>';
    const field = widget.element.querySelector('input') ?? expect.unreachable();
    return { ...widget, field, draw: () => widget.element.removeAttribute('companion-url') };
  }

  it.each([
    ['before the application is there', false],
    ['where it is there already', true],
  ])('hands over the number, the caret and the focus, once: %s', (_when, hasRun) => {
    const { element, field, find, draw } = addPlainForm();
    field.focus();
    field.value = '034350003';
    field.setSelectionRange(7, 7);
    setApp(hasRun);
    draw();
    const number = find<HTMLInputElement>('[type=tel]') ?? expect.unreachable();
    expect(number.value.replaceAll(' ', '')).toBe('034350003');
    expect(number.selectionStart).toBe(7);
    expect(element.shadowRoot?.activeElement).toBe(number);
    number.value = '';
    element.setAttribute('contact', '034');
    expect(number.value).toBe('');
  });

  it('hands over the focus on its button', () => {
    const { element, find, draw } = addPlainForm();
    element.querySelector('button')?.focus();
    draw();
    expect(element.shadowRoot?.activeElement).toBe(find('button'));
  });

  it.each([
    ['the application shows the form', startApp],
    ['ten seconds are over', () => void vi.advanceTimersByTime(10_000)],
  ])('hands over the number where the device knows a payment, once %s', async (_when, goOn) => {
    await rememberPayment();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const widget = addPlainForm();
    const { field, find, draw } = widget;
    field.value = '034350003';
    draw();
    expect(find('input')).toBeNull();
    goOn(widget);
    await vi.waitFor(() => expect(find<HTMLInputElement>('[type=tel]')?.value.replaceAll(' ', '')).toBe('034350003'));
  });

  it('hands over no number to another order, where the device knows a payment of the first', async () => {
    await rememberPayment();
    const { element, field, find, draw } = addPlainForm();
    field.value = '034350003';
    draw();
    expect(find('input')).toBeNull();
    element.setAttribute('order-token', createToken({ amount: '99999' }));
    expect(find<HTMLInputElement>('[type=tel]')?.value).toBe('');
  });

  it.each([
    ['once the element is drawn', createToken(), false],
    ['but if the order token cannot be read, until the application comes', 'unreadable', true],
  ])('cannot be sent %s', (_when, orderToken, isSent) => {
    const { element, draw } = addPlainForm({ 'order-token': orderToken });
    const press = () =>
      element.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true, bubbles: true }));
    expect(press()).toBe(true);
    draw();
    expect(press()).toBe(isSent);
    startApp({ element });
    expect(press()).toBe(false);
  });

  it('in which nothing is typed leaves the stored number', () => {
    localStorage.setItem('tsena:msisdn', '0343500003');
    const { find, draw } = addPlainForm();
    draw();
    expect(find<HTMLInputElement>('[type=tel]')?.value).toBe('034 35 000 03');
  });

  it('inside a form of the shop is reported in the console', () => {
    const { element } = addPlainForm();
    document.body.append(element);
    expect(warn).not.toHaveBeenCalled();
    document.body.appendChild(document.createElement('form')).append(element);
    expect(warn.mock.calls).toEqual([[expect.stringContaining('stands inside another form')]]);
  });

  it('inside a form of the shop is reported where the script runs before the browser has parsed it', () => {
    const state = vi.spyOn(document, 'readyState', 'get').mockReturnValue('loading');
    const { element } = add();
    document.body.appendChild(document.createElement('form')).append(element);
    element.innerHTML = '<input name="msisdn" type="tel">';
    state.mockRestore();
    document.dispatchEvent(new Event('DOMContentLoaded'));
    expect(warn.mock.calls).toContainEqual([expect.stringContaining('stands inside another form')]);
  });
});

/** Pays on this device, by another element, until the payment is stored. */
async function rememberPayment(): Promise<void> {
  setApp();
  const { element, find } = add();
  await userEvent.type(find('[type=tel]') ?? expect.unreachable(), '0343500009{Enter}');
  await vi.waitFor(() => expect(localStorage.getItem('tsena:payment')).toContain(started.id));
  element.remove();
  setApp(false);
}
