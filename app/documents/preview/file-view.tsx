import { Trans, useLingui } from '@lingui/react/macro';
import { type CSSProperties, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { formatSize } from '#domain/documents/file-display.ts';
import type { Wording } from '#domain/language/translate.ts';
import type { DocumentItem } from '../store/document-store.ts';
import type { Content } from './content.ts';
import { PdfView } from './pdf/pdf-view.tsx';
import type { Problem } from './problem.ts';
import { ProblemNote } from './problem-note.tsx';
import { useContent } from './use-content.ts';
import { fitted, type Tools, turnedSize, type View } from './view.ts';
import { Viewport, ZOOMED } from './viewport.tsx';

interface Shown {
  view: View;
  onZoom: (factor: number) => void;
}

export interface FileViewProps extends Shown {
  ownerId: string;
  item: DocumentItem;
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
  const isText = loaded.phase === 'ready' && loaded.content.show === 'text';
  const tools = problem !== null ? 'none' : isText ? 'zoom' : 'all';
  useEffect(() => onTools(tools), [onTools, tools]);

  if (problem !== null) {
    const retry = () => {
      setFailed(null);
      setAttempt(attempt + 1);
    };
    return <ProblemNote problem={problem} onRetry={retry} onDownload={() => onDownload(item)} />;
  }
  if (loaded.phase !== 'ready') return <Loading />;
  const { content } = loaded;
  const common = { name: item.name, view, onZoom };
  switch (content.show) {
    case 'picture':
      return <PictureView {...content} {...common} />;
    case 'text':
      return <TextView {...content} {...common} />;
    case 'pdf':
      return <PdfView file={content.file} onProblem={setFailed} announce={announce} {...common} />;
  }
}

type ViewProps<Show extends Content['show']> = Extract<Content, { show: Show }> & Shown & { name: string };

function TextView({ name, text, cutAt, view, onZoom }: ViewProps<'text'>) {
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

const MARGIN = 16;

/** An image, scaled to fit. It can't run code: it is an <img> or a canvas. */
function PictureView({ name, source, size, view, onZoom }: ViewProps<'picture'>) {
  const { t } = useLingui();
  return (
    <Viewport
      label={t`Picture ${name}`}
      view={view}
      onZoom={onZoom}
      className="cursor-grab active:cursor-grabbing"
    >
      {(room) => {
        const inner = { width: room.width - 2 * MARGIN, height: room.height - 2 * MARGIN };
        const fit = fitted(turnedSize(size, view.turns), inner);
        const box = { width: fit.width * view.zoom, height: fit.height * view.zoom };
        const upright = turnedSize(box, view.turns);
        const style: CSSProperties = { ...upright, transform: `rotate(${view.turns * 90}deg)` };
        return (
          <div
            className="flex items-center justify-center overflow-hidden"
            style={{
              // A rounding error must not cause a scroll bar.
              width: Math.max(room.width, box.width + 2 * MARGIN) - (box.width > inner.width ? 0 : 1),
              height: Math.max(room.height, box.height + 2 * MARGIN) - (box.height > inner.height ? 0 : 1),
            }}
          >
            {source instanceof ImageBitmap ? (
              <Bitmap bitmap={source} name={name} style={style} />
            ) : (
              <img
                {...{ [ZOOMED]: '' }}
                src={source}
                alt={name}
                draggable={false}
                className="max-w-none shrink-0"
                style={style}
              />
            )}
          </div>
        );
      }}
    </Viewport>
  );
}

function Bitmap({ bitmap, name, style }: { bitmap: ImageBitmap; name: string; style: CSSProperties }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    const element = canvas.current;
    if (!element) return;
    element.width = bitmap.width;
    element.height = bitmap.height;
    element.getContext('2d')?.drawImage(bitmap, 0, 0);
  }, [bitmap]);
  return (
    <canvas
      {...{ [ZOOMED]: '' }}
      ref={canvas}
      role="img"
      aria-label={name}
      className="max-w-none shrink-0"
      style={style}
    />
  );
}
