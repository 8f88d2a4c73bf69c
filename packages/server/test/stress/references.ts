import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSandbox } from '@tsena/sandbox';
import { type Ariary, findReference, foldReference } from '@tsena/shared';
import type { OrderReference } from '@tsena/shared/checkout';
import { COUNTER_ORDER_PREFIX, type ReferenceVerdict } from '@tsena/shared/merchant';
import { createDatabase, startPostgres } from '@tsena/testkit/postgres';
import { viewCheck } from '../../src/backoffice/references/viewCheck.ts';
import { checkReference } from '../../src/core/payments/checkReference.ts';
import { initiate } from '../../src/core/payments/initiate.ts';
import { resolvePayment } from '../../src/core/payments/resolve.ts';
import { type SaleRequest, type SaleResult, sellByReference } from '../../src/core/payments/sellByReference.ts';
import { isStorageFailure } from '../../src/database/storageFailure.ts';
import { openStore, type Store } from '../../src/database/store.ts';
import { systemClock } from '../../src/time/clock.ts';
import { testInitiation, testSettings } from '../support/operatorFixture.ts';
import { msisdn, MERCHANT as SETTINGS, type TestCompanion, testCompanion } from '../support/testCompanion.ts';
import { countBy } from './countBy.ts';
import { Draw } from './draw.ts';
import { KEEP_ALL } from './faultyWorld.ts';
import type { ProofSize } from './proof.ts';
import { operatorOf } from './sandboxOperator.ts';

const PAYER = '0343500003';
const MERCHANT = '0343500004';
const OTHER = '0343500005';
/** Fewer than the operator's client runs at once, so that none waits in vain. */
const AT_ONCE = 8;
const DAY_MS = 24 * 60 * 60_000;
/** References are drawn from so many transactions, so that many are tried again. */
const RECENT = 400;
/** Of so many references, one is a new transaction of the sandbox. */
const REFERENCES_PER_TRANSACTION = 5;
/** Of so many checks and sales, one may be without an answer of the operator within eight seconds. */
const PER_UNAVAILABLE = 20;

/** A transaction of the sandbox, and what is true of it. */
interface Known {
  readonly reference: string;
  readonly amount: Ariary;
  /** While it has paid no sale. */
  readonly verdict: Exclude<ReferenceVerdict, 'unknown' | 'unavailable'>;
  readonly isOld: boolean;
  /** How many sales it has paid. */
  sales: number;
  /** How many sales ask for it now. */
  selling: number;
}

/** A request for a sale, with its Idempotency-Key. */
interface Sale {
  readonly key: string;
  readonly amount: Ariary;
  readonly reference: string;
}

/**
 * Checks references and messages, and sells by them: invented ones, old ones, outgoing ones, failed ones, those of other
 * merchants, of other amounts, of prompts with and without a result, and edited ones, again and again and several
 * sellers at once, against the sandbox, half of them on each database, with two companions on each. Each verdict and
 * each refusal is the right one, and each transaction pays one sale at most.
 */
