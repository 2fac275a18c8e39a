import { publishableKey } from '#app/env.ts';
import { CAPTCHA_PASS_HEADER } from '#contract/captcha.ts';

/** What the server refused, in its own words. */
export class WireError extends Error {
  readonly status: number;
  readonly code: string | undefined;

  constructor(status: number, body: { message?: unknown; code?: unknown }) {
    super(typeof body.message === 'string' ? body.message : '');
    this.status = status;
    this.code = typeof body.code === 'string' ? body.code : undefined;
  }
}

interface Call {
  method: 'GET' | 'POST' | 'PATCH';
  body?: unknown;
  /** The captcha's pass for this one write. */
  pass?: string;
  prefer?: string;
}

/**
 * A visitor's call with the public key, without the library that the portal calls with: it would be most of a public
 * page. Throws `WireError` for what is refused, and the browser's own error where nobody answers.
 */
export async function call<Answer>(path: string, { method, body, pass, prefer }: Call): Promise<Answer> {
  const answer = await fetch(path, {
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
  const text = await answer.text();
  const content: unknown = text === '' ? null : parsed(text);
  if (!answer.ok) throw new WireError(answer.status, content && typeof content === 'object' ? content : {});
  return content as Answer;
}

/** A proxy's own error page is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export const callFunction = <Answer>(name: string, options: Call) =>
  call<Answer>(`/functions/v1/${name}`, options);
