import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The address without a zone, and mapped IPv4 as IPv4. Undefined for other text, which a proxy may send. */
export function plainAddress(ip: string): string | undefined {
  return parse(ip)?.toString();
}

/** The network of one customer, as CIDR: an IPv4 address, or the first half of an IPv6 address. */
export function networkOf(ip: string): string | undefined {
  const address = parse(ip);
  if (address === undefined) return undefined;
  return address instanceof ipaddr.IPv6 ? prefix(address, 64) : `${address}/32`;
}

/** The site of an IPv6 address (CIDR): providers assign a /48, with 65,536 networks of /64. Undefined for IPv4. */
export function siteOf(ip: string): string | undefined {
  const address = parse(ip);
  return address instanceof ipaddr.IPv6 ? prefix(address, 48) : undefined;
}

/** The budget of a site, as a multiple of a network's: a site may be one person, or a mobile provider's customers. */
export const NETWORKS_PER_SITE = 4;

/** The library alone would also accept IPv4 in hexadecimal or with fewer than four parts. */
function parse(ip: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const address = ip.split('%', 1)[0] ?? '';
  return isIP(address) === 0 ? undefined : ipaddr.process(address);
}

function prefix(address: ipaddr.IPv6, bits: 48 | 64): string {
  const groups = address.parts.slice(0, bits / 16).map((group) => group.toString(16));
  return `${groups.join(':')}::/${bits}`;
}
