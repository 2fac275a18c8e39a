import { onTestFinished, vi } from 'vitest';

/** What the server says to a request: an entry of tests/support/answers, or one that is built upon it. */
export interface Answer {
  /** The method and the path, with those parameters of the query that make it another request. */
  request: string;
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
  /** The answer waits for this; if it rejects, there is none. */
  after?: Promise<unknown> | (() => Promise<unknown>);
}

export interface SentRequest {
  method: string;
  url: URL;
  headers: Headers;
  /** Parsed, if it is JSON. */
  body: unknown;
}

/** There is no connection. */
export const lost = (answer: Pick<Answer, 'request'>): Answer => ({
  status: 0,
  ...answer,
  after: () => Promise.reject(new TypeError('Failed to fetch')),
});

/** The error page of a proxy in front of the server. */
export const proxyPage = ({ request }: Pick<Answer, 'request'>, status = 502): Answer => ({
  request,
  status,
  body: '<html><body>Bad Gateway</body></html>',
});

/** An answer that comes when the test says so. */
export function held<Held extends Pick<Answer, 'request'>>(answer: Held) {
  const { promise, resolve: release } = Promise.withResolvers<void>();
  return { answer: { ...answer, after: promise }, release };
}

/**
 * Answers the page's requests: the first fitting answer. Those of a list are given in their order, and the last one
 * again and again. A request without an answer fails the test.
 */
export function fakeService(...answers: (Answer | Answer[])[]) {
  let known = answers.map((answer) => [answer].flat());
  const sent: SentRequest[] = [];
  const unanswered: string[] = [];

  async function answer(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const request = await readRequest(input, init);
    sent.push(request);
    const list = known.find(([candidate]) => candidate && isAnswerTo(candidate, request)) ?? [];
    const first = (list.length > 1 ? list.shift() : list[0]) ?? documentFor(request);
    if (!first) {
      unanswered.push(`${request.method} ${request.url.pathname}${request.url.search}`);
      throw new TypeError('Failed to fetch');
    }
    await waitUnlessAborted(init?.signal, typeof first.after === 'function' ? first.after() : first.after);
    return responseOf(first);
  }

  vi.stubGlobal('fetch', answer);
  onTestFinished(() => {
    vi.unstubAllGlobals();
    if (unanswered.length > 0) throw new Error(`No answer to ${[...new Set(unanswered)].join(', ')}`);
  });

  return {
    sent,
    /** From now on, these are the answers to their requests. */
    answer(...changed: Answer[]): void {
      known = [...changed.map((answer) => [answer]), ...known];
    },
    /** The bodies that were sent with this request. */
    bodies: ({ request }: Pick<Answer, 'request'>) =>
      sent.filter((one) => isAnswerTo({ request }, one)).map(({ body }) => body),
  };
}

/** A page that is fetched in advance, for the names of its scripts: here, it has none. */
function documentFor({ method, url }: SentRequest): Answer | undefined {
  const isApi = /^\/(auth|rest|storage|functions)\/v1\//.test(url.pathname);
  return isApi ? undefined : { request: `${method} ${url.pathname}`, status: 200, body: '<html></html>' };
}

function isAnswerTo({ request }: Pick<Answer, 'request'>, { method, url }: SentRequest): boolean {
  const [wantedMethod, address = ''] = request.split(' ');
  const wanted = new URL(address, url);
  return (
    method === wantedMethod &&
    url.pathname === wanted.pathname &&
    [...wanted.searchParams].every(([name, value]) => url.searchParams.get(name) === value)
  );
}

async function readRequest(input: RequestInfo | URL, init: RequestInit = {}): Promise<SentRequest> {
  const request = typeof input === 'object' && 'url' in input ? input : undefined;
  const text = typeof init.body === 'string' ? init.body : await request?.text();
  return {
    method: init.method ?? request?.method ?? 'GET',
    url: new URL(request?.url ?? String(input), window.location.href),
    headers: new Headers(init.headers ?? request?.headers),
    body: parsed(text),
  };
}

function parsed(text: string | undefined): unknown {
  try {
    return text && JSON.parse(text);
  } catch {
    return text;
  }
}

function responseOf({ status, body, headers }: Answer): Response {
  const isText = typeof body === 'string';
  const content = body === undefined || status === 204 ? null : isText ? body : JSON.stringify(body);
  const type = isText ? 'text/html' : 'application/json';
  return new Response(content, { status, headers: { 'content-type': type, ...headers } });
}

/** Waits, but not longer than the request does. */
function waitUnlessAborted(signal: AbortSignal | null | undefined, wait: Promise<unknown> | undefined) {
  if (!wait) return;
  return new Promise((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason));
    wait.then(resolve, reject);
  });
}
