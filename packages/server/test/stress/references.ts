import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSandbox } from '@tsena/sandbox';
import { type Ariary, foldReference } from '@tsena/shared';
import type { OrderReference } from '@tsena/shared/checkout';
import type { ReferenceVerdict } from '@tsena/shared/merchant';
import { createDatabase, startPostgres } from '@tsena/testkit/postgres';
import { findReference } from '../../src/backoffice/references/findReference.ts';
import { checkReference } from '../../src/core/payments/checkReference.ts';
import { sellByReference } from '../../src/core/payments/sellByReference.ts';
import { openStore, type Store } from '../../src/database/store.ts';
import { systemClock } from '../../src/time/clock.ts';
import { testInitiation, testSettings } from '../support/operatorFixture.ts';
import { type TestCompanion, testCompanion } from '../support/testCompanion.ts';
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

/** A transaction of the sandbox, and what is true of it. */
interface Known {
  readonly reference: string;
  readonly amount: Ariary;
  readonly verdict: Extract<ReferenceVerdict, 'unused' | 'outgoing' | 'other_account' | 'not_completed'>;
  readonly isOld: boolean;
  /** How many sales it has paid. */
  sales: number;
}

/**
 * Checks references and messages, and sells by them: invented ones, old ones, used ones, outgoing ones, failed ones,
 * those of other merchants, of other amounts, and edited ones, against the sandbox, half of them on each database, with
 * two companions on each. None is `unused` that should not be, and each transaction pays one sale at most.
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
      companions.push(testCompanion({ store, clock: systemClock(), operator }));
    }
    const draw = new Draw(seed);
    const known = new Map<string, Known>();
    const all: Known[] = [];
    const violations: string[] = [];
    const verdicts: string[] = [];
    let made = 0;

    /** Each amount is paid once, so that the time alone never makes two transactions one. */
    const add = (one: Omit<Known, 'sales'>): void => {
      const added = { ...one, sales: 0 };
      known.set(foldReference(one.reference), added);
      all.push(added);
    };
    const send = (from: string, to: string, verdict: Known['verdict'], isOld = false): void => {
      made += 1;
      ageMs = isOld ? DAY_MS + 60_000 + draw.below(30) * DAY_MS : draw.below(20) * 3_600_000;
      const amount = (100 + made) as Ariary;
      const { objectReference } = sandbox.sendByHand({ from, to, amount: String(amount) });
      ageMs = 0;
      add({ reference: objectReference ?? '', amount, verdict, isOld });
    };
    async function fail(): Promise<void> {
      made += 1;
      const amount = (100 + made) as Ariary;
      const correlationId = `00000000-0000-4000-8000-${String(made).padStart(12, '0')}`;
      await operator.initiate(testInitiation({ amount, correlationId, reference: `F-${made}`, callbackUrl: null }));
      const pending = sandbox.transactions('pending').find((one) => one.correlationId === correlationId);
      if (pending === undefined) throw new Error('an initiation was not accepted');
      const { objectReference } = sandbox.reject(pending.serverCorrelationId);
      add({ reference: objectReference ?? '', amount, verdict: 'not_completed', isOld: false });
    }
    async function makeOne(): Promise<void> {
      const kind = made % 10;
      if (kind < 5) send(PAYER, MERCHANT, 'unused');
      else if (kind < 6) send(PAYER, MERCHANT, 'unused', true);
      else if (kind < 7) send(MERCHANT, PAYER, 'outgoing');
      else if (kind < 8) send(PAYER, OTHER, 'other_account');
      else await fail();
    }

    async function tryOne(index: number): Promise<void> {
      const reference = drawReference(draw, all);
      const text = drawText(draw, reference);
      const found = findReference(text);
      if (found === undefined || foldReference(found) !== foldReference(reference)) {
        violations.push(`in ${JSON.stringify(text)}, ${found ?? 'nothing'} was found`);
        return;
      }
      const companion = companions[index % 2];
      if (companion === undefined) throw new Error('the companion is gone');
      const expected = known.get(foldReference(reference));
      const salesBefore = expected?.sales ?? 0;
      if (draw.chance(0.3)) {
        const amount = draw.chance(0.7) ? (expected?.amount ?? (500 as Ariary)) : ((100 + draw.below(size)) as Ariary);
        const sale = await sellAt(companion, found, amount, `${index}`);
        verdicts.push(sale.kind === 'not_matched' ? `sale: ${sale.verdict}, ${sale.reason}` : sale.kind);
        if (sale.kind !== 'sold') return;
        if (expected === undefined) violations.push(`${reference} is invented, and was sold`);
        else {
          expected.sales += 1;
          const isRight = expected.verdict === 'unused' && !expected.isOld && expected.amount === amount;
          if (!isRight)
            violations.push(`${reference} (${expected.verdict}, old: ${expected.isOld}) was sold for ${amount}`);
          if (expected.sales > 1) violations.push(`${reference} paid ${expected.sales} sales`);
        }
        return;
      }
      const { verdict } = await checkReference(companion, found);
      verdicts.push(verdict);
      const right = expected === undefined ? ['unknown'] : [expected.verdict === 'unused' ? '' : expected.verdict];
      // On a slow machine, eight seconds can pass.
      right.push('unavailable');
      // A sale may have been made meanwhile.
      if (expected?.verdict === 'unused') {
        if (salesBefore === 0) right.push('unused');
        if (expected.sales > 0 || salesBefore === 0) right.push('used');
      }
      if (!right.includes(verdict)) violations.push(`${reference} is ${verdict}, not ${right.join(' or ')}`);
    }

    let next = 0;
    async function seller(): Promise<void> {
      while (next < size) {
        next += 1;
        const index = next;
        if (index % REFERENCES_PER_TRANSACTION === 1) await makeOne();
        await tryOne(index);
        progress?.(index);
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, seller));
    violations.push(...(await auditSales(stores[0], known)));
    violations.push(...sandbox.audit());
    return { byVerdict: countBy(verdicts), sales: count(known), violations };
  } finally {
    operator.close();
    await Promise.all(stores.map((store) => store.close()));
    await sandbox.close();
  }
}

