import { describe, expect, test } from 'vitest';
import { StoreError } from '../store/store-error.ts';
import { PreviewError } from './problem.ts';
import { HEAD_BYTES, openRemote, wholeFile } from './remote-file.ts';

const bytes = Uint8Array.from({ length: HEAD_BYTES + 1000 }, (_, i) => i % 251);
const never = new AbortController().signal;

/** A server with one file. Records the requests. */
function server({ ranges = true } = {}) {
  const state = { tag: '"1"', clock: 0, links: 0, asked: [] as string[] };
  const answer: typeof fetch = async (url, init) => {
    const headers = new Headers(init?.headers);
    const [, from, to] = /bytes=(\d+)-(\d+)/.exec(headers.get('range') ?? '') ?? [];
    state.asked.push(`${String(url)} ${from}-${to}`);
    const condition = headers.get('if-range');
    if (!ranges || (condition !== null && condition !== state.tag)) return new Response(bytes);
    const part = bytes.slice(Number(from), Number(to) + 1);
    return new Response(part, {
      status: 206,
      headers: {
        'content-range': `bytes ${from}-${Number(from) + part.length - 1}/${bytes.length}`,
        etag: state.tag,
      },
    });
  };
  const link = async () => `/link-${++state.links}`;
  return { state, connection: { link, fetch: answer, now: () => state.clock } };
}

const problem = (wanted: string) => expect.objectContaining({ name: 'PreviewError', problem: wanted });

describe('openRemote', () => {
  test('opens a file with one request for its first bytes, and fetches the rest later', async () => {
    const { state, connection } = server();
    const file = await openRemote(connection, never);
    expect([file.size, file.head.length]).toEqual([bytes.length, HEAD_BYTES]);
    const blob = await wholeFile(file, 'image/png', never);
    expect(blob.type).toBe('image/png');
    expect(new Uint8Array(await blob.arrayBuffer())).toEqual(bytes);
    expect(state.asked).toEqual([`/link-1 0-${HEAD_BYTES - 1}`, `/link-1 ${HEAD_BYTES}-${bytes.length - 1}`]);
  });

  test('uses the whole response when a proxy ignores ranges', async () => {
    const { connection } = server({ ranges: false });
    const file = await openRemote(connection, never);
    expect(file.size).toBe(bytes.length);
    expect((await wholeFile(file, '', never)).size).toBe(bytes.length);
  });

  test('creates a new link before the old one expires', async () => {
    const { state, connection } = server();
    const file = await openRemote(connection, never);
    state.clock = 39_000;
    await file.range(10, 20, never);
    state.clock = 41_000;
    expect(await file.range(10, 20, never)).toEqual(bytes.slice(10, 20));
    expect(state.asked.slice(1)).toEqual(['/link-1 10-19', '/link-2 10-19']);
  });

  test('fails when the file was replaced between two requests', async () => {
    const { state, connection } = server();
    const file = await openRemote(connection, never);
    state.tag = '"2"';
    await expect(file.range(10, 20, never)).rejects.toEqual(problem('changed'));
  });

  test('reports a missing file and a lost connection', async () => {
    const { connection } = server();
    const open = (more: Partial<typeof connection>) => openRemote({ ...connection, ...more }, never);
    const gone = () => Promise.reject(new StoreError('missing', 'Object not found'));
    await expect(open({ link: gone })).rejects.toEqual(problem('missing'));
    const refused = async () =>
      Response.json({ statusCode: '404', message: 'Object not found' }, { status: 400 });
    await expect(open({ fetch: refused })).rejects.toEqual(problem('missing'));
    const proxy = async () => new Response('<h1>Bad gateway</h1>', { status: 502 });
    await expect(open({ fetch: proxy })).rejects.toEqual(problem('unreachable'));
    const offline = () => Promise.reject(new TypeError('Failed to fetch'));
    await expect(open({ fetch: offline })).rejects.toEqual(problem('unreachable'));
  });

  test('is no failure after an abort', async () => {
    const { connection } = server();
    const leaving = AbortSignal.abort();
    const aborted = () => Promise.reject(leaving.reason);
    const error = await openRemote({ ...connection, fetch: aborted }, leaving).catch(
      (reason: unknown) => reason,
    );
    expect(error).toBe(leaving.reason);
    expect(error).not.toBeInstanceOf(PreviewError);
  });
});