export async function runReferencesTest({ size, seed, progress }: ProofSize) {
  const folder = mkdtempSync(join(tmpdir(), 'tsena-'));
  const postgres = await startPostgres();
  try {
    const half = Math.ceil(size / 2);
    const onSqlite = await tryReferences(`file:${join(folder, 'tsena.db')}`, {
      size: half,
      seed,
      ...(progress === undefined ? {} : { progress }),
    });
    const onPostgres = await tryReferences(await createDatabase(postgres.url), {
      size: half,
      seed: seed + 1,
      progress: (done) => progress?.(half + done),
    });
    return {
      sqlite: onSqlite.byVerdict,
      postgres: onPostgres.byVerdict,
      sales: onSqlite.sales + onPostgres.sales,
      violations: [...onSqlite.violations, ...onPostgres.violations],
    };
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function tryReferences(databaseUrl: string, { size, seed, progress }: ProofSize) {
  let ageMs = 0;
  const sandbox = await createSandbox({
    dialect: 'live',
    seed,
    msisdns: [PAYER, MERCHANT, OTHER],
    behaviour: { failedRecords: 'kept' },
    now: () => Date.now() - ageMs,
    ...KEEP_ALL,
  });
  const operator = operatorOf(
    testSettings(sandbox.url, { CONSUMER_KEY: 'sandbox-key', CONSUMER_SECRET: 'sandbox-secret' }),
  );
  const stores: Store[] = [];
  try {
    const companions: TestCompanion[] = [];
    for (let instance = 0; instance < 2; instance += 1) {
      // SQLite has one companion on a file.
      const store = instance > 0 && !databaseUrl.startsWith('postgres') ? stores[0] : await openStore(databaseUrl);
      if (store === undefined) throw new Error('the store is gone');
      if (!stores.includes(store)) stores.push(store);
      const hooks = { merchant: () => ({ ...SETTINGS, callbackBaseUrl: null }) };
      companions.push(testCompanion({ store, clock: systemClock(), operator, hooks }));
    }
    const draw = new Draw(seed);
    const known = new Map<string, Known>();
    const all: Known[] = [];
    const violations: string[] = [];
    const verdicts: string[] = [];
    let made = 0;

    const add = (one: Omit<Known, 'sales' | 'selling'>): void => {
      const added = { ...one, sales: 0, selling: 0 };
      known.set(foldReference(one.reference), added);
      all.push(added);
    };
    /** Prompts have amounts of their own. Some of what is sent by hand has the amount of what was sent before it. */
    function newAmount(isByHand: boolean): Ariary {
      made += 1;
      const earlier = isByHand && draw.chance(0.1) ? draw.of(all) : undefined;
      return earlier?.verdict === 'unused' ? earlier.amount : ((100 + made) as Ariary);
    }
    function send(from: string, to: string, verdict: Known['verdict'], isOld = false, amount = newAmount(true)): void {
      ageMs = isOld ? DAY_MS + 60_000 + draw.below(30 * DAY_MS) : draw.below(DAY_MS - 600_000);
      if (verdict === 'used') ageMs = 0;
      const { objectReference } = sandbox.sendByHand({ from, to, amount: String(amount) });
      ageMs = 0;
      add({ reference: objectReference ?? '', amount, verdict, isOld });
    }
    async function fail(): Promise<void> {
      const amount = newAmount(false);
      const correlationId = `00000000-0000-4000-8000-${String(made).padStart(12, '0')}`;
      await operator.initiate(testInitiation({ amount, correlationId, reference: `F-${made}`, callbackUrl: null }));
      const { objectReference } = sandbox.reject(pendingOf(correlationId));
      add({ reference: objectReference ?? '', amount, verdict: 'not_completed', isOld: false });
    }
    /**
     * A prompt of an order of the shop. Its transaction is recorded as its payment, or the payment is still open; or it
     * is declined, and money of the same payer and amount is sent by hand beside it, while the companion does not know.
     */
    async function prompt(then: 'recorded' | 'open' | 'declined'): Promise<void> {
      const amount = newAmount(false);
      const companion = companionAt(made);
      const claims = { sub: `P-${made}` as OrderReference, amount, currency: 'MGA' } as const;
      const opening = await initiate(companion, {
        claims,
        msisdn: msisdn(PAYER),
        language: 'mg',
        addressHash: null,
        askedAbout: 'all',
      });
      if (opening.kind !== 'opened') throw new Error(`a prompt was not opened: ${opening.kind}`);
      const { id, correlation_id: correlationId } = opening.payment;
      if (then === 'declined') {
        const { objectReference } = sandbox.reject(pendingOf(correlationId));
        add({ reference: objectReference ?? '', amount, verdict: 'not_completed', isOld: false });
        send(PAYER, MERCHANT, 'used', false, amount);
        return;
      }
      const { objectReference } = sandbox.approve(pendingOf(correlationId));
      const transactionReference = objectReference ?? '';
      add({ reference: transactionReference, amount, verdict: 'used', isOld: false });
      if (then === 'open') return;
      const { ok } = await resolvePayment(companion, id, { transactionReference }, 'Hanta');
      if (!ok) throw new Error('a prompt was approved, and is not completed by its reference');
    }
    function pendingOf(correlationId: string): string {
      const pending = sandbox.transactions('pending').find((one) => one.correlationId === correlationId);
      if (pending === undefined) throw new Error('an initiation was not accepted');
      return pending.serverCorrelationId;
    }
    function companionAt(index: number): TestCompanion {
      const companion = companions[index % 2];
      if (companion === undefined) throw new Error('the companion is gone');
      return companion;
    }
    let kinds = 0;
    async function makeOne(): Promise<void> {
      const kind = kinds % 13;
      kinds += 1;
      if (kind < 6) send(PAYER, MERCHANT, 'unused');
      else if (kind === 6) send(PAYER, MERCHANT, 'unused', true);
      else if (kind === 7) send(MERCHANT, PAYER, 'outgoing');
      else if (kind === 8) send(PAYER, OTHER, 'other_account');
      else if (kind === 9) await fail();
      else await prompt(kind === 10 ? 'recorded' : kind === 11 ? 'open' : 'declined');
    }

    const sold: (Sale & { readonly id: string })[] = [];
    let sales = 0;
    async function sell(index: number, reference: string, amount: Ariary): Promise<void> {
      sales += 1;
      const sale = { key: String(sales), amount, reference };
      const expected = known.get(foldReference(reference));
      const salesBefore = expected?.sales ?? 0;
      if (expected !== undefined) expected.selling += 1;
      const answered = await sellAt(companionAt(index), sale);
      // Its own sale, of which the first answer was lost: the key is new.
      const result = answered.kind === 'repeated' ? { ...answered, kind: 'sold' as const } : answered;
      if (expected !== undefined) expected.selling -= 1;
      verdicts.push(result.kind === 'not_matched' ? `sale: ${result.verdict}, ${result.reason}` : result.kind);
      const answer = result.kind === 'not_matched' ? `${result.verdict}, ${result.reason}` : result.kind;
      const isTaken = expected !== undefined && (expected.sales > 0 || expected.selling > 0);
      const right = ['unavailable, verdict', ...rightSales(expected, amount, salesBefore > 0)];
      if (expected?.verdict === 'unused' && isTaken) right.push('used, verdict');
      if (!right.includes(answer))
        violations.push(`${reference} was answered “${answer}” for ${amount}, not ${right.join(' or ')}`);
      if (result.kind !== 'sold') return;
      sold.push({ ...sale, id: result.payment.id });
      if (expected === undefined) return;
      expected.sales += 1;
      if (expected.sales > 1) violations.push(`${reference} paid ${expected.sales} sales`);
    }
    /** A lost answer: the same request comes again. */
    async function repeat(index: number): Promise<void> {
      const sale = sold[draw.below(sold.length)];
      if (sale === undefined) return;
      const isOther = draw.chance(0.3);
      const result = await sellAt(
        companionAt(index),
        isOther ? { ...sale, amount: (sale.amount + 1) as Ariary } : sale,
      );
      verdicts.push(result.kind);
      if (isOther ? result.kind === 'key_reused' : result.kind === 'repeated' && result.payment.id === sale.id) return;
      violations.push(`a sale by ${sale.reference} was answered “${result.kind}” when its key came again`);
    }
    async function check(index: number, reference: string): Promise<void> {
      const expected = known.get(foldReference(reference));
      const salesBefore = expected?.sales ?? 0;
      const amount = draw.chance(0.5) ? expected?.amount : ((100 + draw.below(size)) as Ariary);
      const checked = await checkReference(companionAt(index), reference);
      const { verdict } = checked;
      verdicts.push(verdict);
      // On a slow machine, eight seconds can pass.
      const right: ReferenceVerdict[] = ['unavailable'];
      if (expected?.verdict !== 'unused') right.push(expected?.verdict ?? 'unknown');
      else {
        // A sale may have been made meanwhile.
        if (salesBefore === 0) right.push('unused');
        if (expected.sales > 0 || expected.selling > 0) right.push('used');
      }
      if (!right.includes(verdict)) violations.push(`${reference} is ${verdict}, not ${right.join(' or ')}`);
      const view = viewCheck(checked, { isSeller: draw.chance(0.5), amount });
      const isRight = amount === undefined ? null : amount === expected?.amount;
      if (view.amountMatches !== (verdict === 'unused' ? isRight : null))
        violations.push(`${reference} has the amount ${expected?.amount}; of ${amount}, the check says otherwise`);
      const isShown = view.amount !== null || view.payer !== null || view.createdAt !== null;
      if (isShown && verdict !== 'unused' && verdict !== 'used')
        violations.push(`${reference} is ${verdict}, and the check shows whose money it is`);
    }
    async function tryOne(index: number): Promise<void> {
      const reference = drawReference(draw, all);
      const unclear = drawUnclearText(draw, reference);
      if (findReference(unclear).kind !== 'several')
        violations.push(`of several references in ${JSON.stringify(unclear)}, one was found, or none`);
      const text = drawText(draw, reference);
      const reading = findReference(text);
      if (reading.kind !== 'one' || foldReference(reading.reference) !== foldReference(reference)) {
        violations.push(`in ${JSON.stringify(text)}, ${JSON.stringify(reading)} was found`);
        return;
      }
      const found = reading.reference;
      const right = known.get(foldReference(reference))?.amount ?? (500 as Ariary);
      const amount = draw.chance(0.7) ? right : ((100 + draw.below(size)) as Ariary);
      if (draw.chance(0.03)) await repeat(index);
      else if (draw.chance(0.1)) await Promise.all([0, 1, 2].map((more) => sell(index + more, found, amount)));
      else if (draw.chance(0.3)) await sell(index, found, amount);
      else await check(index, found);
    }

    let next = 0;
    let done = 0;
    async function seller(): Promise<void> {
      while (next < size) {
        next += 1;
        const index = next;
        if (index % REFERENCES_PER_TRANSACTION === 1) await makeOne();
        await tryOne(index);
        done += 1;
        progress?.(done);
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, seller));
    violations.push(...(await auditSales(stores[0], known)));
    violations.push(...sandbox.audit());
    const byVerdict = countBy(verdicts);
    const unavailable = (byVerdict.unavailable ?? 0) + (byVerdict['sale: unavailable, verdict'] ?? 0);
    if (unavailable * PER_UNAVAILABLE > verdicts.length)
      violations.push(`${unavailable} of ${verdicts.length} were not answered`);
    return { byVerdict, sales: count(known), violations };
  } finally {
    operator.close();
    await Promise.all(stores.map((store) => store.close()));
    await sandbox.close();
  }
}

/** What a sale by a reference may be answered with, if no other sale asks for it. */
function rightSales(expected: Known | undefined, amount: Ariary, isSold: boolean): string[] {
  if (expected === undefined) return ['unknown, verdict'];
  if (expected.verdict !== 'unused') return [`${expected.verdict}, verdict`];
  if (isSold) return ['used, verdict'];
  if (expected.amount !== amount) return ['unused, amount'];
  return [expected.isOld ? 'unused, time' : 'sold'];
}

/** How often a request comes again while the database gives no answer. */
const MAX_REPEATS = 5;

/**
 * A seller's request. Without an answer of the database, as after a lock that was waited for too long, the same request
 * comes again: what it has made is then its own sale.
 */
async function sellAt(
  companion: TestCompanion,
  { key, amount, reference: transactionReference }: Sale,
  repeats = 0,
): Promise<SaleResult> {
  const request: SaleRequest = {
    order: `CTR-${key.padStart(12, '0')}` as OrderReference,
    amount,
    description: null,
    transactionReference,
    language: 'mg',
    by: 'Hanta',
    idempotency: { endpoint: 'payments', key, body: { amount, transactionReference } },
    alongside: async () => undefined,
  };
  try {
    return await sellByReference(companion, request);
  } catch (error) {
    if (!isStorageFailure(error) || repeats === MAX_REPEATS) throw error;
    return sellAt(companion, { key, amount, reference: transactionReference }, repeats + 1);
  }
}

/** An invented reference, a known one, or a known one with another digit. */
function drawReference(draw: Draw, known: readonly Known[]): string {
  const invented = String(100_000_000 + draw.below(900_000_000));
  const one = known[known.length - 1 - draw.below(Math.min(known.length, RECENT))];
  if (one === undefined || draw.chance(0.2)) return invented;
  if (draw.chance(0.8)) return one.reference;
  const place = draw.below(one.reference.length - 1) + 1;
  const digit = String((Number(one.reference[place]) + 1 + draw.below(9)) % 10);
  const edited = `${one.reference.slice(0, place)}${digit}${one.reference.slice(place + 1)}`;
  // The sandbox could issue a higher one while it is tried.
  return Number(edited) > Number(known.at(-1)?.reference) ? invented : edited;
}

const LABELS = ['Ref', 'Réf', 'REFERENCE', 'Trans ID', 'TransId', 'TxnId', 'transaction', 'ID', 'N°', 'No', 'Laharana'];
const SEPARATORS = [':', ': ', ' : ', '=', '-', '/', '#', ' ', '. ', '\n'];
const AMOUNTS = [
  '25 000 Ar',
  '25000Ar',
  '25,000 Ar',
  '25.000,00 Ar',
  'Ar 25000',
  '1 250 000 MGA',
  '123 456 789 Ariary',
];
const NUMBERS = ['0343500003', '034 35 000 03', '+261 34 35 000 03', '261343500003', '034-35-000-03'];
const TIMES = ['29/11/26 10:23', '29-11-2026 a 10h23', '2026-11-29 10:23:45', '29.11.2026'];
const BALANCES = ['Solde: 1,234,567Ar', 'Nouveau solde est de 123456789', 'Solde 123 456 789 Ar', 'Sisa: 1234567'];

/** A reference with its name, as messages write it. */
function drawLabelled(draw: Draw, reference: string): string {
  const isGlued = draw.chance(0.1);
  return isGlued ? `REF${reference}` : `${draw.of(LABELS)}${draw.of(SEPARATORS)}${reference}`;
}

/** A reference as people type, paste, or send it. */
function drawText(draw: Draw, reference: string): string {
  const [amount, number, time, balance] = [draw.of(AMOUNTS), draw.of(NUMBERS), draw.of(TIMES), draw.of(BALANCES)];
  const labelled = drawLabelled(draw, reference);
  const other = String(100_000_000 + draw.below(900_000_000));
  return draw.of([
    reference,
    ` ${reference}.`,
    `\u2068${reference.slice(0, 4)}\u200b${reference.slice(4)}\u2069`,
    reference.replace(/[0-9]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)),
    `${reference.slice(0, 3)} ${reference.slice(3, 6)} ${reference.slice(6)}`,
    labelled,
    `${reference} ${draw.of(['25000', amount, time, reference])}`,
    `25000 ${reference}`,
    `https://pay.example/${draw.of(['', 'ref/', 't?id='])}${reference}`,
    `Nahazo ${amount} avy amin’ny RAKOTO (${number}) ianao ${time}. ${balance}. ${labelled}.`,
    `Recu ${amount} de RAKOTO ${number}.${labelled}.${balance}`,
    `Vous avez recu ${amount} de ${number}. ${labelled}. Raison: facture ${other}`,
    `Vous avez recu ${amount} de ${number}. Raison: ${drawLabelled(draw, other)}. ${labelled}`,
    `Code client ${other}, recu ${amount}, ${labelled}`,
    `1/2 Recu ${amount} de ${number} - ${reference} - ${time}`,
    `${labelled}. ${balance}. 2/2 ${drawLabelled(draw, reference)}`,
  ]);
}

/** A text with two references, of which nobody can say which one is meant. */
function drawUnclearText(draw: Draw, reference: string): string {
  const other = String(Number(reference) + 1 + draw.below(1000));
  const [amount, time] = [draw.of(AMOUNTS), draw.of(TIMES)];
  return draw.of([
    `${reference} ${other}`,
    `Code client ${other} paiement recu ${reference}`,
    `Recu ${amount} - ${reference} - ${time}. Raison: ${drawLabelled(draw, other)}`,
    `Recu ${amount} ${drawLabelled(draw, reference)}. Recu ${amount} ${drawLabelled(draw, other)}.`,
  ]);
}

/**
 * What the database says: each sale has a transaction that is the merchant's, an order and a webhook, and each
 * transaction one sale.
 */
async function auditSales(store: Store | undefined, known: ReadonlyMap<string, Known>): Promise<string[]> {
  if (store === undefined) return ['the store is gone'];
  const rows = await store.db.selectFrom('payments').selectAll().where('method', '=', 'reference').execute();
  const folds = rows.map(({ transaction_fold }) => transaction_fold ?? '');
  const seen = new Set<string>();
  const twice = folds.filter((fold) => seen.size === seen.add(fold).size);
  const wrong = rows.filter(({ status, transaction_fold, amount }) => {
    const one = known.get(transaction_fold ?? '');
    return status !== 'completed' || one?.verdict !== 'unused' || one.amount !== amount;
  });
  const all = await store.db.selectFrom('orders').select('reference').execute();
  const orders = all.filter(({ reference }) => reference.startsWith(COUNTER_ORDER_PREFIX));
  const webhooks = await store.db
    .selectFrom('outbox')
    .innerJoin('payments', 'payments.id', 'outbox.payment_id')
    .select('outbox.id')
    .where('method', '=', 'reference')
    .execute();
  return [
    ...twice.map((fold) => `${fold} paid two sales`),
    ...wrong.map(({ id }) => `${id} is no sale`),
    ...(orders.length === rows.length ? [] : [`${orders.length} orders and ${rows.length} sales`]),
    ...(webhooks.length === rows.length ? [] : [`${webhooks.length} webhooks and ${rows.length} sales`]),
    ...(rows.length === count(known) ? [] : [`${rows.length} sales are stored, and ${count(known)} were answered`]),
  ];
}

function count(known: ReadonlyMap<string, Known>): number {
  return [...known.values()].reduce((sum, { sales }) => sum + sales, 0);
}
