import { answerAt, emptyDependent, type TaxFormAnswers } from '#domain/tax-form/answers.ts';
import { isVisible, listsDependents } from '#domain/tax-form/conditions.ts';
import { type Doubt, doubtsOf } from '#domain/tax-form/doubts.ts';
import type { FieldKey } from '#domain/tax-form/fields.ts';
import type { Problem } from '#domain/tax-form/validate.ts';

/** What the page knows of a form that somebody fills in. */
export interface FormState {
  answers: TaxFormAnswers;
  /** Paths carried over from last year that nobody has looked at yet. */
  check: readonly string[];
  /** Paths of doubtful numbers that the client says are correct. */
  sure: readonly string[];
  /** What is highlighted: found at the last try to send it, and not touched since. */
  problems: readonly Problem[];
  /** How often it was tried in vain. */
  attempt: number;
}

export type Answer = string | string[];

export const begin = (answers: TaxFormAnswers, check: readonly string[] = []): FormState => ({
  answers,
  check,
  sure: [],
  problems: [],
  attempt: 0,
});

export function answered(state: FormState, path: string, answer: Answer): FormState {
  const answers = withAnswer(state.answers, path, answer);
  return stillShown({
    ...state,
    answers: firstDependent(path, answers),
    check: state.check.filter((one) => one !== path),
    sure: state.sure.filter((one) => one !== path),
    problems: state.problems.filter((one) => one.path !== path && !isFutureDate(one, path)),
  });
}

export function confirmed(state: FormState, paths: readonly string[]): FormState {
  return { ...state, check: state.check.filter((path) => !paths.includes(path)) };
}

/** The client confirms a doubtful number; if it changes, the form asks again. */
export function confirmedNumber(state: FormState, path: string): FormState {
  return { ...state, sure: [...state.sure, path] };
}

/** The doubtful numbers that still need an answer. */
export function openDoubts({ answers, sure }: FormState): Doubt[] {
  return doubtsOf(answers).filter(({ path }) => !sure.includes(path));
}

export function refused(state: FormState, problems: readonly Problem[]): FormState {
  return { ...state, problems, attempt: state.attempt + 1 };
}

export function dependentAdded(state: FormState): FormState {
  const dependents = [...state.answers.dependents, emptyDependent()];
  return {
    ...state,
    answers: { ...state.answers, dependents },
    problems: state.problems.filter(({ path }) => path !== 'dependents'),
  };
}

/** The ones after it move up, with all that is noted about them. */
export function dependentRemoved(state: FormState, at: number): FormState {
  const moved = (path: string): string[] => {
    const [first, position, key] = path.split('.');
    if (first !== 'dependents' || position === undefined) return [path];
    const was = Number(position);
    if (was === at) return [];
    return [was > at ? `dependents.${was - 1}.${key}` : path];
  };
  return {
    ...state,
    answers: { ...state.answers, dependents: state.answers.dependents.filter((_, one) => one !== at) },
    check: state.check.flatMap(moved),
    sure: state.sure.flatMap(moved),
    problems: state.problems.flatMap(({ path, message }) =>
      moved(path).map((to) => ({ path: to, message: renumbered(message, to) })),
    ),
  };
}

const renumbered = (message: string, path: string) =>
  message.replace(/^Dependent \d+:/, () => `Dependent ${Number(path.split('.')[1]) + 1}:`);

function withAnswer(answers: TaxFormAnswers, path: string, answer: Answer): TaxFormAnswers {
  const [first = '', position, key = ''] = path.split('.');
  if (first !== 'dependents') return { ...answers, [first]: answer };
  const dependents = answers.dependents.map((one, at) =>
    at === Number(position) ? { ...one, [key]: answer } : one,
  );
  return { ...answers, dependents };
}

/** Who says yes to dependents finds the first one's questions already there. */
function firstDependent(path: string, answers: TaxFormAnswers): TaxFormAnswers {
  const asked = path === 'newDependents' || path === 'anyDependents' || path === 'isNew';
  if (!asked || !listsDependents(answers) || answers.dependents.length > 0) return answers;
  return { ...answers, dependents: [emptyDependent()] };
}

/** A question that is no longer asked has no highlight. */
function stillShown(state: FormState): FormState {
  return { ...state, problems: state.problems.filter(({ path }) => isShown(path, state.answers)) };
}

export function isShown(path: string, answers: TaxFormAnswers): boolean {
  return path.startsWith('dependents') ? listsDependents(answers) : isVisible(path as FieldKey, answers);
}

/** A birth date in the future is noted at its year, and mended by any of its parts. */
function isFutureDate({ path, message }: Problem, edited: string): boolean {
  const whole = (one: string) => one.replace(/(Month|Day|Year)$/, '');
  return message.endsWith('in the future') && path !== whole(path) && whole(path) === whole(edited);
}

/** Whether a dependent has been begun: removing it then loses something. */
export function isBegun(answers: TaxFormAnswers, at: number): boolean {
  return Object.keys(answers.dependents[at] ?? {}).some(
    (key) => answerAt(answers, `dependents.${at}.${key}`) !== '',
  );
}
