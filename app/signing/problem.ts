import { ApiError } from '#app/shared/api/api.ts';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { callOwn } from '#app/shared/api/own-fetch.ts';
import type { Translate } from '#domain/language/translate.ts';
import { signingRefusal } from '#domain/signing/problems.ts';

/** Calls a function of the server. Throws `ApiError` with a code of domain/signing/problems.ts. */
export const callSigning = <Answer>(path: string, options: { body?: unknown; signal?: AbortSignal }) =>
  callOwn<Answer>(`/functions/v1/${path}`, options);

export function signingProblemInWords(error: unknown, t: Translate): string {
  const refusal = signingRefusal(error instanceof ApiError ? error.code : undefined);
  return refusal ? t(refusal) : messageOf(error, t);
}
