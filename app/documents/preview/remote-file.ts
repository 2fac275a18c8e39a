import { refusal, StoreError } from '../store/store-error.ts';
import { PreviewError } from './problem.ts';

/** Enough to tell the kind, and the whole of most files. A multiple of the chunks of pdf.js. */
export const HEAD_BYTES = 256 * 1024;
/** A new link is created before the old one expires (60 seconds). */
const LINK_MS = 40_000;

export interface Connection {
  /** Creates a link that the server records as a view, not as a download. */
  link: () => Promise<string>;
  fetch: typeof fetch;
  now: () => number;
}

export interface RemoteFile {
  readonly size: number;
  /** The first bytes, at most 256 KB. */
  readonly head: Uint8Array<ArrayBuffer>;
  /** The bytes from `start` up to, not including, `end`. */
  range(begin: number, end: number, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>>;
}

/**
 * Opens a file with one request for its first bytes, which the server records as a view. Later requests fetch other
 * parts of the same version.
 */
export async function openRemote(connection: Connection, signal: AbortSignal): Promise<RemoteFile> {
  const freshLink = renewing(connection);
  const answer = await ask(
    connection.fetch,
    await freshLink(),
    { range: `bytes=0-${HEAD_BYTES - 1}` },
    signal,
  );
  const head = await bytesOf(answer);
  const total = /\/(\d+)$/.exec(answer.headers.get('content-range') ?? '')?.[1];
  const etag = answer.headers.get('etag');
  return {
    // A proxy without support for ranges has sent the whole file.
    size: answer.status === 206 && total !== undefined ? Number(total) : head.length,
    head,
    async range(begin, end, rangeSignal) {
      const headers = { range: `bytes=${begin}-${end - 1}`, ...(etag === null ? {} : { 'if-range': etag }) };
      const part = await ask(connection.fetch, await freshLink(), headers, rangeSignal);
      if (part.status !== 206) {
        await part.body?.cancel();
        throw new PreviewError('changed');
      }
      return bytesOf(part);
    },
  };
}

export async function wholeFile(file: RemoteFile, type: string, signal: AbortSignal): Promise<Blob> {
  const rest = file.size > file.head.length ? [await file.range(file.head.length, file.size, signal)] : [];
  return new Blob([file.head, ...rest], { type });
}

function renewing({ link, now }: Connection): () => Promise<string> {
  let current: { url: Promise<string>; since: number } | undefined;
  return () => {
    if (current === undefined || now() - current.since > LINK_MS) current = { url: link(), since: now() };
    return current.url.catch((error: unknown) => {
      current = undefined;
      throw inWords(error);
    });
  };
}

async function ask(
  fetchIt: typeof fetch,
  url: string,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<Response> {
  const answer = await fetchIt(url, { headers, signal }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw new PreviewError('unreachable', { cause: error });
  });
  if (answer.ok) return answer;
  throw inWords(refusal(await answer.json().catch(() => null)));
}

async function bytesOf(answer: Response): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await answer.arrayBuffer());
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new PreviewError('unreachable', { cause: error });
  }
}

function inWords(error: unknown): unknown {
  if (!(error instanceof StoreError)) return error;
  return new PreviewError(error.problem === 'missing' ? 'missing' : 'unreachable', { cause: error });
}
