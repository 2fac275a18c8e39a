import { readFileSync, statSync } from 'node:fs';

/** How long a secret that was replaced still counts in a running server. */
const LOOK_MS = 1_000;

/** The text of a file that may be replaced while we run, looked at again at most once a second. */
export function watchedSecret(path: string): () => string {
  const look = () => {
    const { ino, mtimeNs } = statSync(path, { bigint: true });
    return `${ino} ${mtimeNs}`;
  };
  let seen = look();
  let text = readFileSync(path, 'utf8');
  let looked = performance.now();
  return () => {
    if (performance.now() < looked + LOOK_MS) return text;
    looked = performance.now();
    try {
      const now = look();
      if (now !== seen) [text, seen] = [readFileSync(path, 'utf8'), now];
    } catch {
      // Out of reach for now: what was read of it still holds.
    }
    return text;
  };
}
