import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { compile } from 'proxy-addr';

/** What of a request tells where it came from. */
interface Addressed {
  readonly headers: IncomingHttpHeaders;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/** The client that limits count a request for: an IPv4 address, or an IPv6 network of 64 bits, which one line holds. */
export type AddressOf = (request: Addressed) => string;

const QUOTED = /^"(.*)"$/;
const BRACKETED = /^\[([^\]]+)\](?::\d{1,5})?$/;
const IPV4_WITH_PORT = /^([\d.]+):\d{1,5}$/;

/**
 * Reads clients' addresses by TRUST_PROXY alone: what a host app has set for `trust proxy` says nothing about who stands in front of the
 * companion. From the socket on, each hop that is trusted says in X-Forwarded-For who is behind it. Where it says what nobody can read,
 * the hop itself is counted, so that no header switches a limit off.
 *
 * @param trustProxy as Express's setting `trust proxy`
 */
export function clientAddresses(trustProxy: boolean | number | string): AddressOf {
  const trusts = trustOf(trustProxy);
  return ({ headers, socket }) => {
    let address = readAddress(socket.remoteAddress ?? '');
    const hops = String(headers['x-forwarded-for'] ?? '').split(',');
    for (let hop = 0; trusts(address ?? '', hop); hop += 1) {
      const behind = readAddress(hops.pop() ?? '');
      if (behind === undefined) break;
      address = behind;
    }
    // A connection that is closed, or a socket of the file system, has none: such clients share one count.
    return address === undefined ? 'unknown' : lineOf(address);
  };
}

function trustOf(trustProxy: boolean | number | string): (address: string, hop: number) => boolean {
  if (typeof trustProxy === 'boolean') return () => trustProxy;
  if (typeof trustProxy === 'number') return (_address, hop) => hop < trustProxy;
  return compile(trustProxy.split(',').map((proxy) => proxy.trim()));
}

/** An address, with or without a port. */
function readAddress(written: string): string | undefined {
  const bare = written.trim().replace(QUOTED, '$1');
  const address = BRACKETED.exec(bare)?.[1] ?? IPV4_WITH_PORT.exec(bare)?.[1] ?? bare;
  return isIP(address) !== 0 && ipaddr.isValid(address) ? address : undefined;
}

function lineOf(address: string): string {
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  return `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0])}/64`;
}
