import type { Send } from '#app/shared/api/api.ts';

/** As long as the server may refuse another mail. */
const LIMIT_MS = 5 * 60_000;

/**
 * Sends requests for mails. If the answer to one was lost, and the repeated request comes too soon for another mail, the
 * first one has arrived. The page then says so, and not that the person has to wait.
 */
export function createMailRequests(send: Send, now: () => number): Send {
  /** When the last answer about an address was lost. */
  const lost = new Map<string, number>();
  const sent = new Map<string, number>();
  const isRecent = (at = Number.NEGATIVE_INFINITY) => now() - at < LIMIT_MS;
  return async (url, init) => {
    const key = `${url.split('?')[0]} ${emailIn(init.body)}`;
    let response: Response;
    try {
      response = await send(url, init);
    } catch (error) {
      // After a mail that was sent, the server would refuse another one anyway.
      if (!isRecent(sent.get(key))) lost.set(key, now());
      throw error;
    }
    if (
      response.status === 429 &&
      isRecent(lost.get(key)) &&
      (await response.clone().text()).includes('over_email_send_rate_limit')
    ) {
      return new Response('{}', { status: 200, headers: { 'content-type': 'application/json' } });
    }
    if (response.ok) {
      lost.delete(key);
      sent.set(key, now());
    }
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
