type Send = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>;

/** As long as the server may refuse another mail. */
const LIMIT_MS = 5 * 60_000;
const MAIL_REQUEST = /\/auth\/v1\/(signup|recover|otp|resend|reauthenticate)\b/;

/**
 * If the answer to a request for a mail was lost, and the repeated request comes too soon for another mail, the first
 * one has arrived. The page then says so, and not that the person has to wait.
 */
export function createMailRequests(send: Send, now: () => number): Send {
  /** When the last answer about an address was lost. */
  const lost = new Map<string, number>();
  return async (input, init) => {
    const url = String(input);
    if (!MAIL_REQUEST.test(url)) return send(input, init);
    const key = `${new URL(url).pathname} ${emailIn(init?.body)}`;
    let response: Response;
    try {
      response = await send(input, init);
    } catch (error) {
      lost.set(key, now());
      throw error;
    }
    const wasLost = now() - (lost.get(key) ?? Number.NEGATIVE_INFINITY) < LIMIT_MS;
    if (
      response.status === 429 &&
      wasLost &&
      (await response.clone().text()).includes('over_email_send_rate_limit')
    ) {
      return new Response('{}', { status: 200, headers: { 'content-type': 'application/json' } });
    }
    if (response.ok) lost.delete(key);
    return response;
  };
}

function emailIn(body: unknown): string {
  try {
    return typeof body === 'string' ? String(JSON.parse(body).email).toLowerCase() : '';
  } catch {
    return '';
  }
}
