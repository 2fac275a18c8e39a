import { joinPath } from '#domain/documents/folders.ts';
import { withoutHidden } from '#domain/text/hidden-characters.ts';
import type { DocumentItem } from '../../store/document-store.ts';
import type { Duplicate, UploadTarget } from '../upload-job.ts';

export type KnownDocument = Pick<DocumentItem, 'name' | 'size' | 'sha256'>;

interface DuplicateFinderDeps {
  list(target: UploadTarget): Promise<readonly KnownDocument[]>;
  hash(file: Blob, signal: AbortSignal): Promise<string>;
}

interface Entry {
  /** The id of the upload; null for a stored file. */
  readonly id: number | null;
  readonly name: string;
  readonly isChosen: boolean;
  sha256(): Promise<string | null>;
}

export function createDuplicateFinder({ list, hash }: DuplicateFinderDeps) {
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
    // After a failure, the next file tries again.
    loading.catch(() => folders.delete(path));
    return loading;
  }

  return {
    /** A file with the same bytes. An upload is compared with the uploads before it. */
    async find(id: number, target: UploadTarget, file: File, signal: AbortSignal): Promise<Duplicate | null> {
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
    /** This upload will not be stored: it is no longer compared. */
    forget: (id: number) => void forgotten.add(id),
    /** After a batch: the next one loads the stored files again. */
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
