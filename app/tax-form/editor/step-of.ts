import type { Step } from '#app/ui/layout/step-list.tsx';
import { type SectionStatus, sectionOf } from '#domain/tax-form/sections.ts';
import { type FormState, isShown } from '../autosave/form-state.ts';

/** A section in the list of them: how it stands, in words too. */
export function stepOf({ id, title, state, problems }: SectionStatus, form: FormState): Step {
  const highlighted = form.problems.filter(({ path }) => sectionOf(path) === id).length;
  const toCheck = form.check.filter((path) => sectionOf(path) === id && isShown(path, form.answers)).length;
  const count = (n: number, what: string) => `${n} ${what}${n === 1 ? '' : 's'}`;
  if (highlighted > 0) return { id, label: title, state: 'problem', detail: `${highlighted} to correct` };
  if (state !== 'complete') {
    const left = problems.length === 0 ? 'Not begun' : `${count(problems.length, 'question')} left`;
    return { id, label: title, state: 'open', detail: left };
  }
  if (toCheck > 0) return { id, label: title, state: 'open', detail: `${count(toCheck, 'answer')} to check` };
  return { id, label: title, state: 'done', detail: 'Complete' };
}
