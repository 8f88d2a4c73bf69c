import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { compile } from 'proxy-addr';
import type { TrustProxy } from '../../../config/settings.ts';

/** The parts of a request that show where it came from. */
interface RequestOrigin {
  readonly headers: IncomingHttpHeaders;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/**
 * Reads the client that limits count a request for: an IPv4 address, or an IPv6 /64 network, which one subscriber has.
 */
export type AddressReader = (request: RequestOrigin) => string;

const QUOTED = /^"(.*)"$/;
const BRACKETED = /^\[([^\]]+)\](?::\d{1,5})?$/;
const IPV4_WITH_PORT = /^([\d.]+):\d{1,5}$/;

/**
 * Makes a reader that follows TRUST_PROXY and ignores the host app's `trust proxy`. It starts at the socket. Each
 * trusted hop names the client behind it in X-Forwarded-For. If that entry is unreadable, the hop itself is counted, so
 * that no header switches a limit off.
 *
 * @param trustProxy as Express's setting `trust proxy`
 */
export function createAddressReader(trustProxy: TrustProxy): AddressReader {
  const isTrusted = createTrustCheck(trustProxy);
  return ({ headers, socket }) => {
    let address = readAddress(socket.remoteAddress ?? '');
    const hops = String(headers['x-forwarded-for'] ?? '').split(',');
    for (let hop = 0; isTrusted(address ?? '', hop); hop += 1) {
      const behind = readAddress(hops.pop() ?? '');
      if (behind === undefined) break;
      address = behind;
    }
    // A closed connection and a Unix socket have no address. Such clients share one count.
    return address === undefined ? 'unknown' : subscriberOf(address);
  };
}

function createTrustCheck(trustProxy: TrustProxy): (address: string, hop: number) => boolean {
  if (trustProxy === false) return () => false;
  if (typeof trustProxy === 'number') return (_address, hop) => hop < trustProxy;
  return compile(trustProxy.split(',').map((proxy) => proxy.trim()));
}

/** Reads an address with or without a port. */
function readAddress(written: string): string | undefined {
  const bare = written.trim().replace(QUOTED, '$1');
  const address = BRACKETED.exec(bare)?.[1] ?? IPV4_WITH_PORT.exec(bare)?.[1] ?? bare;
  return isIP(address) !== 0 && ipaddr.isValid(address) ? address : undefined;
}

/** An address without its last part: enough to tell a shop's network from a stranger's. */
export function maskAddress(address: string): string {
  if (isIP(address) === 4) return address.replace(/\d+$/, 'x');
  return address.includes(':') ? `${address.split(':').slice(0, 3).join(':')}::/48` : address;
}

function subscriberOf(address: string): string {
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  return `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0])}/64`;
}
