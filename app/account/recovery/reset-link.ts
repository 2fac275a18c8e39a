import type { MessageDescriptor } from '@lingui/core';
import { isRefusal } from '#app/shared/api/api.ts';
import { msg } from '#domain/language/message.ts';
import { type EntryLink, type LinkAuth, type TakenLink, takeUp } from '../entry/mailed-link.ts';

/** What happened to the link. unreachable: it may work later. */
export type OpenedLink = TakenLink | { kind: 'unreachable' };
export type ResetLinkProblem = Exclude<OpenedLink['kind'], 'signed-in' | 'offered'>;

const expired = msg`Invalid or expired reset link. Please request a new password reset.`;
export const resetLinkTexts: Record<ResetLinkProblem, MessageDescriptor> = {
  refused: expired,
  'no-session': msg`Invalid reset session. Please request a new password reset.`,
  unreachable: msg`Error validating reset link. Please try again.`,
  none: msg`Invalid or missing reset link. Please request a new password reset.`,
  // Another browser asked for it with PKCE. The code in the same email works here.
  'other-browser': expired,
};

/** Opens the link's session if this browser asked for it. Never throws. */
export async function openResetLink(auth: LinkAuth, link: EntryLink): Promise<OpenedLink> {
  try {
    return await takeUp(auth, 'recovery', link);
  } catch (error) {
    console.warn('The link was not accepted', error);
    return { kind: isRefusal(error) ? 'refused' : 'unreachable' };
  }
}
