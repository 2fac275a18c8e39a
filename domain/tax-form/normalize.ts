import { digitsOf } from '#domain/text/digit-groups.ts';
import { normalizeWithin, wellFormed } from '#domain/text/unicode.ts';
import {
  type Dependent,
  type SavedForm,
  type TaxFormAnswers,
  type TextKey,
  textKeys,
  toSaved,
} from './answers.ts';
import { healthChoices, stateCode, states } from './choices.ts';
import { isVisible, listsDependents } from './conditions.ts';
import { dependentFieldOf, dependentKeys, type Field, fieldOf } from './fields.ts';
import { digitCount, masked, maskOf } from './masks.ts';

/** The answers as they are validated and stored: trimmed, in one format, without those of hidden questions. */
export function normalize(answers: TaxFormAnswers): TaxFormAnswers {
  const texts = Object.fromEntries(textKeys.map((key) => [key, tidy(fieldOf(key), answers[key])]));
  const tidied: TaxFormAnswers = {
    ...(texts as Record<TextKey, string>),
    healthInsuranceTypes: inOrder(answers.healthInsuranceTypes),
    dependents: answers.dependents.map(tidyDependent),
  };
  for (const key of textKeys) if (!isVisible(key, tidied)) tidied[key] = '';
  if (!listsDependents(tidied)) tidied.dependents = [];
  return tidied;
}

/** The form as it is sent and stored. */
export function savedForm(answers: TaxFormAnswers): SavedForm {
  return toSaved(normalize(answers));
}

function tidyDependent(dependent: Dependent): Dependent {
  return Object.fromEntries(
    dependentKeys.map((key) => [key, tidy(dependentFieldOf(key), dependent[key])]),
  ) as Dependent;
}

/** Without duplicates, in the order of the form. Unknown options stay, so that validation refuses them. */
function inOrder(chosen: readonly string[]): string[] {
  const order = healthChoices.map(({ value }) => value);
  const place = (one: string) => (order.includes(one) ? order.indexOf(one) : order.length);
  return [...new Set(chosen.map((one) => one.trim()))].sort((a, b) => place(a) - place(b));
}

function tidy(field: Field, text: string): string {
  const trimmed = clean(text, field.kind === 'longText');
  // Other apps may send a state's name.
  if (field.options === states) return stateCode(trimmed) ?? trimmed;
  const mask = maskOf(field.kind);
  if (mask) {
    const shown = masked(mask, trimmed);
    return digitsOf(shown).length === digitCount(mask) && isNumber(trimmed) ? shown : trimmed;
  }
  switch (field.kind) {
    case 'routing':
    case 'account':
      return isNumber(trimmed) ? digitsOf(trimmed) : trimmed;
    case 'zip':
      return trimmed.replace(/^(\d{5})[ -]?(\d{4})$/, '$1-$2');
    case 'month':
    case 'day':
    case 'monthsLived':
      return trimmed.replace(/^0+(?=\d)/, '');
    default:
      return trimmed;
  }
}

/** Digits with separators. Other text stays as it is, so that validation refuses it. */
function isNumber(text: string): boolean {
  return /^[-0-9 ().+/]*$/.test(text);
}

function clean(text: string, lines: boolean): string {
  // Longer text stays as it is: validation refuses it.
  const repaired = wellFormed(text);
  const whole = (normalizeWithin(repaired, 10_000) ?? repaired).replace(/\r\n?/g, '\n');
  return (lines ? whole.replace(/[^\P{Cc}\n\t]/gu, '') : whole.replace(/\p{Cc}+/gu, ' ')).trim();
}
