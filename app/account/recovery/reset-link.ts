import type { MessageDescriptor } from '@lingui/core';
import { isRefusal } from '#app/shared/api/api.ts';
import { msg } from '#domain/language/message.ts';
import type { OfferedSession } from '../entry/link-session.ts';
import { type EntryLink, type LinkAuth, takeUp } from '../entry/mailed-link.ts';

export type ResetLinkProblem = 'expired' | 'no-session' | 'unreachable' | 'missing' | 'other-browser';

export const resetLinkTexts: Record<ResetLinkProblem, MessageDescriptor> = {
  expired: msg`Invalid or expired reset link. Please request a new password reset.`,
  'no-session': msg`Invalid reset session. Please request a new password reset.`,
  unreachable: msg`Error validating reset link. Please try again.`,
  missing: msg`Invalid or missing reset link. Please request a new password reset.`,
  // Another browser asked for it with PKCE. The code in the same email works here.
  'other-browser': msg`Invalid or expired reset link. Please request a new password reset.`,
};

/** What happened to the link: opened, first offered to the person, or not accepted. */
export type OpenedLink = { problem: ResetLinkProblem } | { problem: null; offer: OfferedSession | null };

/** Opens the link's session if this browser asked for it. Never throws. */
export async function openResetLink(auth: LinkAuth, link: EntryLink): Promise<OpenedLink> {
  try {
    const taken = await takeUp(auth, 'recovery', link);
    switch (taken.kind) {
      case 'none':
        return { problem: 'missing' };
      case 'refused':
        return { problem: 'expired' };
      case 'signed-in':
        return { problem: null, offer: null };
      case 'offered':
        return { problem: null, offer: taken.offer };
      default:
        return { problem: taken.kind };
    }
  } catch (error) {
    console.warn('The link was not accepted', error);
    return { problem: isRefusal(error) ? 'expired' : 'unreachable' };
  }
}
