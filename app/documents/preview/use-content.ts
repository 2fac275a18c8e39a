import { useEffect, useState } from 'react';
import { supabase } from '#app/shared/api/supabase.ts';
import { DOCUMENTS_BUCKET, storageKey } from '#domain/documents/folders.ts';
import type { DocumentItem } from '../store/document-store.ts';
import { objectUrl } from '../store/storage-api.ts';
import { storeError } from '../store/store-error.ts';
import { type Content, loadContent, release } from './content.ts';
import { type Problem, problemOf } from './problem.ts';

export type Loaded =
  | { readonly phase: 'loading' }
  | { readonly phase: 'failed'; readonly problem: Problem }
  | { readonly phase: 'ready'; readonly content: Content };

const LOADING: Loaded = { phase: 'loading' };
const LINK_SECONDS = 60;

/** Loads the content of a file. A new `attempt` number retries. */
export function useContent(ownerId: string, item: DocumentItem, attempt: number): Loaded {
  const wanted = `${item.key} ${item.path} ${attempt}`;
  const [held, setHeld] = useState<{ wanted: string; loaded: Loaded }>({ wanted, loaded: LOADING });
  const { name, path, size } = item;

  useEffect(() => {
    if (size === 0) {
      setHeld({ wanted, loaded: { phase: 'failed', problem: 'empty' } });
      return;
    }
    const controller = new AbortController();
    let content: Content | undefined;
    const link = () => viewLink(storageKey(ownerId, path));
    const connection = { link, fetch: window.fetch.bind(window), now: () => performance.now() };
    loadContent(name, connection, controller.signal).then(
      (arrived) => {
        if (controller.signal.aborted) return release(arrived);
        content = arrived;
        setHeld({ wanted, loaded: { phase: 'ready', content } });
      },
      (error: unknown) => {
        if (controller.signal.aborted) return;
        setHeld({ wanted, loaded: { phase: 'failed', problem: problemOf(error) } });
      },
    );
    return () => {
      controller.abort();
      if (content) release(content);
    };
  }, [ownerId, name, path, size, wanted]);

  // The state may still be that of the previous file.
  return held.wanted === wanted ? held.loaded : LOADING;
}

/** A link without `download`: the server records a view, not a download. */
export async function viewLink(key: string): Promise<string> {
  const { data, error } = await supabase.storage.from(DOCUMENTS_BUCKET).createSignedUrls([key], LINK_SECONDS);
  if (error) throw storeError(error);
  const [signed] = data;
  if (!signed?.signedUrl) throw storeError({ message: signed?.error ?? '', statusCode: '404' });
  const query = signed.signedUrl.slice(signed.signedUrl.lastIndexOf('?'));
  return `${objectUrl(key, 'sign')}?token=${encodeURIComponent(new URLSearchParams(query).get('token') ?? '')}`;
}
