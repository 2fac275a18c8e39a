/** @module-tag property */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  FOLDER_PLACEHOLDER,
  foldersAround,
  isWithin,
  joinPath,
  lastStepOf,
  parentOf,
} from '#domain/documents/folders.ts';
import { english } from '#domain/language/english.ts';
import type { DocumentItem } from './document-store.ts';
import { createFolder, deleteItems, moveItems, renameItem } from './operations.ts';
import { StoreError } from './store-error.ts';
import type { DocumentStore } from './supabase-documents.ts';

/** A store in memory with the server’s rules: unique names, folders that exist by their content. */
function memoryStore(paths: string[], refuses: (path: string) => StoreError | undefined = () => undefined) {
  const files = new Set(paths);
  const check = (path: string) => {
    const error = refuses(path);
    if (error) throw error;
  };
  const under = (folder: string) =>
    [...files].filter((path) => folder === '' || path.startsWith(`${folder}/`));
  const store: DocumentStore = {
    list: async (folder) => {
      check(folder);
      const rests = under(folder).map((path) => (folder === '' ? path : path.slice(folder.length + 1)));
      const names = [...new Set(rests.map((rest) => rest.split('/')[0] ?? ''))];
      const shown = names.filter((name) => name !== FOLDER_PLACEHOLDER).map((name) => joinPath(folder, name));
      const items = shown.map((path) => item(path, files.has(path) ? 'file' : 'folder'));
      return { items, exists: names.length > 0 };
    },
    createFolder: async (path) => {
      check(path);
      const key = joinPath(path, FOLDER_PLACEHOLDER);
      if (files.has(key)) throw new StoreError('taken', 'The resource already exists');
      files.add(key);
    },
    move: async (from, to) => {
      check(from);
      const moved = [...files].filter((path) => isWithin(path, from));
      if (moved.length === 0) throw new StoreError('missing', 'Object not found');
      if ([...files].some((path) => isWithin(path, to)))
        throw new StoreError('taken', 'The resource already exists');
      for (const path of moved) {
        files.delete(path);
        files.add(to + path.slice(from.length));
      }
    },
    folders: async (language) => foldersAround(files, language),
    pathsUnder: async (folder) => under(folder),
    stillListed: async () => [],
    remove: async (gone) => gone.filter((path) => refuses(path) === undefined && files.delete(path)),
    downloadUrl: async (path) => path,
    zipLink: async () => ({ url: '', name: '' }),
  };
  return { store, files };
}

const item = (path: string, type: 'file' | 'folder' = 'file'): DocumentItem => ({
  key: path,
  type,
  name: lastStepOf(path),
  path,
  size: 0,
  id: type === 'file' ? path : null,
  uploadedAt: null,
  downloadCount: null,
  mimeType: null,
  sha256: null,
  uploadedBy: null,
  isByClient: false,
  isSeen: false,
});
const refused = new StoreError('refused', 'new row violates row-level security policy');
const unreachable = new StoreError('unreachable', 'Failed to fetch');
const steps = { onStep: () => {}, suffix: () => 'k3x9' };

describe('createFolder', () => {
  it('creates a folder that is listed', async () => {
    const { store } = memoryStore([]);
    expect(await createFolder(store, '', '2026', [], english)).toEqual({
      ok: true,
      message: 'Success! Folder created',
    });
    expect((await store.folders('en')).map((folder) => folder.path)).toEqual(['2026']);
  });

  it('refuses a name in use, known here or only to the server', async () => {
    const { store, files } = memoryStore([`2026/${FOLDER_PLACEHOLDER}`]);
    const inUse = { ok: false, message: 'Failed! Name already in use' };
    expect(await createFolder(store, '', 'TAXES', [item('Taxes', 'folder')], english)).toEqual(inUse);
    expect(await createFolder(store, '', '2026', [], english)).toEqual(inUse);
    expect(files.size).toBe(1);
  });

  it.each([
    [refused, 'Failed! Could not create folder'],
    [unreachable, 'Failed! Create folder error'],
  ])('tells a refusal from a lost connection: %s', async (error, message) => {
    const { store } = memoryStore([], () => error);
    expect(await createFolder(store, '', '2026', [], english)).toEqual({ ok: false, message });
  });
});

