import type { MessageDescriptor } from '@lingui/core';
import { newPasswordProblem } from '#app/account/entry/problems.ts';
import { failureOf, messageOf } from '#app/shared/api/error-wording.ts';
import type { Translate } from '#domain/language/translate.ts';

/** The secret after the `#`, which is never sent to a server or a log; '' if there is none. */
export function linkToken(): string {
  const token = window.location.hash.slice(1);
  return /^[0-9a-f]{64}$/.test(token) ? token : '';
}

/** The result of opening a link: what it is for, or the error if it was refused; null if the address has no token. */
export type Opened<Facts> = { state: 'good'; facts: Facts } | { state: 'refused'; error: unknown };

/** Checks a link before its page shows. `ask` throws if the link is not valid. */
export async function openLink<Facts>(ask: (token: string) => Promise<Facts>): Promise<Opened<Facts>> {
  const token = linkToken();
  if (token === '') return { state: 'refused', error: null };
  try {
    return { state: 'good', facts: await ask(token) };
  } catch (error) {
    return { state: 'refused', error };
  }
}

/** Why a link was not accepted; `refused` is the message for a used or unknown link. */
export function linkProblem(error: unknown, refused: MessageDescriptor, t: Translate): string {
  const isOver = ['otp_expired', 'validation_failed'].includes(failureOf(error).code);
  return error === null || isOver ? t(refused) : messageOf(error, t);
}

type SetError = (
  name: 'newPassword' | 'root',
  error: { message: string },
  options?: { shouldFocus: boolean },
) => void;

/** Shows why a form with a new password was refused: at the field if it is about the password. */
export function showLinkProblem(
  setError: SetError,
  error: unknown,
  refused: MessageDescriptor,
  t: Translate,
): void {
  if (failureOf(error).code === 'weak_password') {
    setError('newPassword', { message: newPasswordProblem(error, t) }, { shouldFocus: true });
  } else setError('root', { message: linkProblem(error, refused, t) });
}
