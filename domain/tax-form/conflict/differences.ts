import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import { answerAt, type TaxFormAnswers, toSaved } from '../answers.ts';
import { isVisible, listsDependents } from '../conditions.ts';
import { type FieldKey, fieldKeys, fieldOf, type SectionId } from '../fields.ts';
import { type ReadItem, readOut } from '../read-out.ts';

type DifferenceKey = FieldKey | 'dependents';

/** An answer that two versions of a form don't have in common. */
export interface Difference {
  /** All dependents are one: two lists of people can't be joined by their places. */
  key: DifferenceKey;
  section: SectionId;
  question: string;
  /** In words; '' if not answered. Numbers are shown whole, since only that tells which one is right. */
  mine: string;
  theirs: string;
}

/** Leaves out questions that neither version asks. */
export function differences(mine: TaxFormAnswers, theirs: TaxFormAnswers, t: Translate): Difference[] {
  const [here, there] = [read(mine, t), read(theirs, t)];
  const found = fieldKeys
    .filter((key) => isVisible(key, mine) || isVisible(key, theirs))
    .filter((key) => String(answerAt(mine, key)) !== String(answerAt(theirs, key)))
    .map((key): Difference => {
      const { section, question } = fieldOf(key);
      const [ours, others] = [here.answers.get(key), there.answers.get(key)];
      return { key, section, question: t(question), mine: ours ?? '', theirs: others ?? '' };
    });
  const [ours, others] = [here, there].map(({ people }) => people);
  if (ours && others && JSON.stringify(ours) !== JSON.stringify(others)) {
    found.push({
      key: 'dependents',
      section: 'dependents',
      question: t(msg`Your dependents`),
      mine: inLines(ours, others, t),
      theirs: inLines(others, ours, t),
    });
  }
  return found;
}

/** Two versions of the form that began as `base`, each with the answers that only the other one has changed. */
export function merge(
  base: TaxFormAnswers,
  mine: TaxFormAnswers,
  theirs: TaxFormAnswers,
): { mine: TaxFormAnswers; theirs: TaxFormAnswers } {
  const keys = Object.keys(base) as DifferenceKey[];
  const differ = (key: DifferenceKey, one: TaxFormAnswers, other: TaxFormAnswers) =>
    JSON.stringify(one[key]) !== JSON.stringify(other[key]);
  const unchangedIn = (answers: TaxFormAnswers) => new Set(keys.filter((key) => !differ(key, base, answers)));
  return {
    mine: joined(mine, theirs, unchangedIn(mine)),
    theirs: joined(theirs, mine, unchangedIn(theirs)),
  };
}

/** The answers of this device, with those of the other one that were chosen. */
export function joined(
  mine: TaxFormAnswers,
  theirs: TaxFormAnswers,
  chosen: ReadonlySet<DifferenceKey>,
): TaxFormAnswers {
  const picked = Object.entries(theirs).filter(([key]) => chosen.has(key as DifferenceKey));
  return { ...mine, ...(Object.fromEntries(picked) as Partial<TaxFormAnswers>) };
}

function read(answers: TaxFormAnswers, t: Translate) {
  const sections = readOut(toSaved(answers), { sensitive: 'shown' }, t);
  const items = sections.flatMap((section) => section.items);
  return {
    answers: new Map(items.map(({ path, answer }) => [path, answer])),
    people: listsDependents(answers) ? sections.flatMap(({ dependents }) => dependents) : [],
  };
}

/** A line for each person: the name, and what the person at the same place of the other version doesn't have. */
function inLines(people: ReadItem[][], others: ReadItem[][], t: Translate): string {
  const answerOf = (person: ReadItem[] | undefined, key: string) =>
    person?.find(({ path }) => path.endsWith(`.${key}`))?.answer ?? '';
  const lines = people.map((person, at) => {
    const name = `${answerOf(person, 'firstName')} ${answerOf(person, 'lastName')}`.trim();
    const details = person
      .filter(({ path, answer }) => {
        const key = path.split('.').at(-1) ?? '';
        return !/^(first|last)Name$/.test(key) && answer !== '' && answerOf(others[at], key) !== answer;
      })
      .map(({ question, answer }) => t(msg`${{ question }}: ${{ answer }}`));
    return [name || t(msg`No name yet`), ...details].join('. ');
  });
  return lines.join('\n');
}
