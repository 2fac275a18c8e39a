import type { Person } from '#tests/support/people.ts';
import type { SharedPortal } from '#tests/support/server/portal.ts';
import { codeIn } from './auth-wire.ts';

export const isCodeMail = ({ subject }: { subject?: string | undefined }) =>
  subject === 'Your code to confirm it’s you';

/** Proves in this session that the mailbox belongs to the person, with a code from an email and nothing else. */
export async function proveMailbox(
  portal: Pick<SharedPortal, 'mailTo'>,
  { client, email }: Pick<Person, 'client' | 'email'>,
): Promise<void> {
  const asked = await client.auth.reauthenticate();
  if (asked.error) throw asked.error;
  const nonce = codeIn(await portal.mailTo(email, isCodeMail));
  const { error } = await client.auth.updateUser({ nonce });
  if (error) throw error;
}
