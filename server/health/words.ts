import { z } from 'zod';
import type { Light, LightId, Sentences, Verdict } from '#domain/health/lights.ts';
import { sourceLanguage } from '#domain/language/language.ts';
import type { Reader } from '#domain/language/translate.ts';
import { englishReader } from '#server/language/readers.ts';

interface Message {
  id: string;
  values: Record<string, unknown>;
}

/** A text of a light. */
export interface Words {
  english: string;
  /** What the text consists of, for readers of other languages. Empty if only the English text is known. */
  messages: readonly Message[];
}

/** The result of a check, for readers of all languages. */
export interface CheckedLight extends Pick<Light, 'id' | 'state' | 'detail'> {
  says: Words;
  todo?: Words;
}

export function checkedLight(id: LightId, { state, says, todo, detail }: Verdict): CheckedLight {
  return {
    id,
    state,
    says: wordsOf(says),
    ...(todo && { todo: wordsOf(todo) }),
    ...(detail !== undefined && { detail }),
  };
}

export function lightFor({ language, t }: Reader, { id, state, says, todo, detail }: CheckedLight): Light {
  const read = ({ english, messages }: Words) =>
    (language === sourceLanguage ? undefined : translated(messages, t)) ?? english;
  return {
    id,
    state,
    says: read(says),
    ...(todo && { todo: read(todo) }),
    ...(detail !== undefined && { detail }),
  };
}

/** Undefined if a message is unknown: another release has stored it. */
function translated(messages: readonly Message[], t: Reader['t']): string | undefined {
  // Lingui returns the id of a message that it doesn't know.
  const sentences = messages.map((message) => ({ id: message.id, text: t(message) }));
  const isKnown = sentences.length > 0 && sentences.every(({ id, text }) => text !== id);
  return isKnown ? sentences.map(({ text }) => text).join(' ') : undefined;
}

function wordsOf(sentences: Sentences): Words {
  return {
    english: sentences.map(englishReader.t).join(' '),
    messages: sentences.map(({ id, values = {} }) => ({ id, values })),
  };
}

// Another release may have written it.
const storedMessages = z.array(
  z.object({
    text: z.string(),
    messages: z.array(
      z.object({
        id: z.string().regex(/^[\w-]{6}$/),
        values: z.record(z.string(), z.union([z.string(), z.number()])),
      }),
    ),
  }),
);

/** For `nutmeg.health_states`: the messages of each text, beside the texts in English. */
export function messagesToStore({
  says,
  todo,
}: CheckedLight): { text: string; messages: readonly Message[] }[] {
  const texts = todo ? [says, todo] : [says];
  return texts.map(({ english, messages }) => ({ text: english, messages }));
}

/** A stored text. Messages of another text are left out: a server of the release before replaces the text only. */
export function storedWords(english: string, stored: unknown): Words {
  const texts = storedMessages.safeParse(stored).data ?? [];
  return { english, messages: texts.find(({ text }) => text === english)?.messages ?? [] };
}
