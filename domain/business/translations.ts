import type { Language } from '#domain/language/language.ts';
import type { Business } from './business.ts';

/** The facts that are words and not names. "*" is each entry of a list. */
const WORDS = [
  'languages.*',
  'contact.address.directions.*',
  'streetMap.places.*.name',
  'streetMap.walk.says',
  'apps.*.description',
  'tutorialVideo.title',
  'prices.tiers.*.name',
  'prices.extras.*.name',
  'prices.extras.*.per',
  'prices.quote.*.name',
  'referral.paidBy.*',
  'team.*.role',
  'team.*.about',
  'team.*.languages.*',
  'payments.atTheOffice.*',
  'links.stateRefunds.*.state',
  'calendar.closedOn.*.reason',
];

/** The facts as pages and mails in a language show them. A text without a translation stays as it is. */
export function factsIn(business: Business, language: Language): Business {
  const words = business.translations?.[language as keyof Business['translations']];
  if (!words) return business;
  const translate = (text: string) => (Object.hasOwn(words, text) ? (words[text] ?? text) : text);
  return WORDS.reduce<unknown>(
    (facts, path) => mapText(facts, path.split('.'), translate),
    business,
  ) as Business;
}

/** The texts that can be translated, each once, in the order of the pages. */
export function textsToTranslate(business: Business): string[] {
  const found = new Set<string>();
  const add = (text: string) => {
    found.add(text);
    return text;
  };
  for (const path of WORDS) mapText(business, path.split('.'), add);
  return [...found];
}

/** A copy with the texts at the path replaced. What is not changed is shared with the original. */
function mapText(
  value: unknown,
  [key, ...rest]: readonly string[],
  replace: (text: string) => string,
): unknown {
  if (key === undefined) return typeof value === 'string' ? replace(value) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (key === '*') return Array.isArray(value) ? value.map((entry) => mapText(entry, rest, replace)) : value;
  const part = (value as Record<string, unknown>)[key];
  return part === undefined ? value : { ...value, [key]: mapText(part, rest, replace) };
}
