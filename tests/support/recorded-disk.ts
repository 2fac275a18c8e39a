import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { relative } from 'node:path';
import { onTestFinished, vi } from 'vitest';

/**
 * Records what a test syncs, renames, and links below a folder, as `sync a/b`, `rename a/b`, and `link a/b`, in order: only
 * what is synced here survives a power loss. The modules under test must be imported after this.
 */
export function recordDisk(folder: string): string[] {
  const acts: string[] = [];
  const paths = new Map<number, string>();
  const note = (act: string, path: unknown) => acts.push(`${act} ${relative(folder, String(path)) || '.'}`);
  const { open, fsync, promises } = fs;
  const { open: openFile, rename, link, writeFile } = promises;

  type Done = (error: NodeJS.ErrnoException | null, file: number) => void;
  vi.spyOn(fs, 'open').mockImplementation(((path: string, ...rest: unknown[]) => {
    const done = rest.pop() as Done;
    Reflect.apply(open, fs, [
      path,
      ...rest,
      ((error, file) => {
        if (!error) paths.set(file, path);
        done(error, file);
      }) satisfies Done,
    ]);
  }) as typeof open);
  vi.spyOn(fs, 'fsync').mockImplementation(((file: number, done: fs.NoParamCallback) =>
    fsync(file, (error) => {
      if (!error) note('sync', paths.get(file));
      done(error);
    })) as typeof fsync);
  vi.spyOn(promises, 'open').mockImplementation(async (path, ...rest) => {
    const file = await openFile(path, ...rest);
    const sync = file.sync.bind(file);
    file.sync = async () => {
      await sync();
      note('sync', path);
    };
    return file;
  });
  vi.spyOn(promises, 'writeFile').mockImplementation(async (path, data, options) => {
    await writeFile(path, data, options);
    if (typeof options === 'object' && options?.flush) note('sync', path);
  });
  vi.spyOn(promises, 'rename').mockImplementation(async (from, to) => {
    await rename(from, to);
    note('rename', to);
  });
  vi.spyOn(promises, 'link').mockImplementation(async (from, to) => {
    await link(from, to);
    note('link', to);
  });
  syncBuiltinESMExports();
  vi.resetModules();
  onTestFinished(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
    vi.resetModules();
  });
  return acts;
}
