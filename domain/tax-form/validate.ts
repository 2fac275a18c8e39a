import { z } from 'zod';
import type { OfficeDay } from '#domain/office-time/office-day.ts';
import { type Dependent, maxDependents, type TaxFormAnswers } from './answers.ts';
import { faultOf } from './checks.ts';
import { isRequired, isVisible, listsDependents } from './conditions.ts';
import { dependentFieldOf, dependentKeys, type Field, fieldKeys, fieldOf } from './fields.ts';
import { normalize } from './normalize.ts';

/** The title of the error summary, on the page and in the API's error. */
export const PROBLEMS_HEADER = 'Please complete the following required fields:';
const NO_DEPENDENT = 'Please add at least one dependent or change your answer to "No"';

export interface Problem {
  /** "ssn", "dependents.0.firstName", or "dependents" for the list. */
  path: string;
  message: string;
}

/** Parses the `details` of the API's error `NM422`. Empty for any other error. */
export function readProblems(details: unknown): Problem[] {
  const list = z.array(z.object({ path: z.string(), message: z.string() }));
  try {
    return list.parse(typeof details === 'string' ? JSON.parse(details) : details);
  } catch {
    // Another error.
    return [];
  }
}

/** All problems of a form, in its order. A form without problems can be sent. */
export function problemsOf(answers: TaxFormAnswers, today: OfficeDay): Problem[] {
  const form = normalize(answers);
  const problems: Problem[] = [];
  for (const key of fieldKeys) {
    if (isVisible(key, form)) {
      const message = messageFor(fieldOf(key), form[key], isRequired(key, form), today.year);
      if (message !== undefined) problems.push({ path: key, message });
      else if (key === 'dobYear' && isFuture(form.dobYear, form.dobMonth, form.dobDay, today)) {
        problems.push({ path: key, message: 'Birth date is in the future' });
      } else if (
        key === 'spouseDobYear' &&
        isFuture(form.spouseDobYear, form.spouseDobMonth, form.spouseDobDay, today)
      ) {
        problems.push({ path: key, message: 'Spouse birth date is in the future' });
      }
    }
    if (key === 'anyDependents') problems.push(...dependentProblems(form, today));
  }
  return problems;
}

function dependentProblems(form: TaxFormAnswers, today: OfficeDay): Problem[] {
  if (!listsDependents(form)) return [];
  const { dependents } = form;
  if (dependents.length === 0) return [{ path: 'dependents', message: NO_DEPENDENT }];
  if (dependents.length > maxDependents) {
    return [{ path: 'dependents', message: `Please list at most ${maxDependents} dependents` }];
  }
  return dependents.flatMap((dependent, at) =>
    problemsOfDependent(dependent, today).map(({ path, message }) => ({
      path: `dependents.${at}.${path}`,
      message: `Dependent ${at + 1}: ${message}`,
    })),
  );
}

function problemsOfDependent(dependent: Dependent, today: OfficeDay): Problem[] {
  return dependentKeys.flatMap((key) => {
    const message = messageFor(dependentFieldOf(key), dependent[key], true, today.year);
    if (message !== undefined) return [{ path: key, message }];
    if (key === 'dobYear' && isFuture(dependent.dobYear, dependent.dobMonth, dependent.dobDay, today)) {
      return [{ path: key, message: 'Birth date is in the future' }];
    }
    return [];
  });
}

function messageFor(
  field: Field,
  answer: string | string[],
  required: boolean,
  year: number,
): string | undefined {
  if (answer.length === 0) return required ? missingMessage(field) : undefined;
  if (typeof answer === 'string') return faultOf(field, answer, year);
  const unknown = answer.some((one) => !field.options?.some(({ value }) => value === one));
  return unknown ? 'Health insurance type must be one of the choices' : undefined;
}

function missingMessage({ missing, name }: Field): string {
  return missing ?? `${name} is required`;
}

/** Impossible days such as February 30 are accepted: the office asks about them. */
function isFuture(year: string, month: string, day: string, today: OfficeDay): boolean {
  if (year === '' || month === '' || day === '') return false;
  const asNumber = (y: number, m: number, d: number) => (y * 100 + m) * 100 + d;
  return asNumber(Number(year), Number(month), Number(day)) > asNumber(today.year, today.month, today.day);
}
