import { usualBirthYear } from './choices.ts';
import { type DependentKey, dependentKeys, type FieldKey, fieldKeys } from './fields.ts';

export type Dependent = Record<DependentKey, string>;
export type TextKey = Exclude<FieldKey, 'healthInsuranceTypes'>;

/** All answers of a form; '' if a question is not answered. Numbers are strings of digits. */
export type TaxFormAnswers = Record<TextKey, string> & {
  healthInsuranceTypes: string[];
  dependents: Dependent[];
};

type SavedDependent = Partial<Record<Exclude<DependentKey, 'monthsLived'>, string>> & {
  monthsLived?: number;
};
/** The form on the wire and in the database (`form_data`): answered questions only. */
export type SavedForm = Partial<Record<TextKey, string>> & {
  healthInsuranceTypes?: string[];
  dependents?: SavedDependent[];
};

export const textKeys = fieldKeys.filter((key): key is TextKey => key !== 'healthInsuranceTypes');
export const maxDependents = 20;

export function emptyDependent(): Dependent {
  return Object.fromEntries(dependentKeys.map((key) => [key, ''])) as Dependent;
}

/** A blank form. */
export function emptyAnswers(): TaxFormAnswers {
  const texts = Object.fromEntries(textKeys.map((key) => [key, ''])) as Record<TextKey, string>;
  return { ...texts, dobYear: usualBirthYear, healthInsuranceTypes: [], dependents: [] };
}

/** Parses a form, draft, or request. Ignores a newer app's keys; a value of the wrong type counts as not answered. */
export function readAnswers(value: unknown): TaxFormAnswers {
  const given = isObject(value) ? value : {};
  const texts = Object.fromEntries(textKeys.map((key) => [key, readText(given[key])]));
  const insurances = Array.isArray(given.healthInsuranceTypes) ? given.healthInsuranceTypes : [];
  const dependents = Array.isArray(given.dependents) ? given.dependents : [];
  return {
    ...(texts as Record<TextKey, string>),
    healthInsuranceTypes: insurances.filter((one): one is string => typeof one === 'string'),
    dependents: dependents.map(readDependent),
  };
}

function readDependent(value: unknown): Dependent {
  const given = isObject(value) ? value : {};
  return Object.fromEntries(dependentKeys.map((key) => [key, readText(given[key])])) as Dependent;
}

/** Other apps send numbers and booleans for text fields. */
function readText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return '';
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The answered questions. `normalize` drops hidden ones. */
export function toSaved(answers: TaxFormAnswers): SavedForm {
  const { healthInsuranceTypes, dependents, ...texts } = answers;
  return {
    ...answered(texts),
    ...(healthInsuranceTypes.length > 0 && { healthInsuranceTypes: [...healthInsuranceTypes] }),
    ...(dependents.length > 0 && { dependents: dependents.map(toSavedDependent) }),
  };
}

function toSavedDependent({ monthsLived, ...texts }: Dependent): SavedDependent {
  return { ...answered(texts), ...(/^\d+$/.test(monthsLived) && { monthsLived: Number(monthsLived) }) };
}

function answered<K extends string>(texts: Record<K, string>): Partial<Record<K, string>> {
  const entries = Object.entries<string>(texts).filter(([, text]) => text !== '');
  return Object.fromEntries(entries) as Partial<Record<K, string>>;
}

/** The number of the dependent that a path is about, from 1; undefined for other questions. */
export function dependentNumber(path: string): number | undefined {
  const at = /^dependents\.(\d+)\./.exec(path)?.[1];
  return at === undefined ? undefined : Number(at) + 1;
}

/** The answer at a path: "ssn", "dependents.0.firstName"; '' if there is none. */
export function answerAt(answers: TaxFormAnswers, path: string): string | string[] {
  const [first = '', position, key] = path.split('.');
  if (first === 'dependents') {
    return answers.dependents[Number(position)]?.[key as DependentKey] ?? '';
  }
  return answers[first as FieldKey] ?? '';
}
