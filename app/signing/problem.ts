import { ApiError } from '#app/shared/api/api.ts';
import { messageOf } from '#app/shared/api/error-wording.ts';
import type { Translate } from '#domain/language/translate.ts';
import { signingRefusal } from '#domain/signing/problems.ts';

export function signingProblemInWords(error: unknown, t: Translate): string {
  const refusal = signingRefusal(error instanceof ApiError ? error.code : undefined);
  return refusal ? t(refusal) : messageOf(error, t);
}
