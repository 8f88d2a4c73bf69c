import type { Settings } from '../../../config/settings.ts';

/** The address at which the companion of this folder answers on this machine. */
export function ownCompanionUrl({ HOST, PORT }: Pick<Settings, 'HOST' | 'PORT'>): string {
  const host = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[HOST] ?? (HOST.includes(':') ? `[${HOST}]` : HOST);
  return `http://${host}:${PORT}`;
}
