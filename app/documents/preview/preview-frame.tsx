import { Trans, useLingui } from '@lingui/react/macro';
import { Download, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Heading } from 'react-aria-components/Heading';
import { IconButton } from '#app/ui/actions/icon-button.tsx';
import type { DocumentItem } from '../store/document-store.ts';
import type { Target } from '../store/target.ts';

export interface PreviewDialogProps {
  target: Target;
  /** The files to browse, in the order shown. */
  files: readonly DocumentItem[];
  startKey: string;
  onClose: () => void;
  onDownload: (item: DocumentItem) => void;
}

export interface PreviewFrameProps {
  item: DocumentItem | undefined;
  /** 1-based. */
  position: number;
  count: number;
  onClose: () => void;
  onDownload: (item: DocumentItem) => void;
  children: ReactNode;
  /** The toolbar. */
  controls?: ReactNode;
}

/** The layout of the preview: the file's name above, its content, and the toolbar below. */
export function PreviewFrame(props: PreviewFrameProps) {
  const { t } = useLingui();
  const { item, position, count, onClose, onDownload, children, controls } = props;
  return (
    <>
      <header className="flex items-center gap-2 border-b border-line bg-surface py-2 pr-2 pl-4 pt-[calc(0.5rem+env(safe-area-inset-top))] md:pl-6">
        <div className="min-w-0 flex-1">
          <Heading slot="title" className="truncate font-sans text-base font-semibold">
            {item?.name ?? t`Preview`}
          </Heading>
          {position > 0 && (
            <p className="figures text-sm leading-tight text-muted">
              <Trans>
                {position} of {count}
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
        <IconButton label={t`Close`} icon={<X size={24} aria-hidden />} onPress={onClose} />
      </header>
      <div className="relative min-h-0 flex-1">{children}</div>
      {controls}
    </>
  );
}
