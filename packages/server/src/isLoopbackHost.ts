import ipaddr from 'ipaddr.js';

/**
 * Whether a host name is this machine's own.
 *
 * @param host as `URL.hostname` has it: an IPv6 address in brackets, or not
 */
export function isLoopbackHost(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase();
  return name === 'localhost' || (ipaddr.isValid(name) && ipaddr.process(name).range() === 'loopback');
}
