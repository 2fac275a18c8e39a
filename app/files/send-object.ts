import type { Supabase } from '#app/client/supabase.ts';
import { publishableKey } from '#app/env.ts';
import { refusal, StoreError } from './store-error.ts';

export const BUCKET = 'user-documents';
const GENERIC_TYPE = 'application/octet-stream';

export interface SendOptions {
  onProgress?: (sentBytes: number) => void;
  signal?: AbortSignal;
}

/** The address of an object of the bucket, on the page's own origin. Every character of a name survives. */
export function objectUrl(key: string, action?: 'sign'): string {
  const path = [...(action ? [action] : []), BUCKET, ...key.split('/')].map(encodeURIComponent).join('/');
  return `${location.origin}/storage/v1/object/${path}`;
}

/**
 * Uploads under a new key; a key in use is refused. XMLHttpRequest, because fetch tells nothing about how much
 * of a body has gone out.
 */
export async function sendObject(
  supabase: Supabase,
  key: string,
  body: Blob,
  { onProgress, signal }: SendOptions = {},
): Promise<void> {
  // Asked at each attempt: the library renews a token that is about to expire.
  const { data } = await supabase.auth.getSession();
  const request = new XMLHttpRequest();
  const answered = new Promise<void>((resolve, reject) => {
    request.upload.onprogress = (event) => onProgress?.(event.loaded);
    request.onload = () => (request.status < 300 ? resolve() : reject(refusal(parse(request.responseText))));
    request.onerror = () =>
      reject(new StoreError('unreachable', 'The connection was lost. Please check it and try again.'));
    request.onabort = () => reject(new StoreError('cancelled', 'Cancelled.'));
  });
  if (signal?.aborted) throw new StoreError('cancelled', 'Cancelled.');
  signal?.addEventListener('abort', () => request.abort(), { once: true });
  request.open('POST', objectUrl(key));
  request.setRequestHeader('apikey', publishableKey);
  request.setRequestHeader('authorization', `Bearer ${data.session?.access_token ?? publishableKey}`);
  request.setRequestHeader('cache-control', 'max-age=3600');
  request.setRequestHeader('content-type', body.type || GENERIC_TYPE);
  request.setRequestHeader('x-upsert', 'false');
  request.send(body);
  await answered;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A proxy's error page. The status said all that matters.
    return null;
  }
}
