import { createDatabase, runSql } from '@tsena/testkit/postgres';
import { inject } from 'vitest';

/**
 * Creates a database whose sessions find another clock_timestamp() before PostgreSQL's own: its clock moves for the
 * companion as if the server's had been set, and for no other database.
 */
export async function createMovedClock() {
  const url = await createDatabase(inject('postgres'));
  await runSql(url, 'create table moved_clock (by_ms double precision not null)');
  await runSql(url, 'insert into moved_clock values (0)');
  await runSql(
    url,
    `create function clock_timestamp() returns timestamptz language sql volatile as
      $$ select pg_catalog.clock_timestamp() + by_ms * interval '1 millisecond' from public.moved_clock $$`,
  );
  await runSql(
    inject('postgres'),
    `alter database ${new URL(url).pathname.slice(1)} set search_path = public, pg_catalog`,
  );
  return {
    url,
    /** Sets it this far from the true time, ms; below 0: behind. */
    set: (byMs: number) => runSql(url, `update moved_clock set by_ms = ${byMs}`),
  };
}
