import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StoreError } from '../store/store-error.ts';
import { forgetUnfinished, sendUpload } from './send-upload.ts';

/** A server with uploads by their URL, and stored files by their key. */
const server = vi.hoisted(() => ({
  uploads: new Map<string, { key: string; length: number; offset: number }>(),
  stored: new Map<string, { file_size: number; sha256: string }>(),
  lists: 0,
  listsFail: false,
  token: '',
  renew: vi.fn(),
}));
vi.mock('#app/shared/api/rest.ts', () => ({
  rest: {
    rpc: async (_name: string, { owner }: { owner: string }) => {
      server.lists += 1;
      if (server.listsFail) return { data: null, error: { code: '57014', message: 'timeout' } };
      const data = [...server.uploads]
        .filter(([, { offset, length }]) => offset < length)
        .map(([url, { key, length }]) => ({
          id: url.split('/').at(-1),
          path: key.slice(owner.length + 1),
          size: length,
          fingerprint: 'f00d',
          updated_at: '2026-03-02T12:00:00Z',
          mine: true,
        }));
      return { data, error: null };
    },
    from: () => ({
      select: () => ({
        eq: (_column: string, key: string) => ({
          maybeSingle: async () => ({ data: server.stored.get(key) ?? null, error: null }),
        }),
      }),
    }),
  },
}));
vi.mock('#app/shared/api/own-fetch.ts', async (original) => ({
  ...(await original<typeof import('#app/shared/api/own-fetch.ts')>()),
  ownToken: async () => server.token,
}));
vi.mock('#app/shared/api/auth-session.ts', () => ({ authSession: { renew: server.renew } }));
vi.mock('#app/shared/api/query-client.tsx', () => ({ queryClient: {} }));
vi.mock('#app/env.ts', () => ({ publishableKey: 'key' }));
vi.mock('../store/storage-api.ts', async (original) => ({
  ...(await original<typeof import('../store/storage-api.ts')>()),
  randomSuffix: () => 'k3x9',
}));
// Node would get the build for Node.
vi.mock('tus-js-client', () => import('tus-js-client/lib.es5/browser/index.js' as 'tus-js-client'));

const ENDPOINT = 'https://office.test/storage/v1/upload/resumable';
const MB = 1024 * 1024;
const taken = { status: 409, body: '{"statusCode":"409","code":"KeyAlreadyExists"}' };
const conflict = { status: 409, body: 'Upload-Offset conflict' };
const refused = { status: 403, body: 'new row violates row-level security policy' };
const small = new File(['12345'], 'w2.pdf', { type: 'application/pdf' });
const HASH_OF_SMALL = '5994471abb01112afcc18159f6cc74b4f511b99806da59b3caf5a9c173cacfc5';
const large = new File([new Uint8Array(13 * MB)], 'w2.pdf');

interface Answer {
  status: number;
  headers?: Record<string, string | number>;
  body?: string;
}
/** A request that isn't just served: it doesn't arrive, its answer is lost or never comes, or this is the answer. */
type Fate = 'cut' | 'answer lost' | 'unanswered' | Answer | undefined;
let fates: Fate[];
let requests: { method: string; headers: Record<string, string>; bytes: number }[];
/** In words: "PATCH at 6 MB". */
const made = () =>
  requests.map(({ method, headers: { 'upload-offset': at } }) =>
    at === undefined ? method : `${method} at ${Number(at) / MB} MB`,
  );

function serve(method: string, url: string, headers: Record<string, string>, bytes: number): Answer {
  if (method === 'POST') {
    const key = atob(/objectName ([^,]+)/.exec(headers['upload-metadata'] ?? '')?.[1] ?? '');
    if (server.stored.has(key)) return taken;
    const at = `${ENDPOINT}/u${requests.length}`;
    server.uploads.set(at, { key, length: Number(headers['upload-length']), offset: 0 });
    return { status: 201, headers: { Location: at, ...receive(at, bytes) } };
  }
  const upload = server.uploads.get(url);
  if (!upload) return { status: 404 };
  const { offset, length } = upload;
  if (method === 'HEAD')
    return { status: 200, headers: { 'Upload-Offset': offset, 'Upload-Length': length } };
  if (method === 'DELETE') server.uploads.delete(url);
  else if (Number(headers['upload-offset']) !== offset) return conflict;
  return { status: 204, headers: receive(url, bytes) };
}

