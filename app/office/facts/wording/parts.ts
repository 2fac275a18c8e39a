import type { LetterPlace, LetterText, OfficeText, OfficeTexts } from '#contract/office.ts';
import { idsOf, letterGroups, letterNames, textNames } from '#domain/contact/letter-names.ts';
import { type Language, languages } from '#domain/language/language.ts';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import type { WordedPage } from '#domain/language/worded-pages.ts';
import { pageNames } from '../model/facts.ts';
import { valueAt } from '../model/paths.ts';

/** The office's words by the language, then by our English text. */
export type Wordings = Record<Language, Record<string, string>>;

/** The facts have only the languages with words. */
export function wordingsIn(fact: unknown): Wordings {
  const own = languages.map((language) => {
    const words = Object.entries(valueAt(fact, language) ?? {});
    return [language, Object.fromEntries(words.filter(([, word]) => typeof word === 'string'))];
  });
  return Object.fromEntries(own) as Wordings;
}

/** As the facts have them; null for none. */
export function factOfWordings(own: Record<Language, Record<string, string | undefined>>): object | null {
  const filled = languages.flatMap((language) => {
    const words = Object.entries(own[language]).filter(([, word]) => word !== undefined);
    return words.length > 0 ? [[language, Object.fromEntries(words)]] : [];
  });
  return filled.length > 0 ? Object.fromEntries(filled) : null;
}

export interface Part {
  id: string;
  texts: readonly (OfficeText | LetterText)[];
}

export const partsOf = (isLetters: boolean, { pages, letters }: OfficeTexts): Part[] =>
  isLetters
    ? letters.map(({ letter, texts }) => ({ id: letter, texts }))
    : pages.map(({ page, texts }) => ({ id: page, texts }));

export const ourText = ({ text, spanish }: OfficeText, language: Language): string =>
  language === 'en' ? text : spanish;

/** Whether the office has its own words for some of it. */
const isChanged = ({ texts }: Part, own: Wordings): boolean =>
  texts.some(({ text }) => languages.some((language) => Object.hasOwn(own[language], text)));

/** The choices of a list of pages or mails. The changed ones say so. */
export function partOptions(isLetters: boolean, parts: readonly Part[], own: Wordings, t: Translate) {
  const option = (id: string, name: string) => {
    const part = parts.find((one) => one.id === id);
    return { value: id, label: part && isChanged(part, own) ? t(msg`${{ name }} (changed)`) : name };
  };
  if (!isLetters) {
    return { options: parts.map(({ id }) => option(id, t(pageNames[id as WordedPage]))), groups: [] };
  }
  return {
    options: [],
    groups: [
      ...letterGroups.map(({ title, letters }) => ({
        label: t(title),
        options: letters.map((id) => option(id, t(letterNames[id]))),
      })),
      { label: t(msg`Text messages`), options: idsOf(textNames).map((id) => option(id, t(textNames[id]))) },
    ],
  };
}

const places: Record<LetterPlace, (number: number) => ReturnType<typeof msg>> = {
  subject: () => msg`Subject line`,
  heading: () => msg`Heading`,
  preview: () => msg`Line next to the subject in the inbox`,
  greeting: () => msg`Greeting`,
  paragraph: (number) => msg`Paragraph ${{ number }}`,
  label: (number) => msg`Label ${{ number }}`,
  button: () => msg`Button`,
  code: () => msg`Above the code`,
  link: () => msg`Above the link`,
  note: (number) => msg`Small print ${{ number }}`,
  text: () => msg`Text message`,
};

/** What each text of a mail is: "Subject line, heading". Those that there are several of are numbered. */
export function placeNames(texts: readonly LetterText[], t: Translate): string[] {
  const counts = new Map<LetterPlace, number>();
  return texts.map((text) =>
    text.places
      .map((place, at) => {
        const number = (counts.get(place) ?? 0) + 1;
        counts.set(place, number);
        const name = t(places[place](number));
        return at === 0 ? name : name.charAt(0).toLowerCase() + name.slice(1);
      })
      .join(', '),
  );
}

/** The values in a text: "{name}". */
export const valuesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)),
];

/** A text whose words follow a number or a choice can't be typed as a text. */
export const hasForms = (text: string): boolean => /\{\s*\w+\s*,/.test(text);

/** The office's texts for which there is no text of ours anymore. */
export function setAside(parts: readonly Part[], own: Wordings): { language: Language; text: string }[] {
  const ours = new Set(parts.flatMap(({ texts }) => texts.map(({ text }) => text)));
  return languages.flatMap((language) =>
    Object.keys(own[language]).flatMap((text) => (ours.has(text) ? [] : [{ language, text }])),
  );
}
