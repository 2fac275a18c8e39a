import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '#domain/language/message.ts';
import type { Verdict } from './lights.ts';

export type CertificateFacts =
  /** SITE_URL starts with http:. `local`: on this machine, for trying things out. */
  | { kind: 'none'; local: boolean }
  | { kind: 'unreachable'; reason: string }
  | { kind: 'invalid'; reason: string }
  | { kind: 'valid'; from: Date; until: Date };

const DAY_MS = 24 * 60 * 60 * 1000;
/** Most certificates are renewed with a third of their lifetime left; some last only six days. */
const LATE = { days: 14, share: 0.2 };
const LAST = { days: 3, share: 0.1 };

export function judgeCertificate(facts: CertificateFacts, now: Date): Verdict {
  if (facts.kind === 'none') return withoutCertificate(facts.local);
  if (facts.kind === 'unreachable') {
    return {
      state: 'yellow',
      says: [msg`This server couldn’t open the site’s address to check its certificate.`],
      todo: [
        msg`Open the site in a browser. If it works there, the network just keeps the server from reaching itself.`,
      ],
      detail: facts.reason,
    };
  }
  const renew = [msg`Renew the certificate, usually on the web server in front of the portal.`];
  if (facts.kind === 'invalid') {
    return {
      state: 'red',
      says: [msg`Browsers warn people about this site because its certificate isn’t valid.`],
      todo: renew,
      detail: facts.reason,
    };
  }
  const left = facts.until.getTime() - now.getTime();
  const life = facts.until.getTime() - facts.from.getTime();
  const within = ({ days, share }: typeof LATE) => left < Math.min(days * DAY_MS, life * share);
  const says = [validFor(left)];
  if (!within(LATE)) return { state: 'green', says };
  return {
    state: within(LAST) ? 'red' : 'yellow',
    says: [...says, msg`It should have been renewed by now.`],
    todo: renew,
  };
}

function withoutCertificate(local: boolean): Verdict {
  const says = [msg`There’s no certificate to check because the site’s address starts with http.`];
  if (local) return { state: 'green', says };
  return {
    state: 'yellow',
    says: [...says, msg`Others on the network can read what people type.`],
    todo: [msg`Put a web server with TLS in front, and set SITE_URL to its https address.`],
  };
}

function validFor(ms: number): MessageDescriptor {
  const days = Math.floor(ms / DAY_MS);
  const hours = Math.max(0, Math.floor(ms / (DAY_MS / 24)));
  return days >= 2
    ? msg`The certificate is valid for ${plural({ days }, { one: '# day', other: '# days' })}.`
    : msg`The certificate is valid for ${plural({ hours }, { one: '# hour', other: '# hours' })}.`;
}
