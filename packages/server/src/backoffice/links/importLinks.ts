import type { Ariary } from '@tsena/shared';
import type { OrderReference } from '@tsena/shared/checkout';
import type { Link } from '@tsena/shared/merchant';
import { lockLinksOfOrder } from '../../core/storage/locks.ts';
import type { Reader } from '../../core/storage/reads.ts';
import type { Trx } from '../../database/transaction.ts';
import type { Doer } from '../../http/kit/doer.ts';
import { ProblemError } from '../../input/problemError.ts';
import { type LinkFile, type LinkRowOfFile, RowsWrong } from './linkFile.ts';
import { type LinkRow, selectLinks } from './linkRows.ts';
import { createWithin, type LinksOptions, requireLink, requirePublicUrl, viewLink } from './paymentLinks.ts';

/**
 * Why a row has no link of its own, and has changed nothing. `other_amount`: the order exists with another amount.
 * `reusable`: its link is reusable, so that it never says whether one person has paid. `paid_without_link`: it is paid
 * already, and has no link. `expired`: its date has passed meanwhile.
 */
export type ImportRefusal = 'other_amount' | 'reusable' | 'paid_without_link' | 'expired';

/** What became of a row of the file. */
export type ImportedLink = Pick<LinkRowOfFile, 'line' | 'order' | 'amount'> &
  (
    | { readonly result: 'created' | 'existing'; readonly link: Link }
    | {
        readonly result: 'refused';
        readonly refusal: ImportRefusal;
        /** What the order has, whole Ariary; null if another amount is not the reason. */
        readonly standingAmount: Ariary | null;
      }
  );

type Outcome =
  | { readonly result: 'created' | 'existing'; readonly link: LinkRow }
  | Pick<Extract<ImportedLink, { result: 'refused' }>, 'result' | 'refusal' | 'standingAmount'>;

/**
 * Creates a link for each row of a file whose order has none. An order that has a link of the same amount keeps it,
 * whatever its status: paid and cancelled ones are not created anew. Each row is a transaction of its own, so an import
 * that ended in the middle is finished by another one.
 *
 * @returns what became of each row, in the order of the file
 * @throws RowsWrong if a date has passed and the order has no link yet. Then nothing is created
 * @throws ProblemError without PUBLIC_URL
 */
export async function importLinks(options: LinksOptions, file: LinkFile, by: Doer): Promise<ImportedLink[]> {
  requirePublicUrl(options);
  const { storage } = options;
  const now = storage.clock.now();
  const faults = [];
  for (const { line, order, amount, expiresAt } of file.rows) {
    if (expiresAt === undefined || expiresAt > now) continue;
    if ((await findStanding(storage.store.db, { order, amount }, now)) === undefined)
      faults.push({
        line,
        column: file.columns.expiresAt ?? 'expiresAt',
        text: 'a day that has not passed, because the order has no link yet',
      });
  }
  if (faults.length > 0) throw new RowsWrong(faults);

  const imported: ImportedLink[] = [];
  for (const row of file.rows) {
    const { line, order, amount } = row;
    const outcome = await storage.store.transact((trx) => importRow(options, trx, row, by));
    const { result } = outcome;
    imported.push({
      ...{ line, order, amount },
      ...(result === 'refused' ? outcome : { result, link: viewLink(options, outcome.link) }),
    });
  }
  return imported;
}

async function importRow(options: LinksOptions, trx: Trx, row: LinkRowOfFile, by: Doer): Promise<Outcome> {
  const { storage } = options;
  const { order, amount, description, expiresAt } = row;
  await lockLinksOfOrder(storage, trx, order);
  const standing = await findStanding(trx, row, storage.clock.now());
  if (standing !== undefined) return standing;
  const id = await createWithin(options, trx, {
    body: { order, amount, description, expiresAt, reusable: false },
    by,
  });
  if (!(id instanceof ProblemError)) return { result: 'created', link: await requireLink(storage, id, trx) };
  const refusal = id.code === 'link_order_taken' ? 'paid_without_link' : 'expired';
  return { result: 'refused', refusal, standingAmount: null };
}

/** What an order has already: its active link, else its newest one, else an amount. Undefined if it can have a link. */
async function findStanding(
  db: Reader,
  { order, amount }: Pick<LinkRowOfFile, 'order' | 'amount'>,
  now: number,
): Promise<Outcome | undefined> {
  const active = await selectLinks(db, { order, status: 'active' }, now).limit(1).executeTakeFirst();
  const link = active ?? (await newestLink(db, order, now));
  const standingAmount = link?.amount ?? (await amountOf(db, order));
  if (standingAmount !== undefined && standingAmount !== amount)
    return { result: 'refused', refusal: 'other_amount', standingAmount: standingAmount as Ariary };
  if (link === undefined) return undefined;
  if (link.reusable === 1) return { result: 'refused', refusal: 'reusable', standingAmount: null };
  return { result: 'existing', link };
}

function newestLink(db: Reader, order: OrderReference, now: number): Promise<LinkRow | undefined> {
  const newest = selectLinks(db, { order }, now).orderBy('links.created_at', 'desc').orderBy('links.id', 'desc');
  return newest.limit(1).executeTakeFirst();
}

/** The amount of an order for which a payment has begun. */
async function amountOf(db: Reader, order: OrderReference): Promise<number | undefined> {
  const row = await db.selectFrom('orders').select('amount').where('reference', '=', order).executeTakeFirst();
  return row?.amount;
}
