import { inWords, type Translate, type Wording } from '#domain/language/translate.ts';

/**
 * Work that would be lost if the session ended now. Features announce such work; the code that ends a session asks about
 * it. In shared, so that the account page doesn't have to load the documents feature to know about its uploads.
 */
type Describe = () => Wording | null;

const sources = new Set<Describe>();

/** `describe` returns a sentence about unfinished work, or null. */
export function announceWork(describe: Describe): void {
  sources.add(describe);
}

/** "3 files are still uploading.", or null. */
export function unfinishedWork(t: Translate): string | null {
  const sentences = [...sources].map((describe) => describe()).filter((sentence) => sentence !== null);
  return sentences.length === 0 ? null : sentences.map((sentence) => inWords(sentence, t)).join(' ');
}
