import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronDown, CircleAlert, CircleCheck, CircleDashed } from 'lucide-react';
import { useState } from 'react';
import { classNames } from '../class-names.ts';
import { ProgressBar } from '../feedback/progress-bar.tsx';
import { useWideScreen } from './use-wide-screen.ts';

export interface Step {
  id: string;
  label: string;
  state: 'done' | 'open' | 'problem';
  /** The text beside the icon: "Complete", "3 questions left". */
  detail: string;
}

interface StepListProps {
  label: string;
  steps: readonly Step[];
  current: string;
  onGo: (id: string) => void;
}

/** The steps of a long form: a list on wide screens, one expandable line on a phone. */
export function StepList(props: StepListProps) {
  if (!useWideScreen()) return <FoldedList {...props} />;
  const { label, ...list } = props;
  return (
    <nav aria-label={label} className="sticky top-[calc(var(--top-bar)+1.5rem)] low:static">
      <Steps {...list} />
    </nav>
  );
}

function FoldedList({ label, steps, current, onGo }: StepListProps) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const at = steps.findIndex(({ id }) => id === current);
  const done = steps.filter(({ state }) => state === 'done').length;
  return (
    <nav aria-label={label} className="rounded-card border border-line bg-surface">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-13 w-full cursor-pointer items-center justify-between gap-3 rounded-card px-4 py-2 text-left"
      >
        <span>
          <span className="block font-semibold">
            <Trans>
              Section {{ number: at + 1 }} of {{ total: steps.length }}
            </Trans>
          </span>
          <span className="block text-sm text-muted">
            <Trans>
              {done} of {{ total: steps.length }} complete
            </Trans>
          </span>
        </span>
        <span className="flex items-center gap-1 text-sm font-semibold text-link">
          {isOpen ? t`Close` : t`See all`}
          <ChevronDown size={20} aria-hidden className={classNames(isOpen && 'rotate-180')} />
        </span>
      </button>
      <ProgressBar label={label} hideLabel value={(100 * done) / steps.length} className="px-4 pb-3" />
      {isOpen && (
        <div className="border-t border-line p-2">
          <Steps
            steps={steps}
            current={current}
            onGo={(id) => {
              setOpen(false);
              onGo(id);
            }}
          />
        </div>
      )}
    </nav>
  );
}

const signs = {
  done: { Icon: CircleCheck, color: 'text-success' },
  open: { Icon: CircleDashed, color: 'text-muted' },
  problem: { Icon: CircleAlert, color: 'text-danger' },
};

function Steps({ steps, current, onGo }: Omit<StepListProps, 'label'>) {
  return (
    <ol className="flex flex-col gap-0.5">
      {steps.map(({ id, label, state, detail }) => {
        const { Icon, color } = signs[state];
        return (
          <li key={id}>
            <button
              type="button"
              aria-current={id === current ? 'step' : undefined}
              onClick={() => onGo(id)}
              className={classNames(
                'flex min-h-12 w-full cursor-pointer items-center gap-3 rounded-control px-3 py-1.5 text-left hover:bg-action-soft',
                id === current && 'bg-action-soft',
              )}
            >
              <Icon size={22} strokeWidth={1.75} aria-hidden className={classNames('shrink-0', color)} />
              <span className="min-w-0">
                <span className={classNames('block leading-snug', id === current && 'font-semibold')}>
                  {label}
                </span>
                <span
                  className={classNames(
                    'block text-xs',
                    state === 'problem' ? 'font-semibold text-danger' : 'text-muted',
                  )}
                >
                  {detail}
                </span>
              </span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}
