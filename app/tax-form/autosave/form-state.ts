import { answerAt, emptyDependent, type TaxFormAnswers } from '#domain/tax-form/answers.ts';
import { isVisible, listsDependents } from '#domain/tax-form/conditions.ts';
import { type Doubt, doubtsOf } from '#domain/tax-form/doubts.ts';
import type { FieldKey } from '#domain/tax-form/fields.ts';
import { isFutureBirth, type Problem } from '#domain/tax-form/validate.ts';

export interface FormState {
  answers: TaxFormAnswers;
  /** Paths of answers from last year that the client has not checked. */
  check: readonly string[];
  /** Paths of doubtful numbers that the client has confirmed. */
  sure: readonly string[];
  /** Problems of the last attempt to send the form, without those of fields edited since. */
  problems: readonly Problem[];
  /** Counts failed attempts to send the form. */
  attempt: number;
}

export type Answer = string | string[];

export const createFormState = (answers: TaxFormAnswers, check: readonly string[] = []): FormState => ({
  answers,
  check,
  sure: [],
  problems: [],
  attempt: 0,
});

export function setAnswer(state: FormState, path: string, answer: Answer): FormState {
  const answers = withAnswer(state.answers, path, answer);
  return withoutHiddenProblems({
    ...state,
    answers: firstDependent(path, answers),
    check: state.check.filter((one) => one !== path),
    // Another month asks again about the day.
    sure: state.sure.filter((one) => one !== path && one !== path.replace(/(Month|Year)$/, 'Day')),
    problems: state.problems.filter((one) => one.path !== path && !isFutureDate(one, path)),
  });
}

export function confirmCarriedOver(state: FormState, paths: readonly string[]): FormState {
  return { ...state, check: state.check.filter((path) => !paths.includes(path)) };
}

/** Confirms a doubtful number, until it changes. */
export function confirmNumber(state: FormState, path: string): FormState {
  return { ...state, sure: [...state.sure, path] };
}

/** The doubtful numbers that are not confirmed. */
export function unconfirmedDoubts({ answers, sure }: FormState): Doubt[] {
  return doubtsOf(answers).filter(({ path }) => !sure.includes(path));
}

export function withProblems(state: FormState, problems: readonly Problem[]): FormState {
  return { ...state, problems, attempt: state.attempt + 1 };
}

export function addDependent(state: FormState): FormState {
  const dependents = [...state.answers.dependents, newDependent(state.answers)];
  return {
    ...state,
    answers: { ...state.answers, dependents },
    problems: state.problems.filter(({ path }) => path !== 'dependents'),
  };
}

/** Removes a dependent. The paths of those after it change. */
export function removeDependent(state: FormState, at: number): FormState {
  const newPath = (path: string): string[] => {
    const [first, position, key] = path.split('.');
    if (first !== 'dependents' || position === undefined) return [path];
    const was = Number(position);
    if (was === at) return [];
    return [was > at ? `dependents.${was - 1}.${key}` : path];
  };
  return {
    ...state,
    answers: { ...state.answers, dependents: state.answers.dependents.filter((_, one) => one !== at) },
    check: state.check.flatMap(newPath),
    sure: state.sure.flatMap(newPath),
    problems: state.problems.flatMap(({ path, message }) =>
      newPath(path).map((to) => ({ path: to, message })),
    ),
  };
}

function withAnswer(answers: TaxFormAnswers, path: string, answer: Answer): TaxFormAnswers {
  const [first = '', position, key = ''] = path.split('.');
  if (first !== 'dependents') return { ...answers, [first]: answer };
  const dependents = answers.dependents.map((one, at) =>
    at === Number(position) ? { ...one, [key]: answer } : one,
  );
  return { ...answers, dependents };
}

/** Adds the first dependent when the client says yes to dependents. */
function firstDependent(path: string, answers: TaxFormAnswers): TaxFormAnswers {
  const asked = path === 'newDependents' || path === 'anyDependents' || path === 'isNew';
  if (!asked || !listsDependents(answers) || answers.dependents.length > 0) return answers;
  return { ...answers, dependents: [newDependent(answers)] };
}

/** Most have the client's last name. */
const newDependent = ({ lastName }: TaxFormAnswers) => ({ ...emptyDependent(), lastName });

/** Drops the problems of questions that are no longer asked. */
function withoutHiddenProblems(state: FormState): FormState {
  return { ...state, problems: state.problems.filter(({ path }) => isShown(path, state.answers)) };
}

export function isShown(path: string, answers: TaxFormAnswers): boolean {
  return path.startsWith('dependents') ? listsDependents(answers) : isVisible(path as FieldKey, answers);
}

/** The problem of a birth date in the future is at its year; an edit of any part removes it. */
function isFutureDate(problem: Problem, edited: string): boolean {
  const { path } = problem;
  const whole = (one: string) => one.replace(/(Month|Day|Year)$/, '');
  return isFutureBirth(problem) && path !== whole(path) && whole(path) === whole(edited);
}

/** Whether any question about a dependent is answered, other than by us. */
export function hasAnswers(answers: TaxFormAnswers, at: number): boolean {
  const before: Record<string, unknown> = newDependent(answers);
  return Object.keys(answers.dependents[at] ?? {}).some((key) => {
    const answer = answerAt(answers, `dependents.${at}.${key}`);
    return answer !== '' && answer !== before[key];
  });
}
