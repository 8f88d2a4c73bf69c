import { userEvent } from '@testing-library/user-event';
import type { Payment } from '@tsena/shared/checkout';
import { VIEW_ALONE } from '@tsena/testkit/payments';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { serveElements, setApp, started } from './testing/elements.ts';
import { createToken } from './testing/orderToken.ts';

/** Lets the order wait. */
let held: Promise<void> = Promise.resolve();
/** The order's payment. */
let existing: Payment | null = null;

const { addElement: add, initiations } = serveElements(async () => {
  await held;
  return existing;
});

beforeEach(() => {
  setApp();
  held = Promise.resolve();
  existing = null;
});

/** Adds an element, and waits for its form. */
async function addElement(attributes: Record<string, string> = {}) {
  const { element, find } = add(attributes);
  const waitFor = <T extends Element>(selector: string) =>
    vi.waitFor(() => find<T>(selector) ?? expect.unreachable(`there is no ${selector}`));
  const see = (text: string) =>
    vi.waitFor(() => expect((element.shadowRoot?.textContent ?? '').replaceAll('\u00a0', ' ')).toContain(text));
  return {
    element,
    see,
    number: await waitFor<HTMLInputElement>('[type=tel]'),
    button: await waitFor<HTMLButtonElement>('[part=button]'),
  };
}

/** Holds the order back until the returned function is called. */
function holdOrder(): () => void {
  let answer: () => void = () => undefined;
  held = new Promise((resolve) => {
    answer = resolve;
  });
  return answer;
}

describe('<tsena-checkout>', () => {
  it('shows the form with the amount before the order is there, and sends an early press once', async () => {
    const answer = holdOrder();
    const user = userEvent.setup();
    const { number, button, see } = await addElement();
    expect(button.textContent).toBe('Pay 25,000\u00a0Ar');
    await user.type(number, '0343500003');
    for (let count = 0; count < 3; count += 1) await user.click(button);
    expect(initiations()).toEqual([]);
    answer();
    await see('Confirm on your phone');
    await see('The request goes to 034 35 000 03.');
    expect(initiations()).toEqual(['0343500003']);
  });

  it.each([
    ['pending', 'Confirm on your phone'],
    ['unresolved', 'Not confirmed yet'],
    ['completed', 'Paid'],
    ['failed', 'Not paid'],
  ] as const)('sends nothing for an early press if the order has a payment that is %s', async (status, heading) => {
    existing = { ...started, status, view: VIEW_ALONE[status] };
    const answer = holdOrder();
    const user = userEvent.setup();
    const { number, button, see } = await addElement();
    await user.type(number, '0343500003');
    await user.click(button);
    answer();
    await see(heading);
    expect(initiations()).toEqual([]);
  });

  it('follows its attributes and options, keeps what is typed, also if it moves', async () => {
    const user = userEvent.setup();
    const { element, number, see } = await addElement();
    await see('To Soa');
    await user.type(number, '03435');
    element.setAttribute('locale', 'fr');
    await see('Payer par mobile money');
    element.options = { texts: { 'form.title': 'Soa Pay' } };
    await see('Soa Pay');
    document.body.prepend(element);
    expect(number.isConnected).toBe(true);
    expect(number.value).toBe('034 35');
  });

  it('starts another checkout for another order token, without what was typed', async () => {
    const user = userEvent.setup();
    const { element, number } = await addElement();
    await user.type(number, '03435');
    element.setAttribute('order-token', createToken({ sub: 'TS-2' }));
    await vi.waitFor(() => expect(element.shadowRoot?.querySelector<HTMLInputElement>('[type=tel]')?.value).toBe(''));
  });

  it('that is removed shows nothing, and works when it is added again', async () => {
    const { element, see } = await addElement();
    await see('To Soa');
    element.remove();
    await vi.waitFor(() => expect(element.shadowRoot?.textContent).toBe(''));
    document.body.append(element);
    await see('To Soa');
  });

  it('beside another one sends only what was pressed in it', async () => {
    const user = userEvent.setup();
    const [one, two] = [await addElement(), await addElement({ 'order-token': createToken({ sub: 'TS-2' }) })];
    await user.type(one.number, '0343500003');
    await user.type(two.number, '0343500004');
    await user.dblClick(two.button);
    await vi.waitFor(() => expect(initiations()).toEqual(['0343500004']));
    await one.see('To Soa');
    expect(one.number.value).toBe('034 35 000 03');
  });
});
