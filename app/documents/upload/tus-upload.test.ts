import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StoreError } from '../store/store-error.ts';
import { uploadWithTus } from './tus-upload.ts';
import type { UploadAttempt } from './upload-retry.ts';

const session = vi.hoisted(() => ({ token: 'token', refused: vi.fn() }));
vi.mock('#app/shared/api/own-fetch.ts', async (original) => ({
  ...(await original<typeof import('#app/shared/api/own-fetch.ts')>()),
  ownToken: async () => session.token,
}));
vi.mock('#app/shared/api/auth-session.ts', () => ({ authSession: { renew: session.refused } }));
vi.mock('#app/shared/api/query-client.tsx', () => ({ queryClient: {} }));
vi.mock('#app/env.ts', () => ({ publishableKey: 'key' }));
// Node would get the build for Node.
vi.mock('tus-js-client', () => import('tus-js-client/lib.es5/browser/index.js' as 'tus-js-client'));

const ENDPOINT = 'https://office.test/storage/v1/upload/resumable';
type Response = { status: number; headers?: Record<string, string>; body?: string };

let requests: { method: string; url: string; headers: Record<string, string>; bytes: number }[];
/** Undefined: the request fails without a response. Never: it stays open. */
let respond: (method: string, url: string, bytes: number) => Response | undefined | 'never';

class FakeRequest {
  method = '';
  url = '';
  headers: Record<string, string> = {};
  response: Response = { status: 0 };
  upload: { onprogress?: (event: { lengthComputable: true; loaded: number }) => void } = {};
  onload = () => {};
  onerror = (_: unknown) => {};
  open(method: string, url: string) {
    this.method = method;
    this.url = url;
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name.toLowerCase()] = value;
  }
  send(body: Blob | null) {
    const bytes = body?.size ?? 0;
    requests.push({ method: this.method, url: this.url, headers: this.headers, bytes });
    const response = respond(this.method, this.url, bytes);
    if (response === 'never') return;
    setTimeout(() => {
      if (!response) return this.onerror(new Error('offline'));
      this.response = response;
      this.upload.onprogress?.({ lengthComputable: true, loaded: bytes });
      this.onload();
    });
  }
  abort() {}
  getResponseHeader(name: string) {
    return this.response.headers?.[name] ?? null;
  }
  get status() {
    return this.response.status;
  }
  get responseText() {
    return this.response.body ?? '';
  }
}

const file = new File(['12345'], 'w2.pdf', { type: 'application/pdf' });
const controllerOf = new WeakMap<UploadAttempt, AbortController>();

function attemptWith(values: Partial<UploadAttempt> = {}): UploadAttempt {
  const controller = new AbortController();
  const attempt: UploadAttempt = {
    file,
    fingerprint: 'f00d',
    key: 'owner/2026/w2.pdf',
    url: null,
    signal: controller.signal,
    onUrl: vi.fn(),
    onProgress: vi.fn(),
    ...values,
  };
  controllerOf.set(attempt, controller);
  return attempt;
}

const problemOf = (attempt: UploadAttempt) =>
  uploadWithTus(attempt).then(
    () => 'none',
    (error: unknown) => (error instanceof StoreError ? error.problem : error),
  );

beforeEach(() => {
  requests = [];
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  vi.stubGlobal('location', { origin: 'https://office.test' });
});
afterEach(() => vi.unstubAllGlobals());

test('creates an upload, with the file in the first request', async () => {
  respond = () => ({ status: 201, headers: { Location: `${ENDPOINT}/u1`, 'Upload-Offset': '5' } });
  const attempt = attemptWith();
  await uploadWithTus(attempt);
  expect(requests).toEqual([
    {
      method: 'POST',
      url: ENDPOINT,
      bytes: 5,
      headers: expect.objectContaining({
        apikey: 'key',
        authorization: 'Bearer token',
        'tus-resumable': '1.0.0',
        'upload-length': '5',
        'upload-metadata': [
          ['bucketName', 'user-documents'],
          ['objectName', 'owner/2026/w2.pdf'],
          ['contentType', 'application/pdf'],
          ['cacheControl', '3600'],
          ['fingerprint', 'f00d'],
        ]
          .map(([name, value = '']) => `${name} ${btoa(value)}`)
          .join(','),
      }),
    },
  ]);
  expect(attempt.onUrl).toHaveBeenCalledWith(`${ENDPOINT}/u1`);
  expect(attempt.onProgress).toHaveBeenLastCalledWith(5, 5);
});

