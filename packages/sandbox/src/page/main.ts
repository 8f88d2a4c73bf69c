import { api } from './api.ts';
import { showConnect } from './connect.ts';
import { announce, byId, element, setText } from './dom.ts';
import { FaultEditor } from './faultEditor.ts';
import { count, formatAmount } from './format.ts';
import { Payments } from './payments.ts';
import { Phone } from './phone.ts';
import { Requests } from './requests.ts';
import type { SandboxView, TransactionStatus, TransactionView } from './views.ts';

const SECTIONS = ['payments', 'faults', 'requests', 'connect'] as const;
const SHOWN = 200;
const AUTO_APPROVE = [
  ['', 'off'],
  ['0', 'at once'],
  ['2000', 'after 2 s'],
  ['5000', 'after 5 s'],
  ['15000', 'after 15 s'],
] as const;

const search = byId('search', HTMLInputElement);
const filters = byId('filters', HTMLFieldSetElement);
const approveAll = byId('approve-all', HTMLButtonElement);
const autoApprove = byId('auto-approve', HTMLSelectElement);
const trouble = byId('trouble', HTMLElement);
const requests = new Requests();
let section: (typeof SECTIONS)[number] = 'payments';
let faultEditor: FaultEditor | undefined;
let dialect: SandboxView['dialect'] = 'spec';

const payments = new Payments({
  approve: (payment) =>
    settle(
      () => api.approve(payment.serverCorrelationId),
      () => payments.focus(payment),
    ),
  reject: (payment) =>
    settle(
      () => api.reject(payment.serverCorrelationId),
      () => payments.focus(payment),
    ),
  callBackAgain: (payment) => act(() => api.callBackAgain(payment.serverCorrelationId)),
});
const phone = new Phone({
  approve: (payment) =>
    settle(
      () => api.approve(payment.serverCorrelationId),
      () => phone.focus(),
    ),
  decline: (payment) => {
    const as = dialect === 'live' ? 'declined' : undefined;
    settle(
      () => api.reject(payment.serverCorrelationId, as),
      () => phone.focus(),
    );
  },
  setBalance: (msisdn, balance) => act(() => api.change({ accounts: [{ msisdn, balance }] })),
});

/** Approves or rejects, says so, and puts the keyboard where it goes on. */
function settle(ask: () => Promise<TransactionView>, then: () => void): void {
  act(async () => {
    const { amount, currency, status } = await ask();
    announce(`${formatAmount(amount, currency)} ${status}`);
    await refresh();
    then();
  });
}

function act(work: () => Promise<unknown>): void {
  work().then(
    () => {
      trouble.hidden = true;
    },
    (error: unknown) => {
      trouble.textContent = error instanceof Error ? error.message : String(error);
      trouble.hidden = false;
    },
  );
}

let underWay: Promise<void> | undefined;
let again = false;

/** Reads everything anew; calls that come while one is under way share the next. */
async function refresh(): Promise<void> {
  if (underWay !== undefined) {
    again = true;
    await underWay;
    return;
  }
  underWay = (async () => {
    do {
      again = false;
      await load();
    } while (again);
  })();
  try {
    await underWay;
  } finally {
    underWay = undefined;
  }
}

async function load(): Promise<void> {
  const q = search.value.trim();
  const status = readFilter();
  const narrowed = q !== '' || status !== '';
  const [sandbox, all, found, faults] = await Promise.all([
    api.sandbox(),
    api.transactions({ q: '', status: '', limit: SHOWN }),
    narrowed ? api.transactions({ q, status, limit: SHOWN }) : undefined,
    api.faults(),
  ]);
  const shown = found ?? all;
  dialect = sandbox.dialect;
  if (faultEditor === undefined) {
    faultEditor = new FaultEditor(sandbox.accounts.map(({ msisdn }) => msisdn));
    showConnect(sandbox);
  }
  showSandbox(sandbox);
  phone.update(sandbox, all.transactions);
  payments.update(shown.transactions);
  showEmpty(shown.total, narrowed);
  faultEditor.update(faults);
  if (section === 'requests') requests.update(await api.requests(SHOWN));
}

function readFilter(): TransactionStatus | '' {
  const value = filters.querySelector<HTMLInputElement>('input:checked')?.value;
  return value === 'pending' || value === 'completed' || value === 'failed' ? value : '';
}

function showSandbox({ counts, dialect: name, service, autoApproveMs, violations }: SandboxView): void {
  setText(byId('dialect', HTMLElement), `${name} dialect · ${service}`);
  const pending = byId('count-pending', HTMLElement);
  pending.hidden = counts.pending === 0;
  setText(pending, String(counts.pending));
  approveAll.hidden = counts.pending < 2;
  setText(approveAll, `Approve all ${counts.pending}`);
  document.title = counts.pending === 0 ? 'Sandbox portal' : `(${counts.pending}) Sandbox portal`;
  const value = autoApproveMs === null ? '' : String(autoApproveMs);
  if (![...autoApprove.options].some((option) => option.value === value)) {
    autoApprove.append(element('option', { value }, `after ${Number(value) / 1000} s`));
  }
  autoApprove.value = value;
  if (violations.length > 0) {
    trouble.textContent = `The ledger contradicts itself: ${violations.join('; ')}`;
    trouble.hidden = false;
  }
}

function showEmpty(total: number, narrowed: boolean): void {
  const more = byId('payments-more', HTMLElement);
  more.hidden = total <= SHOWN;
  setText(more, `The newest ${SHOWN} of ${count(total, 'payment')}. Search to find the others.`);
  const empty = byId('payments-empty', HTMLElement);
  empty.hidden = total > 0;
  if (total > 0) return;
  if (narrowed) empty.replaceChildren(element('p', {}, 'No payment fits.'));
  else {
    empty.replaceChildren(
      element('p', {}, 'No payments yet.'),
      element(
        'p',
        { class: 'hint' },
        'Start one from a shop or with curl; it shows up here at once. ',
        element('a', { href: '#connect' }, 'How to connect'),
      ),
    );
  }
}

function showSection(): void {
  const wanted = SECTIONS.find((one) => `#${one}` === location.hash) ?? section;
  const changed = wanted !== section;
  section = wanted;
  document.body.dataset.section = section;
  for (const one of SECTIONS) {
    byId(`section-${one}`, HTMLElement).hidden = one !== section;
    const link = document.querySelector(`nav a[href="#${one}"]`);
    if (one === section) link?.setAttribute('aria-current', 'page');
    else link?.removeAttribute('aria-current');
  }
  if (changed) {
    byId(`title-${section}`, HTMLElement).focus();
    act(refresh);
  }
}

autoApprove.append(...AUTO_APPROVE.map(([value, label]) => element('option', { value }, label)));
autoApprove.addEventListener('change', () =>
  act(() => api.change({ autoApproveMs: autoApprove.value === '' ? null : Number(autoApprove.value) })),
);
approveAll.addEventListener('click', () =>
  act(async () => {
    announce(`${count(await api.approveAll(), 'payment')} approved`);
    byId('title-payments', HTMLElement).focus();
  }),
);
search.addEventListener('input', () => act(refresh));
filters.addEventListener('change', () => act(refresh));
addEventListener('hashchange', showSection);
showSection();

const events = new EventSource('/portal/api/events');
events.addEventListener('change', () => act(refresh));
events.addEventListener('request', () => {
  // A request may have used a rule up.
  if (section === 'requests' || section === 'faults') act(refresh);
});
events.addEventListener('error', () => {
  trouble.textContent = 'The sandbox does not answer. This page goes on trying.';
  trouble.hidden = false;
});
