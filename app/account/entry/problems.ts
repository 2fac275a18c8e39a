import {
  failureOf,
  isConnectionError,
  isPartMissing,
  messageOf,
  unexpected,
} from '#app/shared/api/error-wording.ts';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';

export function newPasswordProblem(error: unknown, t: Translate): string {
  const text = messageOf(error, t);
  return text === t(unexpected) ? t(msg`An unexpected error occurred. Please try again.`) : text;
}

/** @param phone the office's, in words */
export function signUpProblem(error: unknown, phone: string, t: Translate): string {
  const { message } = failureOf(error);
  if (isPartMissing(message)) return messageOf(error, t);
  if (isConnectionError(error)) {
    return t(msg`Connection error. Please check your internet connection or contact support at ${{ phone }}`);
  }
  if (isServerFault(error)) {
    return t(
      msg`Account creation temporarily unavailable. Please try again in a few moments or contact support at ${{ phone }}`,
    );
  }
  return messageOf(error, t);
}

/** @param phone the office's, in words */
export function signInProblem(error: unknown, phone: string, t: Translate): string {
  const { code } = failureOf(error);
  if (isConnectionError(error)) return messageOf(error, t);
  if (isServerFault(error)) return t(msg`Network error. Please check your connection and try again.`);
  if (code === 'invalid_api_key') {
    return t(msg`Application configuration error. Please contact support or call ${{ phone }}.`);
  }
  if (code === 'invalid_credentials') {
    return t(msg`Invalid email or password. Please check your entries and try again.`);
  }
  return messageOf(error, t);
}

function isServerFault(error: unknown): boolean {
  return (failureOf(error).status ?? 0) >= 500;
}