function sellAt(companion: TestCompanion, transactionReference: string, amount: Ariary, key: string) {
  return sellByReference(companion, {
    order: `CTR-${key.padStart(12, '0')}` as OrderReference,
    amount,
    description: null,
    transactionReference,
    language: 'mg',
    by: 'Hanta',
    idempotency: { endpoint: 'payments', key, body: { amount, transactionReference } },
    alongside: async () => undefined,
  });
}

/** An invented reference, a known one, or a known one with another digit. */
function drawReference(draw: Draw, known: readonly Known[]): string {
  const invented = String(100_000_000 + draw.below(900_000_000));
  const one = known[known.length - 1 - draw.below(Math.min(known.length, RECENT))];
  if (one === undefined || draw.chance(0.2)) return invented;
  if (draw.chance(0.8)) return one.reference;
  const place = draw.below(one.reference.length - 1) + 1;
  const digit = String((Number(one.reference[place]) + 1 + draw.below(9)) % 10);
  return `${one.reference.slice(0, place)}${digit}${one.reference.slice(place + 1)}`;
}

/** A reference as people type, paste, or send it. */
function drawText(draw: Draw, reference: string): string {
  return draw.of([
    reference,
    ` ${reference}.`,
    `\u2068${reference.slice(0, 4)}\u200b${reference.slice(4)}\u2069`,
    reference.replace(/[0-9]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)),
    `${reference.slice(0, 3)} ${reference.slice(3, 6)} ${reference.slice(6)}`,
    `Nahazo 25 000 Ar avy amin’ny RAKOTO (0343500003) ianao 29/11/26 10:23. Solde: 123 456 Ar. Ref: ${reference}.`,
    `Vous avez recu 25 000 Ar de 034 35 000 03. Trans ID ${reference}. Raison: facture 2024-15`,
    `1/2 Recu 1 250 000 Ar de 261343500003 - ${reference} - 29/11/2026 10:23`,
  ]);
}

/** What the database says: each sale has a transaction that is the merchant's, and each transaction one sale. */
async function auditSales(store: Store | undefined, known: ReadonlyMap<string, Known>): Promise<string[]> {
  if (store === undefined) return ['the store is gone'];
  const rows = await store.db.selectFrom('payments').selectAll().execute();
  const folds = rows.map(({ transaction_fold }) => transaction_fold ?? '');
  const seen = new Set<string>();
  const twice = folds.filter((fold) => seen.size === seen.add(fold).size);
  const wrong = rows.filter(({ status, method, transaction_fold, amount }) => {
    const one = known.get(transaction_fold ?? '');
    return status !== 'completed' || method !== 'reference' || one?.verdict !== 'unused' || one.amount !== amount;
  });
  const orders = await store.db.selectFrom('orders').select('reference').execute();
  return [
    ...twice.map((fold) => `${fold} paid two sales`),
    ...wrong.map(({ id }) => `${id} is no sale`),
    ...(orders.length === rows.length ? [] : [`${orders.length} orders and ${rows.length} sales`]),
    ...(rows.length === count(known) ? [] : [`${rows.length} sales are stored, and ${count(known)} were answered`]),
  ];
}

function count(known: ReadonlyMap<string, Known>): number {
  return [...known.values()].reduce((sum, { sales }) => sum + sales, 0);
}
