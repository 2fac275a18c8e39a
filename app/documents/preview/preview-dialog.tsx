import { Trans, useLingui } from '@lingui/react/macro';
import { Download, X } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Heading } from 'react-aria-components/Heading';
import { IconButton } from '#app/ui/actions/icon-button.tsx';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { FullDialog } from '#app/ui/overlays/full-dialog.tsx';
import { msg } from '#domain/language/message.ts';
import { inWords } from '#domain/language/translate.ts';
import type { DocumentItem } from '../store/document-store.ts';
import { PreviewControls } from './preview-controls.tsx';
import { ProblemNote } from './problem-note.tsx';
import { FileView, usePreview } from './use-preview.tsx';
import { useViewKeys } from './use-view-keys.ts';

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
