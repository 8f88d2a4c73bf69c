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

/** Whether nobody reaches the companion from elsewhere: it has no public address, or this machine's own, over http. */
export function isLocalUrl(publicUrl: string | null): boolean {
  if (publicUrl === null) return true;
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === 'http:' && isLoopbackHost(hostname);
}
