/**
 * Work that would be lost if the person left now. Whoever has such work announces itself; whoever ends a session
 * asks first. Here, so that the account doesn't have to load the files to know of their uploads.
 */
type Describe = () => string | null;

const sources = new Set<Describe>();

/** `describe` says in a sentence what is going on, or null while nothing is. */
export function announceWork(describe: Describe): void {
  sources.add(describe);
}

/** "3 files are still on their way.", or null. */
export function unfinishedWork(): string | null {
  const sentences = [...sources].map((describe) => describe()).filter((sentence) => sentence !== null);
  return sentences.length === 0 ? null : sentences.join(' ');
}
