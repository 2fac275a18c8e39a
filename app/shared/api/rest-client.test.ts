import { PostgrestClient } from '@supabase/postgrest-js';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Database } from '#contract/generated/database.ts';
import type { RestOptions } from './rest-client.ts';
import { createRestClient } from './rest-client.ts';

const base = 'http://localhost/rest/v1';
const headers = { apikey: 'key' };

/** Answers each request with the next of these, and keeps the requests. */
function server(...answers: (Response | Error)[]) {
  const requests: unknown[] = [];
  const fetch: RestOptions['fetch'] = async (url, init) => {
    const sent = Object.fromEntries(new Headers(init.headers));
    requests.push({ url, method: init.method, headers: sent, body: init.body ?? null });
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer instanceof Error) throw answer;
    return answer?.clone() ?? new Response('[]');
  };
  return { requests, fetch };
}

type Client = PostgrestClient<Database>;

/** The library and ours, with the same answers. */
async function both(call: (rest: Client) => PromiseLike<unknown>, answers: () => (Response | Error)[]) {
  const [theirs, ours] = [server(...answers()), server(...answers())];
  const library = new PostgrestClient<Database>(base, { headers, fetch: theirs.fetch as typeof fetch });
  const one = await call(library);
  const two = await call(createRestClient<Database>(base, { headers, fetch: ours.fetch }));
  return { requests: [theirs.requests, ours.requests], answers: [one, two] as Record<string, unknown>[] };
}

const { signal } = new AbortController();
const calls: Record<string, (rest: Client) => PromiseLike<unknown>> = {
  'a select with filters': (rest) =>
    rest
      .from('file_uploads')
      .select('id, file_name,\n uploaded_at', { count: 'exact' })
      .eq('user_id', 'a b')
      .neq('file_name', 'ü&=.pdf')
      .gt('file_size', 1)
      .gte('file_size', 2)
      .lt('file_size', 9)
      .is('sha256', null)
      .in('id', ['1', '2', '1', 'x,(y)'])
      .or('uploaded_by.eq.1,by_client.is.true')
      .not('mime_type', 'in', '(a,b)')
      .order('uploaded_at', { ascending: false })
      .order('file_name')
      .range(20, 39)
      .abortSignal(signal),
  'a count': (rest) => rest.from('file_uploads').select('*', { head: true, count: 'exact' }),
  'a select without columns': (rest) => rest.from('file_uploads').select().limit(3).retry(false),
  'one row': (rest) => rest.from('user_profiles').select('*').eq('user_id', '1').single(),
  'one row or none': (rest) => rest.from('user_profiles').select('*').maybeSingle(),
  'an insert': (rest) => rest.from('user_profiles').insert({ first_name: 'Rosa' } as never),
  'an insert of rows that it returns': (rest) =>
    rest
      .from('user_profiles')
      .insert([{ first_name: 'Rosa' }, { last_name: 'Ray' }] as never)
      .select('user_id, first_name')
      .single(),
  'an upsert': (rest) => rest.from('user_profiles').upsert({ first_name: 'Rosa' } as never),
  'an upsert by another key': (rest) =>
    rest.from('user_profiles').upsert([{ email: 'a' }] as never, { onConflict: 'email' }),
  'an upsert that leaves what is there': (rest) =>
    rest
      .from('user_profiles')
      .upsert([{ email: 'a' }] as never, { onConflict: 'email', ignoreDuplicates: true })
      .select('email'),
  'an update that returns rows': (rest) =>
    rest
      .from('user_profiles')
      .update({ first_name: 'R' })
      .eq('user_id', '1')
      .select('"a b", c d')
      .maybeSingle(),
  'a delete': (rest) => rest.from('user_profiles').delete().eq('user_id', '1'),
  'a function': (rest) => rest.rpc('my_clients'),
  'a function with arguments': (rest) =>
    rest.rpc('list_clients', { term: 'x', tags: ['a'] } as never).range(0, 9),
  'a function that reads': (rest) =>
    rest.rpc('list_clients', { term: 'a&b', tags: ['a', 'b'], left_out: undefined } as never, {
      get: true,
      count: 'exact',
    }),
};

