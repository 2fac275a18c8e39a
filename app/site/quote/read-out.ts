import type { MessageDescriptor } from '@lingui/core';
import type { Office } from '#domain/business/office.ts';
import { english } from '#domain/language/english.ts';
import { type Formats, formatsIn } from '#domain/language/formats.ts';
import { sourceLanguage } from '#domain/language/language.ts';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import type { ResultId } from '#domain/quote/graph.ts';
import type { Answer, Quote } from '#domain/quote/quote.ts';
import { type OptionWords, steps } from './words.ts';

type Package = Office['prices']['quote'][number];

export function packageOf({ prices }: Office, result: ResultId): Package {
  const found = prices.quote.find(({ id }) => id === result);
  if (!found) throw new Error(`The office has no package ${result}`);
  return found;
}

/** The answers by their labels: "Income: A job, Interest on savings". */
export function readOut({ answered }: Quote): { about: MessageDescriptor; answers: MessageDescriptor[] }[] {
  return answered.map((answer) => ({
    about: steps[answer.step].about,
    answers: wordsOf(answer).map(({ label }) => label),
  }));
}

/** The note for the office, in English unless told otherwise: "Quote: Personal Taxes $80 - $120 (W-2 job; charity)". */
export function noteOf(
  office: Office,
  result: ResultId,
  { answered }: Quote,
  { dollars }: Formats = formatsIn(sourceLanguage),
  t: Translate = english,
): string {
  const { name, from, to } = packageOf(office, result);
  const told = answered.flatMap((answer) => wordsOf(answer).flatMap(({ note }) => (note ? t(note) : [])));
  const once = [...new Set(told)].join('; ');
  const quote = t(msg`Quote: ${{ name }} ${{ from: dollars(from) }} - ${{ to: dollars(to) }}`);
  return once === '' ? quote : `${quote} (${once})`;
}

function wordsOf({ step, chosen }: Answer): OptionWords[] {
  const options: Record<string, OptionWords> = steps[step].options;
  return chosen.flatMap((id) => options[id] ?? []);
}
