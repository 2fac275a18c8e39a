import { Trans, useLingui } from '@lingui/react/macro';
import { CircleCheck, ListChecks, RotateCcw, RotateCw, Scissors, TextCursorInput, X } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { useDates } from '#app/shared/format/dates.ts';
import { IconButton } from '#app/ui/actions/icon-button.tsx';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { inWords, type Wording } from '#domain/language/translate.ts';
import { ALL_TOOLS, PreviewControls, type Tools } from '../../preview/preview-controls.tsx';
import { FITTED, turned, type View, zoomedBy, zoomedIn, zoomedOut } from '../../preview/view.ts';
import type { DocumentItem } from '../../store/document-store.ts';
import type { Work } from './use-work.ts';
import type { WorkHandlers } from './work-handlers.ts';

const FileView = lazy(async () => ({ default: (await import('../../preview/file-view.tsx')).FileView }));

export interface PreviewPaneProps {
  ownerId: string;
  /** The file whose row has, or last had, the focus. */
  item: DocumentItem | undefined;
  work: Work;
  handlers: WorkHandlers;
  isLocked: boolean;
  /** The keys of the list work here, too. */
  onKey: (event: KeyboardEvent, itemKey: string | undefined) => boolean;
  onDownload: (item: DocumentItem) => void;
  onStep: (by: -1 | 1) => void;
  onClose: () => void;
}

/** Someone who goes through the rows quickly opens, and records, only where they stop. */
const SETTLE_MS = 250;

/** A file beside the list, with what a preparer does with it. */
export function PreviewPane(props: PreviewPaneProps) {
  const { ownerId, item, work, handlers, isLocked, onKey, onDownload, onStep, onClose } = props;
  const { t } = useLingui();
  const shown = useSettled(item);
  return (
    <section
      aria-label={t`Preview beside the list`}
      onKeyDown={(event) => {
        if (onKey(event.nativeEvent, item?.key)) event.preventDefault();
      }}
      className="sticky top-(--top-bar) flex h-[calc(100dvh-var(--top-bar)-5rem)] min-w-0 flex-col overflow-clip rounded-card border border-line bg-surface"
    >
      <header className="flex items-center gap-1 border-b border-line py-1 pr-1 pl-3">
        <p className="min-w-0 flex-1 truncate text-sm font-semibold" title={item?.name}>
          {item?.name ?? t`Preview`}
        </p>
        <IconButton dense label={t`Close the preview`} icon={<X size={18} aria-hidden />} onPress={onClose} />
      </header>
      {item ? (
        <WorkTools key={item.key} item={item} work={work} handlers={handlers} isLocked={isLocked} />
      ) : null}
      {shown && item ? (
        <Shown
          key={`${shown.key} ${shown.sha256}`}
          ownerId={ownerId}
          item={shown}
          onDownload={onDownload}
          onStep={onStep}
        />
      ) : (
        <p className="p-4 text-sm text-muted">
          <Trans>Move through the list with ↑ and ↓ to see each file here.</Trans>
        </p>
      )}
    </section>
  );
}

function useSettled(item: DocumentItem | undefined): DocumentItem | undefined {
  const [settled, setSettled] = useState(item);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(item), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [item]);
  return settled;
}

type WorkToolsProps = Pick<PreviewPaneProps, 'work' | 'handlers' | 'isLocked'> & { item: DocumentItem };

function WorkTools({ item, work, handlers, isLocked }: WorkToolsProps) {
  const { t } = useLingui();
  const { recentDate } = useDates();
  const used = item.id === null ? undefined : work.used.get(item.id);
  const lines = work.linesOf(item).map(work.titleOf);
  const tool = (label: string, Icon: typeof X, act: (item: DocumentItem) => void) => (
    <IconButton
      dense
      label={label}
      icon={<Icon size={18} aria-hidden />}
      isDisabled={isLocked}
      onPress={() => act(item)}
    />
  );
  return (
    <div className="border-b border-line px-1 pb-1">
      <div role="toolbar" aria-label={t`Work on ${{ file: item.name }}`} className="flex flex-wrap">
        {tool(used ? t`Mark as not used` : t`Mark as used`, CircleCheck, handlers.onUsed)}
        {tool(t`Rotate left and save`, RotateCcw, handlers.onRotateLeft)}
        {tool(t`Rotate right and save`, RotateCw, handlers.onRotate)}
        {tool(t`Split the PDF`, Scissors, handlers.onSplit)}
        {tool(t`Name by its line`, TextCursorInput, handlers.onNameByLine)}
        {tool(t`Move to a line of the list`, ListChecks, handlers.onLine)}
      </div>
      <p className="px-2 text-xs text-muted">
        {lines.length > 0 ? lines.join(', ') : <Trans>On no line of the list</Trans>}
        {used && (
          <>
            {' · '}
            <Trans>
              Used: {{ name: used.by }}, {{ date: recentDate(used.at) }}
            </Trans>
          </>
        )}
      </p>
    </div>
  );
}

interface ShownProps {
  ownerId: string;
  item: DocumentItem;
  onDownload: (item: DocumentItem) => void;
  onStep: (by: -1 | 1) => void;
}

function Shown({ ownerId, item, onDownload, onStep }: ShownProps) {
  const { t } = useLingui();
  const [view, setView] = useState<View>(FITTED);
  const [tools, setTools] = useState<Tools>(ALL_TOOLS);
  const [said, setSaid] = useState<Wording>('');
  const zoom = useCallback((factor: number) => setView((now) => zoomedBy(now, factor)), []);
  return (
    <>
      <div className="relative min-h-0 flex-1 bg-sunken">
        <Suspense fallback={<Loading />}>
          <FileView
            ownerId={ownerId}
            item={item}
            view={view}
            onZoom={zoom}
            announce={setSaid}
            onTools={setTools}
            onDownload={onDownload}
          />
        </Suspense>
      </div>
      <PreviewControls
        view={view}
        tools={tools}
        several
        onPrevious={() => onStep(-1)}
        onNext={() => onStep(1)}
        onZoomIn={() => setView(zoomedIn)}
        onZoomOut={() => setView(zoomedOut)}
        onFit={() => setView({ ...view, zoom: 1 })}
        onTurn={() => setView(turned)}
      />
      <p role="status" className="sr-only">
        {inWords(said, t)}
      </p>
    </>
  );
}