function receive(url: string, bytes: number) {
  const upload = server.uploads.get(url);
  if (!upload) return {};
  upload.offset += bytes;
  if (upload.offset === upload.length)
    server.stored.set(upload.key, { file_size: upload.length, sha256: HASH_OF_SMALL });
  return { 'Upload-Offset': upload.offset };
}

class FakeRequest {
  method = '';
  url = '';
  headers: Record<string, string> = {};
  answer: Answer = { status: 0 };
  upload: { onprogress?: (event: { lengthComputable: true; loaded: number }) => void } = {};
  onload = () => {};
  onerror = (_: unknown) => {};
  open(method: string, url: string) {
    Object.assign(this, { method, url });
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name.toLowerCase()] = value;
  }
  send(body: Blob | null) {
    const { method, url, headers } = this;
    const bytes = body?.size ?? 0;
    requests.push({ method, headers, bytes });
    const fate = fates.shift();
    if (fate !== 'cut') this.answer = typeof fate === 'object' ? fate : serve(method, url, headers, bytes);
    if (fate === 'unanswered') return;
    setTimeout(() => {
      this.upload.onprogress?.({ lengthComputable: true, loaded: bytes });
      if (fate === 'cut' || fate === 'answer lost') this.onerror(new Error('offline'));
      else this.onload();
    });
  }
  abort() {}
  getResponseHeader = (name: string) => this.answer.headers?.[name]?.toString() ?? null;
  get status() {
    return this.answer.status;
  }
  get responseText() {
    return this.answer.body ?? '';
  }
}

/** Begins to upload a file to the folder "2026". `ended`: the name under which it was stored, or the problem. */
function begin(file: File) {
  const controller = new AbortController();
  const seen = { sent: [] as number[], offline: [] as boolean[], names: [] as string[] };
  const target = { ownerId: 'owner', clientName: null, folder: '2026' };
  const ended = sendUpload({ target, name: 'w2.pdf' }, file, 'f00d', {
    signal: controller.signal,
    onProgress: (sent) => seen.sent.push(sent),
    onOffline: (isOffline) => seen.offline.push(isOffline),
    onName: (name) => seen.names.push(name),
  }).catch((error: unknown) => (error instanceof StoreError ? error.problem : String(error)));
  return { ended, seen, controller };
}

const realTimeout = setTimeout;
/** Lets time pass. To read a file takes real time. */
async function wait(milliseconds: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += 1000) {
    await vi.advanceTimersByTimeAsync(1000);
    await new Promise((resolve) => realTimeout(resolve));
  }
}

async function upload(file: File, { ended, ...rest } = begin(file)) {
  let isOver = false;
  const end = ended.finally(() => {
    isOver = true;
  });
  while (!isOver) await wait(1000);
  return { result: await end, ...rest };
}

