import { publishableKey } from '#app/env.ts';
import { ApiError, type CallOptions } from '#app/shared/api/api.ts';
import { callOwn, ownToken } from '#app/shared/api/own-fetch.ts';
import { DOCUMENTS_BUCKET } from '#domain/documents/folders.ts';
import { connectionLost, refusal } from './store-error.ts';

/** The URL of a document. Every character of the key is kept, unlike in the URLs that storage-js builds. */
export function objectUrl(key: string, action?: 'sign'): string {
  const path = [...(action ? [action] : []), DOCUMENTS_BUCKET, ...key.split('/')].map(encodeURIComponent);
  return `${location.origin}/storage/v1/object/${path.join('/')}`;
}

export async function storageHeaders(): Promise<Record<string, string>> {
  return {
    apikey: publishableKey,
    authorization: `Bearer ${await ownToken()}`,
    'x-upsert': 'false',
  };
}

/** A link to an object, for some seconds. With `&download=` it is a download, else a view. Throws a StoreError. */
export async function signedUrl(key: string, seconds: number): Promise<string> {
  // The call for several sends the key as JSON, which keeps "#", "?", and "%" in a name.
  const [signed] = await callStorage<{ signedURL: string | null; error: string | null }[]>(
    `/storage/v1/object/sign/${DOCUMENTS_BUCKET}`,
    { body: { expiresIn: seconds, paths: [key] } },
  );
  if (!signed?.signedURL) throw refusal({ statusCode: '404', message: signed?.error });
  const token = new URLSearchParams(signed.signedURL.slice(signed.signedURL.lastIndexOf('?'))).get('token');
  return `${objectUrl(key, 'sign')}?token=${encodeURIComponent(token ?? '')}`;
}

/** Throws a StoreError. */
export async function callStorage<Answer>(path: string, options: CallOptions): Promise<Answer> {
  try {
    return await callOwn<Answer>(path, options);
  } catch (error) {
    if (error instanceof ApiError) throw refusal(error.body);
    console.warn('The storage API could not be reached', error);
    throw connectionLost();
  }
}

/** No characters that are easily confused when read aloud. */
const SUFFIX_ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Four random characters, for a name that is taken. */
export function randomSuffix(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(4));
  return Array.from(bytes, (byte) => SUFFIX_ALPHABET[byte % SUFFIX_ALPHABET.length]).join('');
}
