import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { Check, CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import { classNames } from '../class-names.ts';

export type StepState = 'done' | 'current' | 'problem' | 'ahead';

export interface TimelineStep {
  id: string;
  title: ReactNode;
  /** A date, or when it is expected. */
  when?: ReactNode;
  detail?: ReactNode;
  state: StepState;
}

/** A process in words; the steps before the current one are done. */
export const timelineSteps = (
  steps: readonly Record<'title' | 'detail', MessageDescriptor>[],
  current: number,
  t: Translate,
): TimelineStep[] =>
  steps.map(({ title, detail }, i) => ({
    id: title.id,
    title: t(title),
    detail: t(detail),
    state: i < current ? 'done' : i === current ? 'current' : 'ahead',
  }));

const spoken: Record<StepState, MessageDescriptor> = {
  done: msg`Done:`,
  current: msg`Now:`,
  problem: msg`Needs attention:`,
  ahead: msg`To come:`,
};

const dots: Record<StepState, string> = {
  done: 'border-action bg-action text-on-action',
  current: 'border-action bg-surface text-action',
  problem: 'border-danger bg-danger text-on-danger',
  ahead: 'border-control bg-surface text-muted',
};

/** The status of a process: steps that are done, current, and to come. */
export function Timeline({ steps, label }: { steps: readonly TimelineStep[]; label: string }) {
  const { t } = useLingui();
  return (
    <ol aria-label={label} className="flex flex-col">
      {steps.map((step, i) => (
        <li
          key={step.id}
          className="relative flex gap-4 pb-6 last:pb-0"
          {...(step.state === 'current' ? { 'aria-current': 'step' } : {})}
        >
          {i < steps.length - 1 && (
            <span
              aria-hidden="true"
              className={classNames(
                'absolute top-7 bottom-0 left-[0.8125rem] w-0.5',
                step.state === 'done' ? 'bg-action' : 'bg-line',
              )}
            />
          )}
          <span
            aria-hidden="true"
            className={classNames(
              'z-1 flex size-7 shrink-0 items-center justify-center rounded-full border-2',
              dots[step.state],
            )}
          >
            {step.state === 'done' && <Check size={16} strokeWidth={3} />}
            {step.state === 'problem' && <CircleAlert size={16} strokeWidth={2.5} />}
            {step.state === 'current' && <span className="size-2.5 rounded-full bg-action" />}
          </span>
          <div className="min-w-0 flex-1">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <p className={classNames('font-semibold', step.state === 'ahead' && 'font-normal text-muted')}>
                <span className="sr-only">{t(spoken[step.state])} </span>
                {step.title}
              </p>
              {step.when && <p className="figures text-sm text-muted">{step.when}</p>}
            </div>
            {step.detail && <div className="mt-1 text-sm text-muted">{step.detail}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}
