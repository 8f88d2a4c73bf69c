import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The shop's endpoint is on this machine or in a private network, and that is not allowed. */
export class PrivateAddress extends Error {
  override readonly name = 'PrivateAddress';

  constructor() {
    super('the endpoint’s address is private; WEBHOOK_ALLOW_PRIVATE=1 allows it');
  }
}

/** The part of IPv6 that is allocated for public use; `range()` names the reserved ranges within it. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3');

/**
 * Whether an address belongs to the public internet. An IPv4 address inside IPv6 (mapped, NAT64, 6to4) counts as what
 * it is.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_IPV6);
}

/** The host of a URL if it is an IP address, which needs no lookup. */
export function literalAddress(url: string): string | undefined {
  const host = new URL(url).hostname.replace(/[[\]]/g, '');
  return ipaddr.isValid(host) ? host : undefined;
}

/** Asks for all addresses of a name, as `lookup` of node:dns. */
type Resolve = (
  hostname: string,
  options: LookupOptions & { readonly all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** Checks the addresses of a name at the moment of connecting, so that they cannot change after the check. */
export const publicLookup = createPublicLookup(lookup);

/** {@link publicLookup} with another resolver than the system's. */
export function createPublicLookup(resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
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
}
