import { joinPath } from '#domain/documents/folders.ts';
import { withoutHidden } from '#domain/text/hidden-characters.ts';
import type { Duplicate, UploadTarget } from './upload-job.ts';

/** Finds the same bytes in one folder: in what is there already, and in what is on its way there. */

export interface KnownDocument {
  readonly name: string;
  readonly size: number;
  /** Hex; null where the server hasn't told. */
  readonly sha256: string | null;
}

export interface DuplicateFinderDeps {
  /** What lies in the folder already. */
  list(target: UploadTarget): Promise<readonly KnownDocument[]>;
  hash(file: Blob, signal: AbortSignal): Promise<string>;
}

interface Entry {
  /** The upload that it is; null for what is in the folder. */
  readonly id: number | null;
  readonly name: string;
  readonly isChosen: boolean;
  sha256(): Promise<string | null>;
}

export interface DuplicateFinder {
  /** The document with the same bytes, if there is one. Those chosen together are compared in their order. */
  find(id: number, target: UploadTarget, file: File, signal: AbortSignal): Promise<Duplicate | null>;
  /** It isn't going to be stored: nothing is a duplicate of it. */
  forget(id: number): void;
  /** All is quiet: what lies in the folders is asked anew next time. */
  reset(): void;
}

export function createDuplicateFinder({ list, hash }: DuplicateFinderDeps): DuplicateFinder {
  const folders = new Map<string, Promise<Map<number, Entry[]>>>();
  const forgotten = new Set<number>();

  async function load(target: UploadTarget): Promise<Map<number, Entry[]>> {
    const sizes = new Map<number, Entry[]>();
    for (const { name, size, sha256 } of await list(target)) {
      if (sha256 === null) continue;
      append(sizes, size, { id: null, name, isChosen: false, sha256: () => Promise.resolve(sha256) });
    }
    return sizes;
  }

  function folderOf(target: UploadTarget): Promise<Map<number, Entry[]>> {
    const path = joinPath(target.ownerId, target.folder);
    const known = folders.get(path);
    if (known) return known;
    const loading = load(target);
    folders.set(path, loading);
    // A list that could not be fetched must not stand in the way of the next file.
    loading.catch(() => folders.delete(path));
    return loading;
  }

  return {
    async find(id, target, file, signal) {
      const sizes = await folderOf(target);
      const others = (sizes.get(file.size) ?? []).filter((other) => other.id !== id);
      let own: Promise<string> | undefined;
      const ownHash = () => {
        own ??= hash(file, signal);
        return own;
      };
      forgotten.delete(id);
      append(sizes, file.size, {
        id,
        name: file.name,
        isChosen: true,
        sha256: () => (forgotten.has(id) ? Promise.resolve(null) : ownHash().catch(() => null)),
      });
      for (const other of others) {
        const theirs = await other.sha256();
        if (theirs !== null && theirs === (await ownHash())) {
          return { name: withoutHidden(other.name.normalize('NFC')), isChosen: other.isChosen };
        }
      }
      return null;
    },
    forget: (id) => void forgotten.add(id),
    reset: () => {
      folders.clear();
      forgotten.clear();
    },
  };
}

function append(sizes: Map<number, Entry[]>, size: number, entry: Entry): void {
  const entries = sizes.get(size);
  if (entries) entries.push(entry);
  else sizes.set(size, [entry]);
}
