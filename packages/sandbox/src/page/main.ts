import { api, type Decision } from './api.ts';
import { ApplicationList } from './applications.ts';
import { BehaviourForm } from './behaviourForm.ts';
import { showConnect } from './connect.ts';
import { announce, createElement, createText, getById, messageOf, setText, showMessage } from './dom.ts';
import { FaultEditor } from './faultEditor.ts';
import { formatAmount } from './format.ts';
import { PaymentList } from './payments.ts';
import { Phone } from './phone.ts';
import { RequestList } from './requests.ts';
import { translate, translatePage } from './texts.ts';
import type { SandboxView, TransactionStatus, TransactionView } from './views.ts';

const SECTIONS = ['payments', 'faults', 'requests', 'connect'] as const;
const MAX_SHOWN = 200;
const AUTO_APPROVE_OPTIONS = [
  ['', translate('off')],
  ['0', translate('at once')],
  ...[2, 5, 15].map((seconds) => [String(seconds * 1000), translate('after {1} s', seconds)] as const),
] as const;

const search = getById('search', HTMLInputElement);
const filters = getById('filters', HTMLFieldSetElement);
const approveAll = getById('approve-all', HTMLButtonElement);
const autoApprove = getById('auto-approve', HTMLSelectElement);
const errorBanner = getById('error-banner', HTMLElement);
const requests = new RequestList();
const applications = new ApplicationList();
let section: (typeof SECTIONS)[number] = 'payments';
let faultEditor: FaultEditor | undefined;
let behaviourForm: BehaviourForm | undefined;
let dialect: SandboxView['dialect'] = 'spec';

const payments = new PaymentList({
  decide: (payment, decision) => decide(payment, decision).then(() => payments.focus(payment), showError),
  resendCallback: (payment) => run(() => api.resendCallback(payment.serverCorrelationId)),
});
const phone = new Phone({
  decide: (payment, decision) =>
    decide(payment, decision, decision === 'reject' && dialect === 'live' ? 'declined' : undefined).then(() => phone.focus(), showError),
  setBalance: (msisdn, balance) => run(() => api.updateSettings({ accounts: [{ msisdn, balance }] })),
});

/** Approves or rejects a payment, and announces its status. The focus then moves to the next control. */
async function decide({ serverCorrelationId }: TransactionView, decision: Decision, as?: string): Promise<void> {
  const { amount, currency, status } = await api.decide(serverCorrelationId, decision, as);
  announce(`${formatAmount(amount, currency)} ${translate(status)}`);
  await refresh();
  errorBanner.hidden = true;
}

/** Runs an action, and shows its error in the banner. */
function run(action: () => Promise<unknown>): void {
  action().then(() => {
    errorBanner.hidden = true;
  }, showError);
}

function showError(error: unknown): void {
  showMessage(errorBanner, messageOf(error));
}

let refreshInProgress: Promise<void> | undefined;
let isRefreshQueued = false;

/** Reads everything again. Calls during a refresh share the one that follows it. */
async function refresh(): Promise<void> {
  if (refreshInProgress !== undefined) {
    isRefreshQueued = true;
    await refreshInProgress;
    return;
  }
  refreshInProgress = (async () => {
    do {
      isRefreshQueued = false;
      await load();
    } while (isRefreshQueued);
  })();
  try {
    await refreshInProgress;
  } finally {
    refreshInProgress = undefined;
  }
}

async function load(): Promise<void> {
  const q = search.value.trim();
  const status = readFilter();
  const isFiltered = q !== '' || status !== '';
  const [sandbox, all, found, faults] = await Promise.all([
    api.readSandbox(),
    api.listTransactions({ q: '', status: '', limit: MAX_SHOWN }),
    isFiltered ? api.listTransactions({ q, status, limit: MAX_SHOWN }) : undefined,
    api.listFaults(),
  ]);
  const shown = found ?? all;
  dialect = sandbox.dialect;
  if (faultEditor === undefined) {
    faultEditor = new FaultEditor();
    behaviourForm = new BehaviourForm(sandbox, showError);
    showConnect(sandbox);
  }
  showSandbox(sandbox);
  phone.update(sandbox, all.transactions);
  payments.update(shown.transactions);
  showEmpty(shown.total, isFiltered);
  faultEditor.update(faults);
  behaviourForm?.update(sandbox.behaviour);
  if (section === 'requests') requests.update(await api.listRequests(MAX_SHOWN));
  if (section === 'connect') applications.update(await api.listApplications());
}

