import { publishableKey } from '#app/env.ts';
import type { Supabase } from '#app/shared/api/supabase.ts';
import { DOCUMENTS_BUCKET } from '#domain/documents/folders.ts';
import { connectionLost, refusal } from './store-error.ts';

/** The URL of a document. Every character of the key is kept, unlike in the URLs that storage-js builds. */
export function objectUrl(key: string, action?: 'sign'): string {
  const path = [...(action ? [action] : []), DOCUMENTS_BUCKET, ...key.split('/')].map(encodeURIComponent);
  return `${location.origin}/storage/v1/object/${path.join('/')}`;
}

/** The headers of a request as the signed-in user. supabase-js renews an access token that is about to expire. */
export async function storageHeaders(supabase: Supabase): Promise<Record<string, string>> {
  const { data } = await supabase.auth.getSession();
  return {
    apikey: publishableKey,
    authorization: `Bearer ${data.session?.access_token ?? publishableKey}`,
    'x-upsert': 'false',
  };
}

/** Creates a small object. Throws a StoreError; `taken` if the key exists. */
export async function createObject(supabase: Supabase, key: string, body: Blob): Promise<void> {
  const headers = { ...(await storageHeaders(supabase)), 'content-type': 'application/octet-stream' };
  const response = await fetch(objectUrl(key), { method: 'POST', headers, body }).catch((error: unknown) => {
    console.warn('The storage API could not be reached', error);
    throw connectionLost();
  });
  if (!response.ok) throw refusal(await response.json().catch(() => null));
}

/** No characters that are easily confused when read aloud. */
const SUFFIX_ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Four random characters, for a name that is taken. */
export function randomSuffix(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(4));
  return Array.from(bytes, (byte) => SUFFIX_ALPHABET[byte % SUFFIX_ALPHABET.length]).join('');
}
