import { expect, it } from 'vitest';
import {
  cannotBeOpened,
  isNotPermitted,
  isOfPreparedStatement,
  isRolledBack,
  isStartingUp,
  isStorageFailure,
  isUniqueViolation,
  isUnstorableText,
  StorageUnavailable,
} from './storageFailure.ts';

const coded = (code: unknown) => Object.assign(new Error('an error'), { code });

/** The errors of PostgreSQL, SQLite and the network, and what each of them means. */
const MEANINGS = {
  isStorageFailure: [
    ...['SQLITE_FULL', 'SQLITE_BUSY', 'SQLITE_BUSY_SNAPSHOT', 'SQLITE_LOCKED', 'SQLITE_IOERR_FSYNC', 'SQLITE_CANTOPEN'],
    ...['SQLITE_READONLY', 'SQLITE_CORRUPT', 'SQLITE_NOTADB', 'SQLITE_PROTOCOL', 'SQLITE_NOMEM'],
    ...['08006', '53100', '57014', '58030', 'F0000', 'XX000', '25006', '55P03'],
    ...['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'],
  ],
  'isStorageFailure isRolledBack': ['40001', '40P01'],
  'isStorageFailure isStartingUp': ['57P03'],
  'isRolledBack isOfPreparedStatement': ['26000', '42P05'],
  isUniqueViolation: ['23505', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'],
  isNotPermitted: ['42501', '42883', '0A000'],
  isUnstorableText: ['22021', '22P05'],
  // The statement was wrong, or the error is of something else.
  '': [
    'SQLITE_CONSTRAINT_NOTNULL',
    'SQLITE_ERROR',
    '23502',
    '42P01',
    '25P02',
    '55006',
    '080061',
    '08-06',
    'ENOENT',
    '',
    undefined,
    8006,
  ],
} as const;

it.each(Object.entries(MEANINGS).flatMap(([meaning, codes]) => codes.map((code) => ({ code, meaning }))))(
  'an error with the code $code means: $meaning',
  ({ code, meaning }) => {
    const tests = {
      ...{ isStorageFailure, isRolledBack, isOfPreparedStatement, isStartingUp, isUniqueViolation },
      ...{ isNotPermitted, isUnstorableText },
    };
    const found = Object.entries(tests).filter(([, test]) => test(coded(code)));
    expect(found.map(([name]) => name).join(' ')).toBe(meaning);
  },
);

it.each([
  'Connection terminated unexpectedly',
  'Client has encountered a connection error and is not queryable',
  'Query read timeout',
  'timeout exceeded when trying to connect',
  'The database connection is not open',
  'driver has already been destroyed',
])('an error without a code that says “%s” is a storage failure', (message) => {
  expect(isStorageFailure(new Error(message))).toBe(true);
  expect(isStorageFailure({ message })).toBe(false);
});

it.each([[new Error('syntax error')], ['SQLITE_FULL'], [null], [undefined], [{}]])(
  '%s is no storage failure',
  (error) => {
    expect(isStorageFailure(error)).toBe(false);
  },
);

it('a stale plan is known in each language of a PostgreSQL server, and by nothing else', () => {
  const stale = Object.assign(coded('0A000'), { routine: 'RevalidateCachedQuery' });
  stale.message = 'le plan en cache ne doit pas modifier le type en résultat';
  expect([isOfPreparedStatement(stale), isRolledBack(stale), isOfPreparedStatement(coded('0A000'))]).toEqual([
    true,
    true,
    false,
  ]);
});

it('a database that cannot be opened is a storage failure that names the cause', () => {
  const cause = coded('ENOENT');
  const failure = cannotBeOpened(cause);
  expect(isStorageFailure(failure)).toBe(true);
  expect(failure).toBeInstanceOf(StorageUnavailable);
  expect(failure).toMatchObject({
    name: 'StorageUnavailable',
    message: 'the database cannot be opened: an error',
    cause,
  });
  expect(cannotBeOpened('no disk').message).toBe('the database cannot be opened: no disk');
});
