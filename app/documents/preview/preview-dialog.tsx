import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { Download, X } from 'lucide-react';
import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import { Heading } from 'react-aria-components/Heading';
import { IconButton } from '#app/ui/actions/icon-button.tsx';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { FullDialog } from '#app/ui/overlays/full-dialog.tsx';
import { msg } from '#domain/language/message.ts';
import { inWords, type Wording } from '#domain/language/translate.ts';
import type { DocumentItem } from '../store/document-store.ts';
import { downloadDocument } from '../store/downloads.ts';
import { ProblemNote } from './problem-note.tsx';
import { FileView, PreviewControls, usePreview, type ViewActions } from './use-preview.tsx';
import { VIEWPORT } from './viewport.tsx';

interface PreviewDialogProps {
  ownerId: string;
  /** The files to browse, in the order shown. */
  files: readonly DocumentItem[];
  startKey: string;
  /** `key`: of the file that was shown last. */
  onClose: (key: string) => void;
  onDownload: (item: DocumentItem) => void;
}

/** The frame stays while the content loads, so that no click on its buttons is lost. */
export function PreviewDialog({ ownerId, files, startKey, onClose, onDownload }: PreviewDialogProps) {
  const { t } = useLingui();
  const [key, setKey] = useState(startKey);
  const { said, controls, fileView, restart } = usePreview();
  // When the file is deleted, shows the next one.
  const [place, setPlace] = useState(() =>
    Math.max(
      0,
      files.findIndex((file) => file.key === startKey),
    ),
  );
  const found = files.findIndex((file) => file.key === key);
  const index = found >= 0 ? found : Math.min(place, files.length - 1);
  const item = files[index];

  function go(steps: number) {
    const next = (index + steps + files.length) % files.length;
    const file = files[next];
    if (!file || next === index) return;
    setKey(file.key);
    setPlace(next);
    restart(msg`${{ file: file.name }}, ${{ position: next + 1 }} of ${{ count: files.length }}`);
  }
  const actions = { ...controls, onPrevious: () => go(-1), onNext: () => go(1) };
  useViewKeys(actions);
  const close = () => onClose(key);

  return (
    <FullDialog isOpen onClose={close}>
      <header className="flex items-center gap-2 border-b border-line bg-surface py-2 pr-2 pl-4 pt-[calc(0.5rem+env(safe-area-inset-top))] md:pl-6">
        <div className="min-w-0 flex-1">
          <Heading slot="title" className="truncate font-sans text-base font-semibold">
            {item?.name ?? t`Preview`}
          </Heading>
          {item && (
            <p className="figures text-sm leading-tight text-muted">
              <Trans>
                {{ position: index + 1 }} of {{ count: files.length }}
              </Trans>
            </p>
          )}
        </div>
        {item && (
          <IconButton
            label={t`Download ${{ item: item.name }}`}
            icon={<Download size={22} aria-hidden />}
            onPress={() => onDownload(item)}
          />
        )}
        <IconButton label={t`Close`} icon={<X size={24} aria-hidden />} onPress={close} />
      </header>
      <div className="relative min-h-0 flex-1">
        {item ? (
          <Suspense key={item.key} fallback={<Loading />}>
            <FileView ownerId={ownerId} item={item} onDownload={onDownload} {...fileView} />
          </Suspense>
        ) : (
          <ProblemNote problem="missing" />
        )}
        <p role="status" className="sr-only">
          {inWords(said, t)}
        </p>
      </div>
      <PreviewControls several={files.length > 1} {...actions} />
    </FullDialog>
  );
}

/** Previews documents outside of the file manager. */
export function useDocumentPreview(ownerId: string) {
  const { t } = useLingui();
  const [shown, setShown] = useState<{ files: readonly DocumentItem[]; startKey: string } | null>(null);
  return {
    /** Opens the preview of some files at one of them; by default at the first. */
    open: (files: readonly DocumentItem[], start = files[0]) =>
      start && setShown({ files, startKey: start.key }),
    /** Must be rendered; null while the preview is closed. */
    dialog: shown && (
      <PreviewDialog
        {...shown}
        ownerId={ownerId}
        onClose={() => setShown(null)}
        onDownload={(item) => void downloadDocument(ownerId, item, t)}
      />
    ),
  };
}

export const viewKeys: readonly { keys: readonly Wording[]; does: MessageDescriptor }[] = [
  { keys: ['←', '→'], does: msg`Previous or next file` },
  { keys: ['+', '-'], does: msg`Zoom in or out` },
  { keys: ['0'], does: msg`Fit to the window` },
  { keys: ['↑', '↓'], does: msg`Scroll` },
];

/** In pixels, for an arrow key. */
const SCROLL_STEP = 60;

/**
 * The keyboard shortcuts of the preview: left and right change the file, or scroll an image that is wider than the
 * window; plus and minus zoom, 0 fits. The others scroll.
 */
function useViewKeys(actions: ViewActions): void {
  const handle = useEffectEvent((key: string) => act(key, actions));
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return;
      if (handle(event.key.toLowerCase())) event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

function act(key: string, actions: ViewActions): boolean {
  const area = document.querySelector(`[${VIEWPORT}]`);
  const page = (area?.clientHeight ?? 0) * 0.9;
  const wide = area && area.scrollWidth > area.clientWidth + 1 ? area : null;
  const acts: Record<string, () => void> = {
    arrowleft: () => (wide ? wide.scrollBy({ left: -SCROLL_STEP }) : actions.onPrevious()),
    arrowright: () => (wide ? wide.scrollBy({ left: SCROLL_STEP }) : actions.onNext()),
    '+': actions.onZoomIn,
    '=': actions.onZoomIn,
    '-': actions.onZoomOut,
    '0': actions.onFit,
    ...(area && {
      arrowup: () => area.scrollBy({ top: -SCROLL_STEP }),
      arrowdown: () => area.scrollBy({ top: SCROLL_STEP }),
      pageup: () => area.scrollBy({ top: -page }),
      pagedown: () => area.scrollBy({ top: page }),
      home: () => area.scrollBy({ top: -1e9 }),
      end: () => area.scrollBy({ top: 1e9 }),
    }),
  };
  acts[key]?.();
  return key in acts;
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select') !== null;
}
