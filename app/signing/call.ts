import { publishableKey } from '#app/env.ts';
import { ownFetch } from '#app/shared/api/own-fetch.ts';
import { ApiError } from '#app/shared/api/public-api.ts';

/** Calls a function of the server. Throws `ApiError` with a code of domain/signing/problems.ts. */
export async function callSigning<Answer>(
  path: string,
  { body, signal }: { body?: unknown; signal?: AbortSignal },
): Promise<Answer> {
  const response = await ownFetch(`/functions/v1/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      apikey: publishableKey,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });
  // A proxy's error page is not JSON.
  const content: unknown = await response.json().catch(() => null);
  if (!response.ok) {
    throw new ApiError(response.status, content && typeof content === 'object' ? content : {});
  }
  return content as Answer;
}
