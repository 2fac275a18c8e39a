import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import { wordedPaths } from '#domain/language/worded-pages.ts';
import { type FactsSection, factsOf, section } from '../model/facts.ts';
import { isWithin } from '../model/paths.ts';
import { closedDays, contact } from './contact.ts';
import { links, reviews, team } from './people-and-links.ts';
import { prices } from './prices.ts';
import { payment, referral, rules } from './rules.ts';

const spanish = section('spanish', msg`In Spanish`, [
  {
    title: msg`Your texts in Spanish`,
    hint: msg`Everything that you wrote in English in the other sections. An empty field shows the English text. If you change an English text, translate it here again.`,
    pages: ['/fees', '/about-us', '/contact-us'],
    facts: { 'translations.es': { label: msg`Spanish texts` } },
  },
]);

/** The office's words in place of ours on the pages. */
const wording = section('wording', msg`Page texts`, [
  {
    title: msg`Your own words on these pages`,
    hint: msg`Change what our pages say, in either language. Prices, hours, and names in a text come from the other sections.`,
    pages: wordedPaths,
    facts: { wording: { label: msg`Page texts` } },
  },
]);

/** The office's words in mails. */
const letters = section('emails', msg`Emails`, [
  {
    title: msg`Your own words in emails`,
    hint: msg`Change what the portal’s emails say, in either language. Each person gets them in the language they chose. Emails to your own inbox stay as they are.`,
    hasLetters: true,
    facts: { letters: { label: msg`Emails` } },
  },
]);

/** All facts of the office, as an owner thinks of them. A new fact has a line in the schema, in the demo office, and here. */
export const sections: readonly FactsSection[] = [
  contact,
  closedDays,
  prices,
  team,
  reviews,
  links,
  payment,
  referral,
  rules,
  spanish,
  wording,
  letters,
];

export const allFacts = sections.flatMap(factsOf);

/** More of them are only counted. */
const MAX_NAMES = 6;

/** The names of changed facts as the forms have them: "Phone, Prices of tax returns". */
export function factNames(changed: readonly string[], t: Translate): string {
  const names = [...new Set(changed.map((path) => nameOf(path, t)))];
  const rest = names.length - MAX_NAMES;
  return [...names.slice(0, MAX_NAMES), ...(rest > 0 ? [t(msg`${{ count: rest }} more`)] : [])].join(', ');
}

/** `path` may name a group of facts: "contact.address". */
function nameOf(path: string, t: Translate): string {
  const exact = allFacts.find((fact) => isWithin(path, fact.path));
  if (exact) return t(exact.label);
  const group = sections
    .flatMap((section) => section.groups)
    .find(({ facts }) => facts.some((fact) => isWithin(fact.path, path)));
  return group ? t(group.title) : path;
}