describe('renameItem', () => {
  it('renames a file in its folder', async () => {
    const { store, files } = memoryStore(['2026/a.pdf']);
    expect(await renameItem(store, item('2026/a.pdf'), 'b.pdf', [item('2026/a.pdf')], english)).toEqual({
      ok: true,
      message: 'File renamed successfully to "b.pdf"',
    });
    expect([...files]).toEqual(['2026/b.pdf']);
  });

  it('renames a folder with its content', async () => {
    const { store, files } = memoryStore(['2025/a.pdf', '2025/W2s/b.pdf', '2025-old/c.pdf']);
    expect((await renameItem(store, item('2025', 'folder'), '2026', [], english)).message).toBe(
      'Folder renamed successfully to "2026"',
    );
    expect([...files].sort()).toEqual(['2025-old/c.pdf', '2026/W2s/b.pdf', '2026/a.pdf']);
  });

  it('names the file that prevented the rename of a folder', async () => {
    const inTheWay = new StoreError('refused', 'Invalid key: id/2026/W2s/long.pdf', {
      code: 'InvalidKey',
      key: 'id/2026/W2s/long.pdf',
    });
    const { store } = memoryStore(['2025/W2s/long.pdf'], () => inTheWay);
    expect((await renameItem(store, item('2025', 'folder'), '2026', [], english)).message).toBe(
      'Failed to rename folder: Error moving file "long.pdf". Invalid key: id/2026/W2s/long.pdf',
    );
  });

  it('allows a change of case only', async () => {
    const { store } = memoryStore(['a.pdf']);
    expect((await renameItem(store, item('a.pdf'), 'A.pdf', [item('a.pdf')], english)).ok).toBe(true);
  });

  it.each([
    [
      'file',
      'Failed to rename: A file with the name "b" already exists in this location. Please choose a different name.',
    ],
    [
      'folder',
      'Failed to rename: A folder with the name "b" already exists in this location. Please choose a different name.',
    ],
  ] as const)('refuses a name in use for a %s', async (type, message) => {
    const { store } = memoryStore(['a/x', 'b/x']);
    expect(
      await renameItem(store, item('a', type), 'b', [item('b', type), item('b (2)', type)], english),
    ).toEqual({
      ok: false,
      message,
      freeName: 'b (3)',
    });
    expect(await renameItem(store, item('a', type), 'b', [], english)).toEqual({
      ok: false,
      message,
      freeName: 'b (2)',
    });
  });

  it.each([
    [
      new StoreError('missing', 'Object not found'),
      'Failed to rename: File not found. It may have been moved or deleted.',
    ],
    [refused, 'Failed to rename file: new row violates row-level security policy'],
    [new StoreError('refused', ''), 'Failed to rename file: Unknown error'],
    [unreachable, 'Error renaming file or folder: Failed to fetch'],
    [new StoreError('unreachable', ''), 'Error renaming file or folder: Unknown error occurred'],
  ])('says why it failed: %s', async (error, message) => {
    const { store } = memoryStore(['a.pdf'], () => error);
    expect(await renameItem(store, item('a.pdf'), 'b.pdf', [], english)).toEqual({ ok: false, message });
  });
});

describe('moveItems', () => {
  it('adds a suffix to a name that is taken', async () => {
    const { store, files } = memoryStore(['a.pdf', '2026/A.pdf']);
    expect(await moveItems(store, [item('a.pdf')], '2026', steps, english)).toEqual({
      ok: true,
      message: 'Items moved successfully',
    });
    expect([...files].sort()).toEqual(['2026/A.pdf', '2026/a_k3x9.pdf']);
  });

  it('names the items that failed, and moves the rest', async () => {
    const { store, files } = memoryStore(['a.pdf', 'b.pdf', '2026/x'], (path) =>
      path === 'a.pdf' ? refused : undefined,
    );
    expect(await moveItems(store, [item('a.pdf'), item('b.pdf')], '2026', steps, english)).toEqual({
      ok: false,
      message: 'Error moving items: a.pdf',
    });
    expect([...files].sort()).toEqual(['2026/b.pdf', '2026/x', 'a.pdf']);
  });

  it('never loses a file', async () => {
    const name = fc.constantFrom('a.pdf', 'A.pdf', 'b', 'Ä.jpg', 'cafe\u0301');
    const folder = fc.constantFrom('x', 'y', 'x/z');
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.tuple(folder, name), { selector: String }),
        folder,
        async (places, destination) => {
          const paths = places.map(([at, called]) => joinPath(at, called));
          const { store, files } = memoryStore(paths);
          const movable = paths.filter((path) => parentOf(path) !== destination).map((path) => item(path));
          let calls = 0;
          const suffix = () => {
            calls += 1;
            return `s${String(calls).padStart(3, '0')}`;
          };
          const outcome = await moveItems(store, movable, destination, { onStep: () => {}, suffix }, english);
          expect(outcome.ok).toBe(true);
          expect(files.size).toBe(paths.length);
          for (const path of files) if (!paths.includes(path)) expect(parentOf(path)).toBe(destination);
        },
      ),
    );
  });
});

