import { useEffect, useState } from 'react';
import { storageKey } from '#domain/documents/folders.ts';
import type { DocumentItem } from '../store/document-store.ts';
import { signedUrl } from '../store/storage-api.ts';
import { type Content, loadContent, release } from './content.ts';
import { type Problem, problemOf } from './problem.ts';

export type Loaded =
  | { readonly phase: 'loading' }
  | { readonly phase: 'failed'; readonly problem: Problem }
  | { readonly phase: 'ready'; readonly content: Content };

const LOADING: Loaded = { phase: 'loading' };
const LINK_SECONDS = 60;

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
export const viewLink = (key: string): Promise<string> => signedUrl(key, LINK_SECONDS);