const rows = (text: string, range = '0-1/7') => new Response(text, { headers: { 'content-range': range } });
const outcomes: Record<string, () => (Response | Error)[]> = {
  rows: () => [rows('[{"id":1},{"id":2}]')],
  'one row': () => [rows('[{"id":1}]', '0-0/1')],
  'an object': () => [rows('{"id":1}', '0-0/*')],
  'no row': () => [rows('[]', '*/0')],
  nothing: () => [new Response(null, { status: 204 })],
  'text that is no JSON': () => [new Response('<html>')],
  'an error': () => [
    Response.json({ code: '42501', message: 'no', details: null, hint: null }, { status: 403 }),
  ],
  'an error that is no JSON': () => [new Response('<html>', { status: 502 })],
  'a busy server, twice': () => [
    new Response('', { status: 503, headers: { 'retry-after': '2' } }),
    new Response('', { status: 520 }),
    rows('[{"id":1}]'),
  ],
  'a server that stays busy': () => [Response.json({ message: 'busy' }, { status: 503 })],
  'a lost connection, once': () => [new TypeError('fetch failed'), rows('[]')],
  'no connection': () => [new TypeError('fetch failed')],
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

for (const [name, call] of Object.entries(calls)) {
  for (const [outcome, answers] of Object.entries(outcomes)) {
    test(`${name}, answered by ${outcome}: as postgrest-js`, async () => {
      const done = both(call, answers);
      await vi.runAllTimersAsync();
      const { requests, answers: got } = await done;
      expect(requests[1]).toEqual(requests[0]);
      const [theirs, ours] = got.map(comparable);
      expect(ours).toEqual(theirs);
    });
  }
}

/** Without the stack of an error, and without `success` and `statusText`, which nothing here reads. */
function comparable({ success: _, statusText: __, error, ...rest }: Record<string, unknown>) {
  const { message, code, hint } = { ...(error as Record<string, unknown>) };
  return { ...rest, error: error === null ? null : { message, code, hint } };
}

test('offline, a read is repeated once, since it is sent again with the connection', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  onTestFinished(() => void vi.unstubAllGlobals());
  const { requests, fetch } = server(new TypeError('fetch failed'));
  const answer = createRestClient<Database>(base, { headers, fetch })
    .from('file_uploads')
    .select('id')
    .then();
  await vi.runAllTimersAsync();
  expect((await answer).error).not.toBeNull();
  expect(requests).toHaveLength(2);
});

test('a request that is canceled while it waits is not repeated', async () => {
  const controller = new AbortController();
  const { requests, fetch } = server(new Response('', { status: 503 }));
  const canceled: RestOptions['fetch'] = (url, init) =>
    init.signal?.aborted ? Promise.reject(new DOMException('stop', 'AbortError')) : fetch(url, init);
  const rest = createRestClient<Database>(base, { headers, fetch: canceled });
  const answer = rest.from('file_uploads').select('id').abortSignal(controller.signal).then();
  await vi.advanceTimersByTimeAsync(500);
  controller.abort();
  expect((await answer).error?.message).toBe('AbortError: stop');
  expect(requests).toHaveLength(1);
});

const modules = import.meta.glob<string>(['../../**/*.ts', '../../**/*.tsx', '!**/*.test.*'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The methods of each chain that begins at `rest`, in all modules of the app. */
function methodsCalled(): Set<string> {
  const called = new Set<string>();
  for (const text of Object.values(modules)) {
    for (const { index, 0: start } of text.matchAll(/\brest\s*(?=\.(?:from|rpc)\()/g)) {
      let at = index + start.length;
      for (;;) {
        const [step, method] = /^\s*\.(\w+)(?:<[^(]*>)?\(/.exec(text.slice(at, at + 200)) ?? [];
        if (step === undefined || method === undefined) break;
        called.add(method);
        at += step.length;
        for (let depth = 1; depth > 0; at++) depth += text[at] === '(' ? 1 : text[at] === ')' ? -1 : 0;
      }
    }
  }
  return called;
}

// Its type is the library's, so the compiler does not notice a method that it lacks.
test('has every method that the app calls', () => {
  const client = createRestClient<Database>(base, { headers, fetch: server().fetch });
  const query = client.from('user_profiles').select() as unknown as Record<string, unknown>;
  const table = client.from('user_profiles') as unknown as Record<string, unknown>;
  const called = [...methodsCalled()];
  expect(called.length).toBeGreaterThan(15);
  const has = (name: string) =>
    [query, table, client as unknown as Record<string, unknown>].some(
      (one) => typeof one[name] === 'function',
    );
  expect(called.filter((name) => !has(name))).toEqual([]);
});
