import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import type { FactProblem } from '#domain/business/fit-facts.ts';
import { type Language, languages, sourceLanguage } from '#domain/language/language.ts';
import { msg } from '#domain/language/message.ts';
import type { Reader, Translate } from '#domain/language/translate.ts';
import { languageLabels, rowName, shortened } from './changes.ts';
import { type Fact, type FactsSection, factsOf, type Rows } from './facts.ts';
import { isWithin, valueAt } from './paths.ts';
import { problemWords } from './problem-words.ts';

/** A problem at its field. */
export interface FieldProblem {
  /** The name of the field in the form, and its id. '' for a fact without a field. */
  name: string;
  /** A whole sentence: "Personal Taxes, to must not be less than the number before it." */
  message: string;
  /** The section with the field, if it is another one. */
  elsewhere?: FactsSection;
}

/** The field of a problem, as it is named in the sentence about the problem. */
interface Place {
  name: string;
  label: string;
}

/**
 * Puts the schema's problems at the fields, each field once, in the order of the forms, this section's first. Those
 * without a field come last.
 */
export function fieldProblems(
  problems: readonly FactProblem[],
  { section, sections, facts }: { section: FactsSection; sections: readonly FactsSection[]; facts: unknown },
  reader: Reader,
): FieldProblem[] {
  const { t } = reader;
  const ordered = [section, ...sections.filter((other) => other !== section)].flatMap((owner) =>
    factsOf(owner).map((fact) => ({ owner, fact })),
  );
  const found = ordered.flatMap(({ owner, fact }) =>
    problems
      .filter(({ path }) => isWithin(path, fact.path))
      .map(({ path, message }): FieldProblem => {
        const rest = path.slice(fact.path.length + 1);
        const { name, label } = placeOf(fact, rest, facts, reader);
        return {
          name,
          message: isLinkOfVideo(fact, rest)
            ? t(msg`Link to the video must be one of YouTube or Vimeo.`)
            : sentence(label, message, t),
          ...(owner !== section && { elsewhere: owner }),
        };
      }),
  );
  const unknown = problems
    .filter(({ path }) => !ordered.some(({ fact }) => isWithin(path, fact.path)))
    .map(({ path, message }) => ({ name: '', message: sentence(path || t(msg`The facts`), message, t) }));
  const firstOfEach = found.filter((one, at) => found.findIndex(({ name }) => name === one.name) === at);
  return [...firstOfEach, ...unknown];
}

/** @param rest of the problem's path, inside the fact */
function placeOf(fact: Fact, rest: string, facts: unknown, reader: Reader): Place {
  const { t } = reader;
  const { path } = fact;
  const label = t(fact.label);
  if (fact.control === 'range') {
    return rest === 'to'
      ? { name: `${path}.to`, label: t(msg`${{ label }}, to`) }
      : { name: `${path}.from`, label: t(msg`${{ label }}, from`) };
  }
  if (fact.control === 'video') {
    return isLinkOfVideo(fact, rest)
      ? { name: `${path}.link`, label }
      : { name: `${path}.title`, label: t(msg`Title of the video`) };
  }
  if (rest === '') return { name: path, label };
  if (fact.rows) return placeInRow(path, fact.rows, rest, facts, reader);
  if (fact.control !== 'wording') return { name: path, label };
  const language = languages.find((one) => isWithin(rest, one)) ?? sourceLanguage;
  const text = rest.slice(language.length + 1);
  return {
    name: nameOfText(path, language, text),
    label:
      text === ''
        ? label
        : t(msg`“${{ text: shortened(text) }}” in ${{ language: t(languageLabels[language]) }}`),
  };
}

function placeInRow(list: string, rows: Rows, rest: string, facts: unknown, reader: Reader): Place {
  const { t } = reader;
  const [at = '0', ...inside] = rest.split('.');
  const part = rows.fields.find(({ path }) => isWithin(inside.join('.'), path));
  const row = rowName(rows, valueAt(facts, `${list}.${at}`), reader) || t(rows.numbered(Number(at) + 1));
  return part
    ? { name: `${list}.${at}.${part.path}`, label: `${row}, ${t(part.label)}` }
    : { name: `${list}.${at}`, label: row };
}

const isLinkOfVideo = ({ control }: Fact, rest: string) => control === 'video' && rest !== 'title';

/** The field of one of our texts. */
export function nameOfText(path: string, language: Language, text: string): string {
  // A text may have dots, so it is no part of a path.
  return text === '' ? `${path}.${language}` : `${path}.${language}.${generateMessageId(text)}`;
}

/** Messages complete a sentence (domain/business/fact-kinds.ts). */
const sentence = (label: string, message: string, t: Translate) =>
  t(msg`${{ label }} ${{ problem: problemWords(message, t) }}.`);
