import { randomUUID } from 'node:crypto';
import { localizePath, sourceLanguage } from '#domain/language/language.ts';
import type { Transaction } from '#server/database/database.ts';
import type { AuthContext } from '../context.ts';
import type { ClientFingerprint } from '../sessions/recognized-devices.ts';
import { addresseeOf, type User } from '../users/users.ts';
import type { PkceChallenge } from '../validation.ts';
import { createFlowState } from '../verification/flow-states.ts';
import { allowedRedirect, pageOfLink, pageOfType } from '../verification/link-pages.ts';
import { issueOneTimeToken, type TokenType } from '../verification/one-time-tokens.ts';

export type LinkKind = Exclude<TokenType, 'reauthentication'>;

/** The `type` parameter of the link, the column of `auth.users` with the time of the last such mail, and the mail. */
const KINDS = {
  confirmation: { type: 'signup', sentAt: 'confirmation_sent_at', mail: 'confirmation' },
  recovery: { type: 'recovery', sentAt: 'recovery_sent_at', mail: 'recovery' },
  magiclink: { type: 'magiclink', sentAt: 'recovery_sent_at', mail: 'magic_link' },
  email_change: { type: 'email_change', sentAt: 'email_change_sent_at', mail: 'email_change' },
} as const satisfies Record<LinkKind, object>;

interface LinkMailRequest {
  kind: LinkKind;
  /** The recipient. */
  email: string;
  redirectTo?: string | undefined;
  challenge?: PkceChallenge | undefined;
  fingerprint: ClientFingerprint;
}

/**
 * Queues a mail with a link and a code to the user. Without a user, it rolls the same work back: a faster response would
 * reveal who has an account.
 */
export async function sendLinkMail(
  tx: Transaction,
  { sealer, mails, siteUrl }: AuthContext,
  user: User | undefined,
  { kind, email, redirectTo, challenge, fingerprint }: LinkMailRequest,
): Promise<void> {
  const { type, sentAt, mail } = KINDS[kind];
  const userId = user?.id ?? randomUUID();
  await tx.query('savepoint link_mail');
  const flowStateId = challenge && (await createFlowState(tx, userId, challenge));
  const token = { userId, type: kind, email, flowStateId, fingerprint };
  const { linkToken, code } = await issueOneTimeToken(tx, sealer, token);
  await tx.query(`update auth.users set ${sentAt} = now(), updated_at = now() where id = $1`, [userId]);
  const addressee = user && addresseeOf(user);
  const language = addressee?.language ?? sourceLanguage;
  const page = siteUrl + localizePath(pageOfType(type), language);
  const target = allowedRedirect(redirectTo ?? page, siteUrl);
  const link = pageOfLink({ token: linkToken, type, target, siteUrl, language });
  await mails.send(tx, mail, { ...addressee, to: email, link, code });
  await tx.query(user ? 'release savepoint link_mail' : 'rollback to savepoint link_mail');
}
