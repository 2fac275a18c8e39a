import { Trans, useLingui } from '@lingui/react/macro';
import { useCallback, useEffect, useState } from 'react';
import { Button } from '#app/ui/actions/button.tsx';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { formatSize } from '#domain/documents/file-display.ts';
import { msg } from '#domain/language/message.ts';
import { inWords, type Wording } from '#domain/language/translate.ts';
import type { DocumentItem } from '../store/document-store.ts';
import type { Content } from './content.ts';
import { PdfView } from './pdf/pdf-view.tsx';
import { PictureView } from './picture-view.tsx';
import { ALL_TOOLS, NO_TOOLS, PreviewControls, type Tools } from './preview-controls.tsx';
import { type PreviewDialogProps, PreviewFrame } from './preview-frame.tsx';
import { isDownloadable, isRetryable, type Problem } from './problem.ts';
import { ProblemNote } from './problem-note.tsx';
import { useContent } from './use-content.ts';
import { useViewKeys } from './use-view-keys.ts';
import { FITTED, turned, type View, zoomedBy, zoomedIn, zoomedOut } from './view.ts';
import { Viewport } from './viewport.tsx';

/** Previews files, one after the other. */
export function Preview({ target, files, startKey, onClose, onDownload }: PreviewDialogProps) {
  const { t } = useLingui();
  const [key, setKey] = useState(startKey);
  const [view, setView] = useState<View>(FITTED);
  const [said, setSaid] = useState<Wording>('');
  // When the file is deleted, shows the next one.
  const [place, setPlace] = useState(() =>
    Math.max(
      0,
      files.findIndex((file) => file.key === startKey),
    ),
  );
  const [tools, setTools] = useState<Tools>(ALL_TOOLS);
  const found = files.findIndex((file) => file.key === key);
  const index = found >= 0 ? found : Math.min(place, files.length - 1);
  const item = files[index];

  function go(steps: number) {
    const next = (index + steps + files.length) % files.length;
    const file = files[next];
    if (!file || next === index) return;
    setKey(file.key);
    setPlace(next);
    setView(FITTED);
    setSaid(msg`${{ file: file.name }}, ${{ position: next + 1 }} of ${{ count: files.length }}`);
  }
  function change(next: View) {
    setView(next);
    setSaid(
      next.turns === view.turns
        ? `${Math.round(next.zoom * 100)}%`
        : msg`Turned by ${{ degrees: next.turns * 90 }} degrees`,
    );
  }
  const actions = {
    onPrevious: () => go(-1),
    onNext: () => go(1),
    onZoomIn: () => change(zoomedIn(view)),
    onZoomOut: () => change(zoomedOut(view)),
    onFit: () => change({ ...view, zoom: 1 }),
    onTurn: () => change(turned(view)),
  };
  useViewKeys(actions);
  const zoom = useCallback((factor: number) => setView((now) => zoomedBy(now, factor)), []);

  return (
    <PreviewFrame
      item={item}
      position={index + 1}
      count={files.length}
      onClose={onClose}
      onDownload={onDownload}
      controls={<PreviewControls view={view} tools={tools} several={files.length > 1} {...actions} />}
    >
      {item ? (
        <FileView
          key={item.key}
          ownerId={target.ownerId}
          item={item}
          view={view}
          onZoom={zoom}
          announce={setSaid}
          onTools={setTools}
          onDownload={onDownload}
        />
      ) : (
        <ProblemNote problem="missing" />
      )}
      <p role="status" className="sr-only">
        {inWords(said, t)}
      </p>
    </PreviewFrame>
  );
}

interface FileViewProps {
  ownerId: string;
  item: DocumentItem;
  view: View;
  onZoom: (factor: number) => void;
  announce: (text: Wording) => void;
  onTools: (tools: Tools) => void;
  onDownload: (item: DocumentItem) => void;
}

function FileView({ ownerId, item, view, onZoom, announce, onTools, onDownload }: FileViewProps) {
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

/** Plain text, CSV included. */
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
