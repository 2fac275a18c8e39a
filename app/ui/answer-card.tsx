import { classNames } from './class-names.ts';

export interface AnswerOption {
  value: string;
  label: string;
  hint?: string | undefined;
}

export type GroupSize = 'medium' | 'large';

/** Between a group's question, its hint and its answers. */
export const groupGap: Record<GroupSize, string> = { medium: 'gap-1.5', large: 'gap-3' };

/** An answer of a group is a whole card to press. */
export function answerCard(size: GroupSize): string {
  return classNames(
    'group flex cursor-pointer items-center rounded-control border border-control bg-surface hover:border-ink focus-visible:outline-3 selected:border-action selected:bg-action-soft invalid:border-danger',
    size === 'large' ? 'min-h-15 gap-4 px-4.5 py-3' : 'min-h-12 gap-3 px-3.5 py-2.5',
  );
}

export function AnswerText({ label, hint }: Pick<AnswerOption, 'label' | 'hint'>) {
  return (
    <span>
      <span className="block">{label}</span>
      {hint && <span className="block text-sm text-muted">{hint}</span>}
    </span>
  );
}
