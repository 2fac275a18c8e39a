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
  readonly size: number;
  sha256(): Promise<string | null>;
}

export function createDuplicateFinder({ list, hash }: DuplicateFinderDeps) {
  const folders = new Map<string, Promise<Entry[]>>();
  const forgotten = new Set<number>();

  async function load(target: UploadTarget): Promise<Entry[]> {
    const stored = await list(target);
    return stored.map(({ name, size, sha256 }) => ({ id: null, name, size, sha256: async () => sha256 }));
  }

  function folderOf(target: UploadTarget): Promise<Entry[]> {
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
      const entries = await folderOf(target);
      const others = entries.filter((other) => other.size === file.size && other.id !== id);
      let own: Promise<string> | undefined;
      const ownHash = () => {
        own ??= hash(file, signal);
        return own;
      };
      forgotten.delete(id);
      entries.push({
        id,
        name: file.name,
        size: file.size,
        sha256: () => (forgotten.has(id) ? Promise.resolve(null) : ownHash().catch(() => null)),
      });
      for (const other of others) {
        const theirs = await other.sha256();
        if (theirs !== null && theirs === (await ownHash())) {
          return { name: withoutHidden(other.name.normalize('NFC')), isChosen: other.id !== null };
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
