import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import type { FactProblem } from '#domain/business/fit-facts.ts';
import { type Language, languages, sourceLanguage } from '#domain/language/language.ts';
import { msg } from '#domain/language/message.ts';
import type { Reader, Translate } from '#domain/language/translate.ts';
import { languageLabels, rowName, shortened } from './changes.ts';
import { type FactsSection, type Field, fieldsOf, type RowsField, type WordingField } from './fields.ts';
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

/**
 * Puts the schema's problems at the fields, each field once, in the order of the forms, this section's first. Those
 * without a field come last.
 */
export function fieldProblems(
  problems: readonly FactProblem[],
  { section, sections, facts }: { section: FactsSection; sections: readonly FactsSection[]; facts: unknown },
  reader: Reader,
): FieldProblem[] {
  const ordered = [section, ...sections.filter((other) => other !== section)].flatMap((owner) =>
    fieldsOf(owner).map((field) => ({ owner, field })),
  );
  const found = ordered.flatMap(({ owner, field }) =>
    problems
      .filter(({ path }) => isWithin(path, field.path))
      .map((problem) => ({
        ...placed(field, problem, facts, reader),
        ...(owner !== section && { elsewhere: owner }),
      })),
  );
  const unknown = problems
    .filter(({ path }) => !ordered.some(({ field }) => isWithin(path, field.path)))
    .map(({ path, message }) => ({
      name: '',
      message: sentence(path || reader.t(msg`The facts`), message, reader.t),
    }));
  const firstOfEach = found.filter((one, at) => found.findIndex(({ name }) => name === one.name) === at);
  return [...firstOfEach, ...unknown];
}

function placed(field: Field, { path, message }: FactProblem, facts: unknown, reader: Reader): FieldProblem {
  const { t } = reader;
  const label = t(field.label);
  const rest = path.slice(field.path.length + 1);
  if (field.kind === 'rows' && rest !== '') return placedInRow(field, rest, message, facts, reader);
  if (field.kind === 'range') {
    const end = rest === 'to' ? 'to' : 'from';
    return { name: `${field.path}.${end}`, message: sentence(t(endOfRange(label, end)), message, t) };
  }
  if (field.kind === 'video') {
    if (rest === 'title')
      return { name: `${field.path}.title`, message: sentence(t(msg`Title of the video`), message, t) };
    return {
      name: `${field.path}.link`,
      message: t(msg`Link to the video must be one of YouTube or Vimeo.`),
    };
  }
  if (field.kind === 'wording' && rest !== '') {
    const language = languages.find((one) => rest === one || rest.startsWith(`${one}.`)) ?? sourceLanguage;
    const text = rest.slice(language.length + 1);
    const named =
      text === ''
        ? label
        : t(msg`“${{ text: shortened(text) }}” in ${{ language: t(languageLabels[language]) }}`);
    return { name: nameOfText(field, language, text), message: sentence(named, message, t) };
  }
  return { name: field.path, message: sentence(label, message, t) };
}

/** The field of one of our texts. */
export function nameOfText({ path }: WordingField, language: Language, text: string): string {
  // A text may have dots, so it is no part of a path.
  return text === '' ? `${path}.${language}` : `${path}.${language}.${generateMessageId(text)}`;
}

function placedInRow(
  field: RowsField,
  rest: string,
  message: string,
  facts: unknown,
  reader: Reader,
): FieldProblem {
  const { t } = reader;
  const [at = '0', ...inside] = rest.split('.');
  const path = inside.join('.');
  const part = field.fields.find((one) => isWithin(path, one.path));
  const row = valueAt(facts, `${field.path}.${at}`);
  const name = rowName(field, row, reader) || t(field.words.numbered(Number(at) + 1));
  if (!part) return { name: `${field.path}.${at}`, message: sentence(name, message, t) };
  return {
    name: `${field.path}.${at}.${part.path}`,
    message: sentence(`${name}, ${t(part.label)}`, message, t),
  };
}

const endOfRange = (label: string, end: 'from' | 'to') =>
  end === 'from' ? msg`${{ label }}, from` : msg`${{ label }}, to`;

/** Messages complete a sentence (domain/business/fact-kinds.ts). */
const sentence = (label: string, message: string, t: Translate) =>
  t(msg`${{ label }} ${{ problem: problemWords(message, t) }}.`);
