import type { ProblemCode } from '@tsena/shared';
import type { Scope } from '@tsena/shared/merchant';
import type { QueryName, SchemaName } from './schemas.ts';

/** Who may call. */
export type Caller = 'public' | 'order token' | 'merchant key' | 'callback secret' | 'metrics';

/** An operation of the companion's HTTP interface. */
export interface Operation {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** With parameters in braces. */
  readonly path: string;
  readonly id: string;
  readonly group: 'Checkout' | 'Merchant' | 'Operator' | 'Assets' | 'Operations';
  readonly summary: string;
  readonly text?: string;
  readonly caller: Caller;
  /** The least scope of a merchant key. */
  readonly scope?: Scope;
  readonly query?: QueryName;
  readonly body?: SchemaName;
  /** The body's media type; JSON without it. */
  readonly bodyType?: 'multipart/form-data';
  readonly answers: Readonly<Record<number, Answer>>;
  readonly problems: readonly ProblemCode[];
}

/** A successful answer: its schema, or its media type. */
export interface Answer {
  readonly text: string;
  readonly schema?: SchemaName;
  readonly type?: string;
}
