import { callOwn } from '#app/shared/api/own-fetch.ts';

/** Calls a function of the server. Throws `ApiError` with a code of domain/signing/problems.ts. */
export const callSigning = <Answer>(path: string, options: { body?: unknown; signal?: AbortSignal }) =>
  callOwn<Answer>(`/functions/v1/${path}`, options);
