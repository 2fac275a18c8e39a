import { randomUUID } from 'node:crypto';
import type { Transaction } from '#server/database/database.ts';
import type { ClientFingerprint } from '../client-fingerprint.ts';
import type { AuthContext } from '../context.ts';
import { firstNameOf, type User } from '../users/users.ts';
import type { PkceChallenge } from '../validation.ts';
import { rememberChallenge } from '../verification/flow-states.ts';
import { issueOneTimeToken, type TokenType } from '../verification/one-time-tokens.ts';
import { allowedRedirect } from '../verification/redirects.ts';
import type { AuthMails, LinkMail } from './auth-mails.ts';

export type LinkKind = Exclude<TokenType, 'reauthentication'>;

interface Kind {
  /** The link's `type`, and where it leads unless the request says otherwise. */
  type: string;
  page: string;
  /** The user's column that says when such a mail was last sent. */
  sentAt: string;
  send: (mails: AuthMails, tx: Transaction, mail: LinkMail) => Promise<void>;
}

const KINDS: Record<LinkKind, Kind> = {
  confirmation: {
    type: 'signup',
    page: '/confirm-email',
    sentAt: 'confirmation_sent_at',
    send: (mails, tx, mail) => mails.confirmation(tx, mail),
  },
  recovery: {
    type: 'recovery',
    page: '/reset-password',
    sentAt: 'recovery_sent_at',
    send: (mails, tx, mail) => mails.recovery(tx, mail),
  },
  magiclink: {
    type: 'magiclink',
    page: '/account',
    sentAt: 'recovery_sent_at',
    send: (mails, tx, mail) => mails.magicLink(tx, mail),
  },
  email_change: {
    type: 'email_change',
    page: '/account',
    sentAt: 'email_change_sent_at',
    send: (mails, tx, mail) => mails.emailChange(tx, mail),
  },
};

interface Wanted {
  kind: LinkKind;
  /** Where the mail goes. */
  email: string;
  redirectTo: string | undefined;
  challenge: PkceChallenge | undefined;
  fingerprint: ClientFingerprint;
}

type Deps = Pick<AuthContext, 'sealer' | 'mails' | 'siteUrl'>;

/** Queues a mail with a link and a code for the user. */
export async function sendLinkMail(tx: Transaction, deps: Deps, user: User, wanted: Wanted): Promise<void> {
  await send(tx, deps, { userId: user.id, firstName: firstNameOf(user) }, wanted);
}

/**
 * The same work where there is nobody to write to, undone at the end: an answer that comes sooner would tell
 * who has an account. With somebody it is `sendLink` with the same steps around it.
 */
export async function sendLinkMailIfUser(
  tx: Transaction,
  deps: Deps,
  user: User | undefined,
  wanted: Wanted,
): Promise<void> {
  await tx.query('savepoint link_mail');
  const person = user ? { userId: user.id, firstName: firstNameOf(user) } : { userId: randomUUID() };
  await send(tx, deps, person, wanted);
  await tx.query(user ? 'release savepoint link_mail' : 'rollback to savepoint link_mail');
}

async function send(
  tx: Transaction,
  { sealer, mails, siteUrl }: Deps,
  { userId, firstName }: { userId: string; firstName?: string | undefined },
  { kind, email, redirectTo, challenge, fingerprint }: Wanted,
): Promise<void> {
  const { type, page, sentAt, send } = KINDS[kind];
  const flowStateId = challenge && (await rememberChallenge(tx, userId, challenge));
  const { linkToken, code } = await issueOneTimeToken(tx, sealer, {
    userId,
    type: kind,
    email,
    flowStateId,
    fingerprint,
  });
  await tx.query(`update auth.users set ${sentAt} = now(), updated_at = now() where id = $1`, [userId]);
  const target = allowedRedirect(redirectTo ?? siteUrl + page, siteUrl).href;
  const query = new URLSearchParams({ token: linkToken, type, redirect_to: target });
  await send(mails, tx, { to: email, firstName, link: `${siteUrl}/auth/v1/verify?${query}`, code });
}