test('sends chunks of 6 MB, each with a new token', async () => {
  const large = new File([new Uint8Array(13 * 1024 * 1024)], 'scan.pdf');
  let offset = 0;
  respond = (_method, _url, bytes) => {
    offset += bytes;
    return { status: 201, headers: { Location: `${ENDPOINT}/u1`, 'Upload-Offset': String(offset) } };
  };
  await uploadWithTus(attemptWith({ file: large }));
  const MB = 1024 * 1024;
  expect(requests.map(({ method, bytes }) => [method, bytes / MB])).toEqual([
    ['POST', 6],
    ['PATCH', 6],
    ['PATCH', 1],
  ]);
  expect(requests.every(({ headers }) => headers.authorization === 'Bearer token')).toBe(true);
});

test('resumes an upload at its URL', async () => {
  respond = (method) =>
    method === 'HEAD'
      ? { status: 200, headers: { 'Upload-Offset': '2', 'Upload-Length': '5' } }
      : { status: 204, headers: { 'Upload-Offset': '5' } };
  await uploadWithTus(attemptWith({ url: `${ENDPOINT}/u1` }));
  expect(requests.map(({ method, url, bytes }) => [method, url, bytes])).toEqual([
    ['HEAD', `${ENDPOINT}/u1`, 0],
    ['PATCH', `${ENDPOINT}/u1`, 3],
  ]);
});

test('does not start over when the upload at the URL is gone', async () => {
  respond = () => ({ status: 404 });
  expect(await problemOf(attemptWith({ url: `${ENDPOINT}/u1` }))).toBe('missing');
  expect(requests).toHaveLength(1);
});

test.each([
  ['taken', { status: 409, body: '{"statusCode":"409","message":"The resource already exists"}' }],
  ['refused', { status: 403, body: 'new row violates row-level security policy' }],
  ['busy', { status: 423 }],
  ['unreachable', { status: 502, body: '<html>' }],
  ['unreachable', undefined],
] as const)('rejects with "%s" for %j, without a retry', async (problem, response) => {
  respond = () => response;
  expect(await problemOf(attemptWith())).toBe(problem);
  expect(requests).toHaveLength(1);
});

test('an abort deletes the upload on the server', async () => {
  respond = (method) => {
    if (method === 'PATCH') return 'never';
    if (method === 'DELETE') return { status: 204 };
    return { status: 200, headers: { 'Upload-Offset': '2', 'Upload-Length': '5' } };
  };
  const attempt = attemptWith({ url: `${ENDPOINT}/u1` });
  const problem = problemOf(attempt);
  await vi.waitFor(() => expect(requests).toHaveLength(2));
  controllerOf.get(attempt)?.abort();
  expect(await problem).toBe('cancelled');
  await vi.waitFor(() => expect(requests.at(-1)?.method).toBe('DELETE'));
});

test('an abort before the first request sends nothing', async () => {
  respond = () => ({ status: 201 });
  const attempt = attemptWith();
  const problem = problemOf(attempt);
  controllerOf.get(attempt)?.abort();
  expect(await problem).toBe('cancelled');
  expect(requests).toEqual([]);
});

test('refuses a file that can no longer be read', async () => {
  const gone = Object.assign(new File(['x'], 'gone.pdf'), {
    slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException('NotReadableError')) }),
  });
  expect(await problemOf(attemptWith({ file: gone }))).toBe('refused');
  expect(requests).toEqual([]);
});

test('an upload whose session has ended waits for a login, and is sent again', async () => {
  const body = JSON.stringify({
    statusCode: '403',
    error: 'Unauthorized',
    message: 'signature verification failed',
  });
  respond = () => ({ status: 403, body });
  session.refused.mockResolvedValue(undefined);
  expect(await problemOf(attemptWith())).toBe('busy');
  expect(session.refused).toHaveBeenCalledExactlyOnceWith('token');
  session.token = 'after-login';
  respond = () => ({ status: 201, headers: { Location: `${ENDPOINT}/u1`, 'Upload-Offset': '5' } });
  expect(await problemOf(attemptWith())).toBe('none');
  expect(requests.at(-1)?.headers.authorization).toBe('Bearer after-login');
});
