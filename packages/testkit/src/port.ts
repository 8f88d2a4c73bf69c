import getPort from 'get-port';

/**
 * Finds a free port, for a process that needs the same address after a restart. Two calls of a process do not get the
 * same one.
 */
export function freePort(): Promise<number> {
  return getPort({ host: '127.0.0.1' });
}
