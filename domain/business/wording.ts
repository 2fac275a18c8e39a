import type { Messages } from '@lingui/core';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { partsOf } from '#domain/language/message-parts.ts';
import { ownTextProblem } from '#domain/texts/own-words.ts';

/** The office's own words by our English text, in one language: they aren't used once ours say something else. */
export type Wording = Readonly<Record<string, string>>;

/** Also HTML, which pages and mails would show as it is. */
const TAGS = /<\/?\d+\/?>|<\/?[a-z][^<>]*>/gi;

/** What is wrong with the office's words; undefined if nothing is. Follows the text's name: "Subject needs {name}". */
export function wordingProblem(ours: string, own: string): string | undefined {
  const wanted = safeParts(ours);
  if (!wanted) return 'is not one of our texts';
  const found = safeParts(own);
  if (!found) return 'has a brace without its partner: keep the values in braces as they were';
  const unknown = [...found, ...tagsIn(own)].find((part) => !wanted.has(part));
  if (unknown !== undefined) return `has ${unknown}, which our text doesn’t have`;
  const missing = [...wanted].find((part) => !found.has(part));
  if (missing !== undefined) return `needs ${missing}`;
  // Forms of a plural have the same tags again.
  if (misplacedTag(tagsIn(ours)) !== undefined) return undefined;
  const unsendable = ownTextProblem(ours, own);
  if (unsendable !== undefined) return unsendable;
  const misplaced = misplacedTag(tagsIn(own));
  return misplaced && `has ${misplaced} in the wrong place`;
}

/** The office's words by the ids of our texts, compiled, as Lingui loads them. Undefined if there are none. */
export function compileWording(wording: Wording | null | undefined): Messages | undefined {
  const entries = Object.entries(wording ?? {});
  if (entries.length === 0) return undefined;
  return Object.fromEntries(
    entries.map(([ours, own]) => [generateMessageId(ours), compileMessageOrThrow(own)]),
  );
}

const tagsIn = (text: string): string[] => text.match(TAGS) ?? [];

/** The first tag that is used twice, closed before it is opened, or not closed where it should be. */
function misplacedTag(tags: readonly string[]): string | undefined {
  const open: string[] = [];
  const seen = new Set<string>();
  for (const tag of tags) {
    if (seen.has(tag)) return tag;
    seen.add(tag);
    if (tag.endsWith('/>')) continue;
    if (!tag.startsWith('</')) open.push(tag);
    else if (open.pop() !== tag.replace('/', '')) return tag;
  }
  return open.at(-1);
}

function safeParts(message: string): Set<string> | undefined {
  try {
    return partsOf(message);
  } catch {
    // It can't be read as a message.
    return undefined;
  }
}
