import { isIPv4, isIPv6 } from 'node:net';

const V4_IN_V6 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * The address in its plain form, or undefined for what is none: behind a proxy it is that proxy's word. Without a
 * zone, and IPv4 as IPv4 where the server listens for both.
 */
export function plainAddress(ip: string): string | undefined {
  const bare = ip.split('%', 1)[0] ?? '';
  const v4 = V4_IN_V6.exec(bare)?.[1] ?? bare;
  return isIPv4(v4) || isIPv6(v4) ? v4 : undefined;
}

/** The network that one customer has: an IPv4 address, the first half of an IPv6 one. As PostgreSQL writes it. */
export function networkOf(ip: string): string | undefined {
  return network(ip, 64);
}

/**
 * The site that an IPv6 address belongs to, as providers assign them: one customer may have 65,536 networks of /64.
 * Undefined for IPv4, where there is only the network.
 */
export function siteOf(ip: string): string | undefined {
  const address = plainAddress(ip);
  return address === undefined || isIPv4(address) ? undefined : network(ip, 48);
}

/** A site's budget, as a multiple of a network's: it may hold many people, as a mobile provider's does, or one. */
export const NETWORKS_PER_SITE = 4;

function network(ip: string, bits: 48 | 64): string | undefined {
  const address = plainAddress(ip);
  if (address === undefined) return undefined;
  if (isIPv4(address)) return `${address}/32`;
  const [left = '', right] = address.split('::');
  const head = left === '' ? [] : left.split(':');
  const missing = right === undefined ? 0 : 8 - head.length - groupsIn(right);
  const groups = [...head, ...Array.from({ length: missing }, () => '0'), ...(right?.split(':') ?? [])];
  const first = groups.slice(0, bits / 16).map((group) => Number.parseInt(group, 16).toString(16));
  return `${first.join(':')}::/${bits}`;
}

/** An IPv4 address at the end stands for two groups. */
function groupsIn(text: string): number {
  if (text === '') return 0;
  return text.split(':').length + (text.includes('.') ? 1 : 0);
}
