const DAY_MS = 24 * 60 * 60 * 1000;

/** "Destroyed in 12 days", rounded up. */
export function destroyedIn(expiresAt: string, now: Date): string {
  const days = Math.ceil((Date.parse(expiresAt) - now.getTime()) / DAY_MS);
  if (days <= 1) return 'Destroyed within a day';
  return `Destroyed in ${days} days`;
}

interface Restored {
  readonly id: string;
  readonly path: string;
}

/** The message after a restore. */
export function restoredText(wanted: readonly Restored[], back: readonly Restored[]): string {
  const places = new Map(wanted.map(({ id, path }) => [id, path]));
  const renamed = back.filter(({ id, path }) => places.get(id) !== path);
  const lost = wanted.length - back.length;
  const [only] = renamed;
  return [
    `Restored ${files(back.length)}`,
    renamed.length === 1 && only && `One has a new name because the old one is taken: ${only.path}`,
    renamed.length > 1 && `${renamed.length} have new names because the old ones are taken`,
    lost > 0 && `${files(lost)} had left the trash before`,
  ]
    .filter(Boolean)
    .join('. ');
}

export function files(count: number): string {
  return count === 1 ? '1 file' : `${count} files`;
}
