import { ApiError, isRefusal } from '#app/shared/api/api.ts';
import { failureOf, isConnectionError } from '#app/shared/api/error-wording.ts';
import { type Language, localizePath } from '#domain/language/language.ts';

export function confirmEmailUrl(language: Language): string {
  return window.location.origin + localizePath('/confirm-email', language);
}

/** The pause that the server asks for ("... after 42 seconds"), or 0. */
export function secondsToWait(error: unknown): number {
  const { code, message } = failureOf(error);
  if (code !== 'over_email_send_rate_limit') return 0;
  return Number(/after (\d+) second/.exec(message)?.[1] ?? 0);
}

/** Whether the link may still work: the request did not reach the server, or was one too many. */
export function mayTryAgain(error: unknown): boolean {
  return isConnectionError(error) || (error instanceof ApiError && !isRefusal(error));
}
