import type { LadderScope } from '@tsena/shared/merchant';
import type { Command } from 'commander';
import type { Storage } from '../core/storage/storage.ts';
import type { HttpContext } from '../http/context.ts';
import type { Route } from '../http/route.ts';

/** A route of the merchant API. Each names its least scope. */
export type MerchantRoute = Route<HttpContext, LadderScope>;

/** Loads a command of the command line. */
export type LoadCommand = () => Promise<Command>;

/**
 * What a feature of the back office adds to the merchant API and to the command line. Its modules are loaded where they are needed: a
 * server holds no command, and a command no route.
 */
export interface Feature {
  readonly routes?: () => Promise<readonly MerchantRoute[]>;
  /** By name, in the order of the help. */
  readonly commands?: Readonly<Record<string, LoadCommand>>;
  /** What erases the payers’ numbers that it keeps, by the name of what it erases; returns how many rows it has changed. */
  readonly erasers?: Readonly<Record<string, (storage: Storage, retainDays: number) => Promise<number>>>;
}
