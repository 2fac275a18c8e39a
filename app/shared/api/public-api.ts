import { publishableKey } from '#app/env.ts';
import { CAPTCHA_PASS_HEADER } from '#contract/captcha.ts';

/** The server's error response, with its message. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string | undefined;
  /** The key of a message, where the code alone does not say which. */
  readonly details: unknown;

  constructor(status: number, body: { message?: unknown; code?: unknown; details?: unknown }) {
    super(typeof body.message === 'string' ? body.message : '');
    this.status = status;
    this.code = typeof body.code === 'string' ? body.code : undefined;
    this.details = body.details;
  }
}

interface CallOptions {
  method: 'GET' | 'POST' | 'PATCH';
  body?: unknown;
  /** The captcha pass for this write. */
  pass?: string;
  prefer?: string;
}

/**
 * Calls the API as a visitor. For public pages, which load without supabase-js: it would be most of their code. Throws
 * `ApiError` for an error response, and the browser's error if there is no response.
 */
export async function callApi<Answer>(
  path: string,
  { method, body, pass, prefer }: CallOptions,
): Promise<Answer> {
  const response = await fetch(path, {
    method,
    headers: {
      apikey: publishableKey,
      authorization: `Bearer ${publishableKey}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(pass !== undefined && { [CAPTCHA_PASS_HEADER]: pass }),
      ...(prefer !== undefined && { prefer }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const content: unknown = text === '' ? null : parseJson(text);
  if (!response.ok)
    throw new ApiError(response.status, content && typeof content === 'object' ? content : {});
  return content as Answer;
}

/** Null for what is not JSON, such as a proxy's error page. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export const callFunction = <Answer>(name: string, options: CallOptions) =>
  callApi<Answer>(`/functions/v1/${name}`, options);
