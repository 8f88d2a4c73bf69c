import { lookup as resolve } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A shop's endpoint that lies on this machine or its private network. */
export class PrivateAddress extends Error {
  override readonly name = 'PrivateAddress';

  constructor() {
    super('the endpoint’s address is private; WEBHOOK_ALLOW_PRIVATE=1 allows it');
  }
}

/** The part of IPv6 that is handed out to the world; ranges within it that are not are told apart by their names. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3');

/** Whether an address belongs to the public internet, IPv4 in whatever dress (mapped, NAT64, 6to4) not taken for it. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_IPV6);
}

/** The host of an address if it is written as a literal, which is connected to without a look-up. */
export function literalAddress(url: string): string | undefined {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(host) ? host : undefined;
}

/** Looks at what a name resolves to at the moment of connecting, so that it cannot be swapped after a check. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) {
      callback(error, []);
      return;
    }
    const [first] = addresses;
    if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address))) {
      callback(new PrivateAddress(), []);
      return;
    }
    if (options.all === true) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};
