/** The database cannot be used now: disk full, locked, read-only or gone. No transaction is left half-written. */
export class StorageUnavailable extends Error {
  /** Always `StorageUnavailable`. */
  override readonly name = 'StorageUnavailable';
}

const NOT_BUILT =
  'better-sqlite3 was not built for this version of Node. With npm, run "npm install-scripts approve better-sqlite3" (from npm 12 on) and "npm rebuild better-sqlite3 --ignore-scripts=false"; with pnpm, "pnpm approve-builds better-sqlite3" and "pnpm rebuild better-sqlite3"; without a compiler, use the release\'s tarball for servers without a network.';

/** Whether the native part of better-sqlite3 is missing, or is for another version of Node. */
function isNotBuilt(cause: unknown): boolean {
  return (
    cause instanceof Error &&
    (/bindings file/.test(cause.message) || ('code' in cause && cause.code === 'ERR_DLOPEN_FAILED'))
  );
}

/** Says that the database cannot be opened, and why. */
export function cannotBeOpened(cause: unknown): StorageUnavailable {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new StorageUnavailable(`the database cannot be opened: ${isNotBuilt(cause) ? NOT_BUILT : reason}`, { cause });
}

const SQLITE_STORAGE_FAILURE = /^SQLITE_(FULL|BUSY|LOCKED|IOERR|CANTOPEN|READONLY|CORRUPT|NOTADB|PROTOCOL|NOMEM)/;
/**
 * Connection, resources, operator intervention, system, configuration:
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const POSTGRES_STORAGE_FAILURE = /^(08|53|57|58|F0|XX|25006|40001|40P01|55P03)/;
const NETWORK = /^(ECONN|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_|EHOST|ENET)/;

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';
}

/** Whether an error means that the database cannot be used now, rather than that a statement was wrong. */
export function isStorageFailure(error: unknown): boolean {
  if (error instanceof StorageUnavailable) return true;
  const code = codeOf(error);
  if (SQLITE_STORAGE_FAILURE.test(code) || NETWORK.test(code)) return true;
  if (/^[0-9A-Z]{5}$/.test(code) && POSTGRES_STORAGE_FAILURE.test(code)) return true;
  // pg and better-sqlite3 report these without a code.
  return (
    error instanceof Error &&
    /connection terminated|connection error and is not queryable|query read timeout|timeout exceeded when trying to connect|database connection is not open|driver has already been destroyed/i.test(
      error.message,
    )
  );
}

/**
 * Whether PostgreSQL rolled back a whole transaction that may run again: in favour of another one (deadlock,
 * serialization), or because of a prepared statement.
 */
export function isRolledBack(error: unknown): boolean {
  return ['40P01', '40001'].includes(codeOf(error)) || isOfPreparedStatement(error);
}

/**
 * Whether PostgreSQL refused to run a prepared statement: another instance has migrated its table since, or a pooler
 * has given the client another session, which does not know the name, or has it from another client.
 */
export function isOfPreparedStatement(error: unknown): boolean {
  const code = codeOf(error);
  // The message is in the server's language (lc_messages).
  const isOfStalePlan =
    code === '0A000' && error instanceof Error && 'routine' in error && error.routine === 'RevalidateCachedQuery';
  return isOfStalePlan || code === '26000' || code === '42P05';
}

/**
 * Whether PostgreSQL said that a session cannot go on: its connection broke, the server ends it, or it may only read,
 * as after a failover.
 */
export function isOfEndedSession(error: unknown): boolean {
  return /^(08...|57P0[123]|25006)$/.test(codeOf(error));
}

/** Whether a write failed because another row has the same unique value. */
export function isUniqueViolation(error: unknown): boolean {
  const code = codeOf(error);
  return code === '23505' || code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY';
}

/** Whether PostgreSQL has no such function, or does not permit this user to call it. */
export function isNotPermitted(error: unknown): boolean {
  return ['42501', '42883', '0A000'].includes(codeOf(error));
}

/** Whether PostgreSQL accepts no connections because it is starting or stopping. */
export function isStartingUp(error: unknown): boolean {
  return codeOf(error) === '57P03';
}

/** Whether the database refused a value, as it would each time: out of range, of another form, against a constraint. */
export function isRefusedValue(error: unknown): boolean {
  return /^(22...|23...|SQLITE_(CONSTRAINT|MISMATCH|RANGE|TOOBIG).*)$/.test(codeOf(error));
}

/**
 * Whether PostgreSQL refused a text with a zero byte or an incomplete character. The companion never stores such a
 * text.
 */
export function isUnstorableText(error: unknown): boolean {
  return ['22021', '22P05'].includes(codeOf(error));
}