beforeEach(() => {
  fates = [];
  requests = [];
  server.uploads.clear();
  server.stored.clear();
  Object.assign(server, { lists: 0, listsFail: false, token: 'token' });
  server.renew.mockReset().mockImplementation(async () => {
    server.token = 'another';
  });
  forgetUnfinished();
  vi.useFakeTimers();
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  vi.stubGlobal('location', { origin: 'https://office.test' });
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('window', new EventTarget());
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('creates an upload, with the file in the first request', async () => {
  expect((await upload(small)).result).toBe('w2.pdf');
  const metadata = {
    bucketName: 'user-documents',
    objectName: 'owner/2026/w2.pdf',
    contentType: 'application/pdf',
    cacheControl: '3600',
    fingerprint: 'f00d',
  };
  const headers = {
    apikey: 'key',
    authorization: 'Bearer token',
    'tus-resumable': '1.0.0',
    'upload-length': '5',
    'upload-metadata': Object.entries(metadata)
      .map(([name, value]) => `${name} ${btoa(value)}`)
      .join(),
  };
  expect(requests).toEqual([{ method: 'POST', bytes: 5, headers: expect.objectContaining(headers) }]);
});

const chunks = ['POST', 'PATCH at 6 MB', 'PATCH at 12 MB'];
const rest = ['HEAD', 'PATCH at 6 MB', 'PATCH at 12 MB'];

test.each<[what: string, fates: Fate[], result: string, requests: string[]]>([
  ['chunks of 6 MB', [], 'w2.pdf', chunks],
  ['the rest, after a lost answer to the creation', ['answer lost'], 'w2.pdf', ['POST', ...rest]],
  [
    'the rest, after a lost answer to a chunk',
    [undefined, 'answer lost', 'cut'],
    'w2.pdf',
    ['POST', 'PATCH at 6 MB', 'HEAD', 'HEAD', 'PATCH at 12 MB'],
  ],
  [
    'nothing more, after a lost answer to the last chunk',
    [undefined, undefined, 'answer lost'],
    'w2.pdf',
    [...chunks, 'HEAD'],
  ],
  [
    'the rest, after a conflict of offsets',
    [undefined, conflict],
    'w2.pdf',
    ['POST', 'PATCH at 6 MB', ...rest],
  ],
  ['the rest, after a lock', [undefined, { status: 423 }], 'w2.pdf', ['POST', 'PATCH at 6 MB', ...rest]],
  ['nothing more, after a refusal by the policies', [refused], 'refused', ['POST']],
  [
    'nothing more, beyond the quota',
    [{ status: 413, body: '{"statusCode":"413","code":"QuotaExceeded"}' }],
    'refused',
    ['POST'],
  ],
  ['nothing more, after a refused chunk', [undefined, refused], 'refused', ['POST', 'PATCH at 6 MB']],
])('sends %s', async (_, given, expected, sent) => {
  fates = [...given];
  const { result, seen } = await upload(large);
  expect(result).toBe(expected);
  expect(made()).toEqual(sent);
  // Progress doesn't go back.
  expect(seen.sent).toEqual(seen.sent.toSorted((a, b) => a - b));
  expect(seen.offline.includes(true)).toBe(given.includes('answer lost'));
});

test('resumes an unfinished upload of the file, under its name, and only one of two', async () => {
  server.uploads.set(`${ENDPOINT}/u1`, { key: 'owner/2026/scan.pdf', length: 13 * MB, offset: 12 * MB });
  expect((await upload(large)).result).toBe('scan.pdf');
  expect((await upload(large)).result).toBe('w2.pdf');
  expect(made()).toEqual(['HEAD', 'PATCH at 12 MB', ...chunks]);
  expect(server.lists).toBe(1);
});

test('goes on with what has arrived when it is sent again, also in the same batch', async () => {
  fates = [undefined, ...Array.from({ length: 35 }, () => 'cut' as const)];
  expect((await upload(large)).result).toBe('unreachable');
  requests = [];
  expect((await upload(large)).result).toBe('w2.pdf');
  expect(made()).toEqual(['HEAD', 'PATCH at 6 MB', 'PATCH at 12 MB']);
});

test('begins anew if the upload is gone, and only then', async () => {
  server.uploads.set(`${ENDPOINT}/u1`, { key: 'owner/2026/w2.pdf', length: 13 * MB, offset: 6 * MB });
  fates = [{ status: 502, body: '<html>' }];
  const begun = begin(large);
  server.uploads.clear();
  expect((await upload(large, begun)).result).toBe('w2.pdf');
  expect(made()).toEqual(['HEAD', 'HEAD', ...chunks]);
});

test('a taken name gets a suffix, once', async () => {
  server.stored.set('owner/2026/w2.pdf', { file_size: 5, sha256: HASH_OF_SMALL });
  const { result, seen } = await upload(small);
  expect([result, ...seen.names]).toEqual(['w2_k3x9.pdf', 'w2_k3x9.pdf']);
  expect((await upload(small)).result).toBe('taken');
  expect(made()).toEqual(['POST', 'POST', 'POST', 'POST']);
});

test('recognizes its own file under a taken name after a lost answer', async () => {
  fates = ['answer lost'];
  expect((await upload(small)).result).toBe('w2.pdf');
  expect(made()).toEqual(['POST', 'POST']);
  expect([...server.stored.keys()]).toEqual(['owner/2026/w2.pdf']);
});

test('is sent anew after a lost answer if the unfinished uploads can’t be listed', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  server.listsFail = true;
  fates = ['cut'];
  expect((await upload(large)).result).toBe('w2.pdf');
  expect(made()).toEqual(['POST', ...chunks]);
  expect(warn).toHaveBeenCalled();
  warn.mockRestore();
});

test('gives up after some minutes without an answer', async () => {
  fates = Array.from({ length: 99 }, () => 'cut' as const);
  const { ended, seen } = begin(small);
  await wait(4 * 60_000);
  expect(requests.length).toBeLessThan(35);
  expect(seen.offline.at(-1)).toBe(true);
  await wait(4 * 60_000);
  expect(await ended).toBe('unreachable');
  expect(requests).toHaveLength(35);
});

test('sends nothing while the device is offline, however long', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  const begun = begin(small);
  await wait(10 * 60_000);
  expect(requests).toEqual([]);
  expect(begun.seen.offline.at(-1)).toBe(true);
  vi.stubGlobal('navigator', { onLine: true });
  window.dispatchEvent(new Event('online'));
  expect((await upload(small, begun)).result).toBe('w2.pdf');
  expect(begun.seen.offline.at(-1)).toBe(false);
});

