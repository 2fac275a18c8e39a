import { CircleAlert, CloudOff, FileQuestion } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#app/ui/actions/button.tsx';
import type { Problem } from './problem.ts';

const notes: Record<Problem, { title: string; text: string; icon: typeof CircleAlert }> = {
  unsupported: {
    title: 'This kind of file can’t be shown here',
    text: 'Download it to open it in an app on your device.',
    icon: FileQuestion,
  },
  damaged: {
    title: 'This file can’t be shown',
    text: 'It seems to be damaged or incomplete. You can still download it, or upload it again.',
    icon: CircleAlert,
  },
  empty: {
    title: 'This file is empty',
    text: 'There is nothing in it. If there should be, please upload it again.',
    icon: CircleAlert,
  },
  'too-large': {
    title: 'This picture is too large to show here',
    text: 'Download it to open it in an app on your device.',
    icon: CircleAlert,
  },
  missing: {
    title: 'This file is no longer here',
    text: 'It may have been renamed, moved or deleted.',
    icon: FileQuestion,
  },
  changed: {
    title: 'This file has just been replaced',
    text: 'Open it again to see what is in it now.',
    icon: CircleAlert,
  },
  unreachable: {
    title: 'The file could not be loaded',
    text: 'Please check your connection and try again.',
    icon: CloudOff,
  },
  unavailable: {
    title: 'The preview could not be loaded',
    text: 'Please check your connection, reload the page and try again. You can also download the file.',
    icon: CloudOff,
  },
};

export interface ProblemNoteProps {
  problem: Problem;
  /** Buttons. */
  actions?: ReactNode;
  onRetry?: (() => void) | undefined;
}

/** Explains why a file is not shown. */
export function ProblemNote({ problem, actions, onRetry }: ProblemNoteProps) {
  const { title, text, icon: Icon } = notes[problem];
  return (
    <div className="flex h-full flex-col items-center justify-center gap-3 overflow-auto p-6 text-center">
      <Icon size={40} strokeWidth={1.5} aria-hidden className="text-muted" />
      <div role="alert">
        <p className="text-lg font-semibold">{title}</p>
        <p className="mt-1 max-w-text text-muted">{text}</p>
      </div>
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        {onRetry && (
          <Button variant="secondary" onPress={onRetry}>
            Try again
          </Button>
        )}
        {actions}
      </div>
    </div>
  );
}
