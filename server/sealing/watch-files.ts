import { statSync } from 'node:fs';

/**
 * Returns a function that returns what `read` returned, and reads again once one of the files was replaced. It looks at
 * them each time: a replaced secret ends at once. While they can't be read, the last value remains.
 */
export function watchFiles<T>(paths: readonly string[], read: () => T): () => T {
  const look = () =>
    paths
      .map((path) => statSync(path, { bigint: true }))
      .map(({ ino, mtimeNs }) => `${ino} ${mtimeNs}`)
      .join();
  let seen = look();
  let value = read();
  return () => {
    try {
      const now = look();
      if (now !== seen) [value, seen] = [read(), now];
    } catch {
      // The files are being changed.
    }
    return value;
  };
}