test('a refused token is renewed, and the request is sent again', async () => {
  fates = [{ status: 403, body: '{"statusCode":"403","message":"signature verification failed"}' }];
  expect((await upload(small)).result).toBe('w2.pdf');
  expect(server.renew).toHaveBeenCalledExactlyOnceWith('token');
  expect(requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer token', 'Bearer another']);
});

// The answer to a HEAD has no body that says why.
test.each([
  [1, 'w2.pdf'],
  [2, 'refused'],
])('the token is renewed once if a HEAD is refused, %i times', async (times, expected) => {
  server.uploads.set(`${ENDPOINT}/u1`, { key: 'owner/2026/w2.pdf', length: 13 * MB, offset: 6 * MB });
  fates = Array.from({ length: times }, () => ({ status: 403 }));
  expect((await upload(large)).result).toBe(expected);
  expect(server.renew).toHaveBeenCalledTimes(1);
});

test.each<[string, Fate[]]>([
  ['', [undefined, 'unanswered']],
  [', also if its URL is not known yet', ['unanswered']],
])('an abort deletes the upload on the server%s', async (_, given) => {
  fates = [...given];
  const { ended, controller } = begin(large);
  await wait(5000);
  expect(server.uploads.size).toBe(1);
  controller.abort();
  expect(await ended).toMatch(/^AbortError/);
  await wait(5000);
  expect(server.uploads.size).toBe(0);
});

test('an abort before the first request sends nothing', async () => {
  const { ended, controller } = begin(small);
  controller.abort();
  expect(await ended).toMatch(/^AbortError/);
  await wait(5000);
  expect(requests).toEqual([]);
});

test('refuses a file that can no longer be read', async () => {
  const part = { size: 1, arrayBuffer: () => Promise.reject(new DOMException('NotReadableError')) };
  const gone = Object.assign(new File(['x'], 'gone.pdf'), { slice: () => part });
  expect((await upload(gone)).result).toBe('refused');
  expect(requests).toEqual([]);
});
