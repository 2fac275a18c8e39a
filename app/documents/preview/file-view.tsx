import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { Button } from '#app/ui/actions/button.tsx';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { formatSize } from '#domain/documents/file-display.ts';
import type { Wording } from '#domain/language/translate.ts';
import type { DocumentItem } from '../store/document-store.ts';
import type { Content } from './content.ts';
import { PdfView } from './pdf/pdf-view.tsx';
import { PictureView } from './picture-view.tsx';
import { ALL_TOOLS, NO_TOOLS, type Tools } from './preview-controls.tsx';
import { isDownloadable, isRetryable, type Problem } from './problem.ts';
import { ProblemNote } from './problem-note.tsx';
import { useContent } from './use-content.ts';
import type { View } from './view.ts';
import { Viewport } from './viewport.tsx';

export interface FileViewProps {
  ownerId: string;
  item: DocumentItem;
  view: View;
  onZoom: (factor: number) => void;
  announce: (text: Wording) => void;
  onTools: (tools: Tools) => void;
  onDownload: (item: DocumentItem) => void;
}

/** The content of a file, or why it is not shown. */
export function FileView({ ownerId, item, view, onZoom, announce, onTools, onDownload }: FileViewProps) {
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState<Problem | null>(null);
  const loaded = useContent(ownerId, item, attempt);
  const problem = failed ?? (loaded.phase === 'failed' ? loaded.problem : null);
  const tools = problem !== null ? NO_TOOLS : loaded.phase === 'ready' ? toolsFor(loaded.content) : ALL_TOOLS;
  useEffect(() => onTools(tools), [onTools, tools]);

  if (problem !== null) {
    const retry = () => {
      setFailed(null);
      setAttempt(attempt + 1);
    };
    return (
      <ProblemNote
        problem={problem}
        onRetry={isRetryable(problem) ? retry : undefined}
        actions={
          isDownloadable(problem) && (
            <Button onPress={() => onDownload(item)}>
              <Trans>Download</Trans>
            </Button>
          )
        }
      />
    );
  }
  if (loaded.phase !== 'ready') return <Loading />;
  const { content } = loaded;
  const common = { name: item.name, view, onZoom };
  switch (content.show) {
    case 'picture':
      return <PictureView picture={content} {...common} />;
    case 'text':
      return <TextView text={content.text} cutAt={content.cutAt} {...common} />;
    case 'pdf':
      return <PdfView file={content.file} onProblem={setFailed} announce={announce} {...common} />;
  }
}

const TEXT_TOOLS: Tools = { zoom: true, turn: false };

function toolsFor(content: Content): Tools {
  return content.show === 'text' ? TEXT_TOOLS : ALL_TOOLS;
}

interface TextViewProps {
  name: string;
  text: string;
  /** The number of bytes shown; absent if the whole file is. */
  cutAt?: number | undefined;
  view: View;
  onZoom: (factor: number) => void;
}

function TextView({ name, text, cutAt, view, onZoom }: TextViewProps) {
  const { t } = useLingui();
  const size = t(formatSize(cutAt ?? 0));
  return (
    <Viewport label={t`Text of ${name}`} view={view} onZoom={onZoom} className="bg-surface">
      {() => (
        <div className="p-4 md:p-8" style={{ fontSize: `${0.9 * view.zoom}rem` }}>
          {cutAt !== undefined && (
            <p className="mb-4 font-semibold">
              <Trans>This is only the first part ({size}). Download the file to see the rest.</Trans>
            </p>
          )}
          <pre className="font-mono leading-normal break-words whitespace-pre-wrap">{text}</pre>
        </div>
      )}
    </Viewport>
  );
}
