import { storedJson } from '#app/shared/drafts/stored-value.ts';

/** The ids of the documents that the visitor has ready. Stored in this browser only. */
const stored = storedJson('local', 'nutmeg.papers-ready', (value) =>
  Array.isArray(value) ? value.filter((id) => typeof id === 'string') : null,
);

export const readTicked = (): string[] => stored.read() ?? [];

export function saveTicked(ids: readonly string[]): void {
  if (ids.length === 0) stored.clear();
  else stored.save([...ids]);
}
