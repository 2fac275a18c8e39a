import { storedText } from '#app/shared/drafts/stored-value.ts';

/**
 * The code of an invitation, from the link until it was accepted: between them, the person may have to sign up. The end of
 * a session removes it, so that the next person at a shared computer doesn't find it.
 */
export const storedJoinCode = storedText('local', 'nutmeg.invitation-code');