describe('deleteItems', () => {
  it('deletes a file, and a folder with its content', async () => {
    const { store, files } = memoryStore(['a.pdf', '2026/b.pdf', '2026/W2s/.emptyFolderPlaceholder']);
    expect((await deleteItems(store, [item('a.pdf')], steps, english)).message).toBe(
      'File a.pdf deleted successfully',
    );
    expect((await deleteItems(store, [item('2026', 'folder')], steps, english)).message).toBe(
      'Folder 2026 and all its contents deleted successfully',
    );
    expect(files.size).toBe(0);
  });

  it('reports the number of items', async () => {
    const { store } = memoryStore(['a', 'b', 'c']);
    expect(
      await deleteItems(
        store,
        ['a', 'b', 'c'].map((path) => item(path)),
        steps,
        english,
      ),
    ).toEqual({
      ok: true,
      message: '3 items deleted successfully',
    });
  });

  it('lists the first three failures', async () => {
    const { store } = memoryStore(['a', 'b', 'c', 'd', 'e'], (path) => (path === 'e' ? undefined : refused));
    const outcome = await deleteItems(
      store,
      ['a', 'b', 'c', 'd', 'e'].map((path) => item(path)),
      steps,
      english,
    );
    expect(outcome.ok).toBe(false);
    expect(outcome.message).toMatch(/^1 item deleted successfully\. Failed to delete file a: .+/);
    expect(outcome.message).toMatch(/file c: [^;]+; and 1 more$/);
    expect(outcome.message).not.toContain('file d');
  });

  it('deletes files in batches, and one by one after a failure', async () => {
    const names = Array.from({ length: 120 }, (_, i) => `f${i}`);
    const { store, files } = memoryStore([...names, 'x/y']);
    const asked: number[] = [];
    const seen: number[] = [];
    const failing: DocumentStore = {
      ...store,
      remove: async (paths) => {
        asked.push(paths.length);
        if (paths.includes('f60')) throw refused;
        return store.remove(paths);
      },
    };
    const all = [...names.map((name) => item(name)), item('x', 'folder')];
    const outcome = await deleteItems(
      failing,
      all,
      { onStep: (finished) => void seen.push(finished) },
      english,
    );
    expect(outcome).toEqual({
      ok: false,
      message:
        '120 items deleted successfully. Failed to delete file f60: new row violates row-level security policy',
    });
    expect([...files]).toEqual(['f60']);
    expect(asked).toEqual([1, 50, 50, ...Array.from({ length: 50 }, () => 1), 20]);
    expect(seen).toEqual([0, 1, 51, 101]);
  });

  it('reports a deleted file that is still listed', async () => {
    const { store } = memoryStore(['a.pdf', 'b.pdf']);
    const forgetful = { ...store, stillListed: async () => ['a.pdf'] };
    expect(await deleteItems(forgetful, [item('a.pdf'), item('b.pdf')], steps, english)).toEqual({
      ok: false,
      message: '1 item deleted successfully. File a.pdf deleted from storage but database cleanup failed',
    });
    const silent = {
      ...store,
      stillListed: () => Promise.reject(new Error('away')),
      remove: async () => ['a.pdf'],
    };
    expect((await deleteItems(silent, [item('a.pdf')], steps, english)).message).toBe(
      'File a.pdf deleted successfully',
    );
  });

  it('reports a folder that was deleted in part', async () => {
    const { store } = memoryStore(['2026/a', '2026/b'], (path) => (path === '2026/b' ? refused : undefined));
    expect((await deleteItems(store, [item('2026', 'folder')], steps, english)).message).toBe(
      'Failed to delete folder 2026: 1 of its files could not be deleted',
    );
  });
});