function readFilter(): TransactionStatus | '' {
  const value = filters.querySelector<HTMLInputElement>('input:checked')?.value;
  return value === 'pending' || value === 'completed' || value === 'failed' ? value : '';
}

function showSandbox({ counts, dialect: name, service, autoApproveMs, violations }: SandboxView): void {
  setText(getById('dialect', HTMLElement), translate('{1} dialect · {2}', name, service));
  const pending = getById('count-pending', HTMLElement);
  pending.hidden = counts.pending === 0;
  setText(pending, String(counts.pending));
  approveAll.hidden = counts.pending < 2;
  setText(approveAll, translate('Approve all {1}', counts.pending));
  document.title = `${counts.pending === 0 ? '' : `(${counts.pending}) `}${translate('Sandbox portal')}`;
  const value = autoApproveMs === null ? '' : String(autoApproveMs);
  if (![...autoApprove.options].some((option) => option.value === value)) {
    autoApprove.append(createElement('option', { value }, translate('after {1} s', Number(value) / 1000)));
  }
  autoApprove.value = value;
  if (violations.length > 0)
    showMessage(errorBanner, translate('The sandbox has a bug. Its ledger is inconsistent: {1}', violations.join('; ')));
}

function showEmpty(total: number, isFiltered: boolean): void {
  const more = getById('payments-more', HTMLElement);
  more.hidden = total <= MAX_SHOWN;
  setText(more, translate('These are the newest {1} of {2} payments. Use the search to find the others.', MAX_SHOWN, total));
  const empty = getById('payments-empty', HTMLElement);
  empty.hidden = total > 0;
  if (total > 0) return;
  if (isFiltered) empty.replaceChildren(createElement('p', {}, translate('No payments match these filters.')));
  else {
    empty.replaceChildren(
      createElement('p', {}, translate('No payments yet.')),
      createText(
        'hint',
        `${translate('Start one from a shop or with curl. It appears here at once.')} `,
        createElement('a', { href: '#connect' }, translate('How to connect')),
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
    getById(`section-${one}`, HTMLElement).hidden = one !== section;
    const link = document.querySelector(`nav a[href="#${one}"]`);
    if (one === section) link?.setAttribute('aria-current', 'page');
    else link?.removeAttribute('aria-current');
  }
  if (changed) {
    getById(`title-${section}`, HTMLElement).focus();
    run(refresh);
  }
}

translatePage();
autoApprove.append(...AUTO_APPROVE_OPTIONS.map(([value, label]) => createElement('option', { value }, label)));
autoApprove.addEventListener('change', () =>
  run(() => api.updateSettings({ autoApproveMs: autoApprove.value === '' ? null : Number(autoApprove.value) })),
);
approveAll.addEventListener('click', () =>
  run(async () => {
    const { approved } = await api.approveAll();
    announce(translate('Payments approved: {1}', approved));
    getById('title-payments', HTMLElement).focus();
  }),
);
search.addEventListener('input', () => run(refresh));
filters.addEventListener('change', () => run(refresh));
addEventListener('hashchange', showSection);
showSection();

const events = new EventSource('/portal/api/events');
events.addEventListener('change', () => run(refresh));
events.addEventListener('request', () => {
  // A request may have used up a fault rule.
  if (section === 'requests' || section === 'faults') run(refresh);
});
events.addEventListener('error', () =>
  showMessage(errorBanner, translate('The sandbox does not respond. This page keeps trying to reconnect.')),
);
