/** Between two renewals, unless the server refused the token. */
const FLOOR_MS = 10_000;

interface Deps {
  fetch: typeof fetch;
  /** A clock that is never set. */
  now: () => number;
}

/**
 * The requests of the auth library. It asks the device's clock whether a token has expired, which may be hours off:
 * without the server's `expires_at`, it counts `expires_in` from the moment that the token came.
 */
export function createRenewal({ fetch, now }: Deps) {
  let last = Number.NEGATIVE_INFINITY;
  let isDemanded = false;

  async function send(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const isRenewal = /\/token\?grant_type=refresh_token/.test(String(input));
    if (isRenewal) {
      // A clock that jumps may end each new token at once.
      const wait = isDemanded ? 0 : last + FLOOR_MS - now();
      isDemanded = false;
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    }
    const response = await fetch(input, init);
    if (isRenewal && response.ok) last = now();
    return response.ok && init?.method === 'POST' ? withoutEnd(response) : response;
  }

  return {
    fetch: send,
    /** The server refused the token: the next renewal doesn't wait. */
    demand(): void {
      isDemanded = true;
    },
  };
}

/** The same response, without the server's time if it is a session. */
async function withoutEnd(response: Response): Promise<Response> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  if (typeof body !== 'object' || body === null || !('access_token' in body)) return response;
  const { status, headers } = response;
  return new Response(JSON.stringify({ ...body, expires_at: undefined }), { status, headers });
}

export const renewal = createRenewal({
  fetch: (input, init) => fetch(input, init),
  now: () => performance.now(),
});
