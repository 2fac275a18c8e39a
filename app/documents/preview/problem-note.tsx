import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { CircleAlert, CloudOff, FileQuestion } from 'lucide-react';
import { Button } from '#app/ui/actions/button.tsx';
import { msg } from '#domain/language/message.ts';
import type { Problem } from './problem.ts';

interface Note {
  title: MessageDescriptor;
  text: MessageDescriptor;
  icon: typeof CircleAlert;
  mayRetry?: true;
  mayDownload?: true;
}

const notes: Record<Problem, Note> = {
  unsupported: {
    title: msg`We can’t show this kind of file here`,
    text: msg`Download it, then open it in an app on your device.`,
    icon: FileQuestion,
    mayDownload: true,
  },
  damaged: {
    title: msg`We can’t show this file`,
    text: msg`It may be damaged or incomplete. You can still download it, or upload it again.`,
    icon: CircleAlert,
    mayDownload: true,
  },
  empty: {
    title: msg`This file is empty`,
    text: msg`There’s nothing in it. If that’s wrong, please upload it again.`,
    icon: CircleAlert,
  },
  'too-large': {
    title: msg`This picture is too large to show here`,
    text: msg`Download it, then open it in an app on your device.`,
    icon: CircleAlert,
    mayDownload: true,
  },
  missing: {
    title: msg`This file is gone`,
    text: msg`It may have been renamed, moved, or deleted.`,
    icon: FileQuestion,
  },
  changed: {
    title: msg`This file was just replaced`,
    text: msg`Open it again to see the new version.`,
    icon: CircleAlert,
    mayRetry: true,
  },
  unreachable: {
    title: msg`We couldn’t load the file`,
    text: msg`Please check your connection and try again.`,
    icon: CloudOff,
    mayRetry: true,
  },
  unavailable: {
    title: msg`We couldn’t load the preview`,
    text: msg`Please check your connection, reload the page, and try again. You can also download the file.`,
    icon: CloudOff,
    mayDownload: true,
    mayRetry: true,
  },
};

interface ProblemNoteProps {
  problem: Problem;
  /** Both are offered only where they help. */
  onRetry?: () => void;
  onDownload?: () => void;
}

/** Explains why a file is not shown. */
export function ProblemNote({ problem, onRetry, onDownload }: ProblemNoteProps) {
  const { t } = useLingui();
  const { title, text, icon: Icon, mayRetry, mayDownload } = notes[problem];
  return (
    <div className="flex h-full flex-col items-center justify-center gap-3 overflow-auto p-6 text-center">
      <Icon size={40} strokeWidth={1.5} aria-hidden className="text-muted" />
      <div role="alert">
        <p className="text-lg font-semibold">{t(title)}</p>
        <p className="mt-1 max-w-text text-muted">{t(text)}</p>
      </div>
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        {mayRetry && onRetry && (
          <Button variant="secondary" onPress={onRetry}>
            <Trans>Try again</Trans>
          </Button>
        )}
        {mayDownload && onDownload && (
          <Button onPress={onDownload}>
            <Trans>Download</Trans>
          </Button>
        )}
      </div>
    </div>
  );
}
