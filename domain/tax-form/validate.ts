import type { MessageDescriptor } from '@lingui/core';
import { z } from 'zod';
import { msg } from '#domain/language/message.ts';
import { inWords, type Translate, type Wording } from '#domain/language/translate.ts';
import type { OfficeDay } from '#domain/office-time/office-day.ts';
import { answerAt, dependentNumber, maxDependents, type TaxFormAnswers } from './answers.ts';
import { faultOf, problemWords } from './checks.ts';
import { isRequired, isVisible, listsDependents } from './conditions.ts';
import { type DependentKey, dependentKeys, type FieldKey, fieldAt, fieldKeys } from './fields.ts';
import { normalize } from './normalize.ts';

/** The message of the API's error. The page words its title itself. */
export const PROBLEMS_HEADER = 'Please complete the following required fields:';
const noDependent = msg`Please add at least one dependent or change your answer to "No"`;
export const tooManyDependents = msg`Please list at most ${{ count: maxDependents }} dependents`;
/** Only the server finds these two: the page was open over New Year's Eve, or another program sent the form. */
export const otherYear = (year: number) => msg`Only the form for ${{ year }} can be sent`;
export const tooLong = msg`The form is too long to be stored`;
const inFuture = msg`Birth date is in the future`;
const spouseInFuture = msg`Spouse birth date is in the future`;

export interface Problem {
  /** "ssn", "dependents.0.firstName", or "dependents" for the list. */
  path: string;
  /** Without the number of the dependent, which is in the path. A text comes from the API's error. */
  message: Wording;
}

/** A problem as it is shown: "Dependent 1: First name is required". */
export function problemInWords({ path, message }: Problem, t: Translate): string {
  const problem = inWords(message, t);
  const number = dependentNumber(path);
  return number === undefined ? problem : t(msg`Dependent ${{ number }}: ${{ problem }}`);
}

/** Whether the problem is a birth date in the future. It is at the year, but the month or the day may be wrong. */
export function isFutureBirth({ message }: Problem): boolean {
  if (typeof message === 'string') return message.endsWith('in the future');
  return message.id === inFuture.id || message.id === spouseInFuture.id;
}

/**
 * `message` is in English. Servers that send no `wording` are of an earlier release. Built when it is needed: zod compiles
 * a schema with `eval`, which the content security policy forbids, until the app has told it not to.
 */
const sentProblems = () =>
  z.array(
    z.object({
      path: z.string(),
      message: z.string(),
      wording: z
        .object({
          id: z.string(),
          message: z.string(),
          values: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
        })
        .optional(),
    }),
  );

/** Parses the `details` of the API's error `NM422`. Empty for any other error. */
export function readProblems(details: unknown): Problem[] {
  try {
    const problems = sentProblems().parse(typeof details === 'string' ? JSON.parse(details) : details);
    return problems.map(({ path, message, wording }) => ({
      path,
      message: wording ?? message.replace(/^Dependent \d+: /, ''),
    }));
  } catch {
    // Another error.
    return [];
  }
}

/** All problems of a form, in its order. A form without problems can be sent. */
export function problemsOf(answers: TaxFormAnswers, today: OfficeDay): Problem[] {
  const form = normalize(answers);
  return fieldKeys.flatMap((key) => [
    ...(isVisible(key, form) ? problemsAt(key, form, isRequired(key, form), today) : []),
    ...(key === 'anyDependents' ? dependentProblems(form, today) : []),
  ]);
}

function dependentProblems(form: TaxFormAnswers, today: OfficeDay): Problem[] {
  if (!listsDependents(form)) return [];
  const { dependents } = form;
  if (dependents.length === 0) return [{ path: 'dependents', message: noDependent }];
  if (dependents.length > maxDependents) return [{ path: 'dependents', message: tooManyDependents }];
  return dependents.flatMap((_, at) =>
    dependentKeys.flatMap((key) => problemsAt(`dependents.${at}.${key}`, form, true, today)),
  );
}

/** What is wrong with an answer, if anything. A birth date has its problem at the year. */
function problemsAt(path: string, form: TaxFormAnswers, required: boolean, today: OfficeDay): Problem[] {
  const field = fieldAt(path);
  const words = problemWords[path.replace(/^.*\./, '') as FieldKey | DependentKey];
  const answer = answerAt(form, path);
  if (answer.length === 0) return required && words.missing ? [{ path, message: words.missing }] : [];
  const faults = [answer].flat().flatMap((one) => faultOf(field, words, one, today.year) ?? []);
  const [message = field.kind === 'year' ? futureBirthAt(path, form, today) : undefined] = faults;
  return message ? [{ path, message }] : [];
}

/** Impossible days such as February 30 are accepted: `doubts.ts` asks about them. */
function futureBirthAt(path: string, form: TaxFormAnswers, today: OfficeDay): MessageDescriptor | undefined {
  const [year = '', month = '', day = ''] = ['Year', 'Month', 'Day'].map((part) =>
    String(answerAt(form, path.replace(/Year$/, part))),
  );
  if (year === '' || month === '' || day === '') return undefined;
  const asNumber = (y: number, m: number, d: number) => (y * 100 + m) * 100 + d;
  const isFuture =
    asNumber(Number(year), Number(month), Number(day)) > asNumber(today.year, today.month, today.day);
  if (!isFuture) return undefined;
  return path === 'spouseDobYear' ? spouseInFuture : inFuture;
}
