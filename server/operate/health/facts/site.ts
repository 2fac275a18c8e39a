import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import type { TLSSocket } from 'node:tls';
import type { CertificateFacts } from '#domain/health/machine.ts';

/** What the site's public address shows. */
interface SiteFacts {
  certificate: CertificateFacts;
  /** The offset of the site's clock from ours, in seconds; null if unknown. */
  clock: number | null;
}

const TIMEOUT_MS = 8_000;
const LOCAL = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/;

/** Requests `siteUrl`, if it is https, and no other host. Never throws. */
export async function siteFacts(siteUrl: string, now: () => number): Promise<SiteFacts> {
  const url = new URL('/healthz', siteUrl);
  if (url.protocol !== 'https:') {
    return { certificate: { kind: 'none', local: LOCAL.test(url.hostname) }, clock: null };
  }
  try {
    const before = now();
    const { certificate, date } = await open(url);
    // The header is truncated to whole seconds.
    const theirs = Date.parse(date) + 500;
    return { certificate, clock: Number.isNaN(theirs) ? null : (theirs - (before + now()) / 2) / 1000 };
  } catch (error) {
    return { certificate: { kind: 'unreachable', reason: reasonOf(error) }, clock: null };
  }
}

async function open(url: URL): Promise<{ certificate: CertificateFacts; date: string }> {
  // An invalid certificate is inspected too. No secrets are sent.
  const asking = request(url, {
    method: 'HEAD',
    agent: false,
    rejectUnauthorized: false,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  asking.end();
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  const socket = answer.socket as TLSSocket;
  const { valid_from: from, valid_to: until } = socket.getPeerCertificate();
  const certificate: CertificateFacts = socket.authorized
    ? { kind: 'valid', from: new Date(from), until: new Date(until) }
    : { kind: 'invalid', reason: String(socket.authorizationError) };
  const date = answer.headers.date ?? '';
  answer.destroy();
  return { certificate, date };
}

/** For a host with several addresses, Node's error has no message. */
function reasonOf(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  return message || code || 'no answer';
}
