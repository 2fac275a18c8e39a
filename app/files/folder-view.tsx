import { useQuery } from '@tanstack/react-query';
import { FolderPlus } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import type { Selection } from 'react-aria-components';
import { BusyOverlay } from '#app/ui/busy-overlay.tsx';
import { Button } from '#app/ui/button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Dock } from '#app/ui/dock.tsx';
import { notify } from '#app/ui/toast-queue.ts';
import type { DocumentItem } from './document-store.ts';
import { type Asking, FileDialogs } from './file-dialogs.tsx';
import { FolderContentView } from './folder-content-view.tsx';
import { folderQuery } from './folder-query.ts';
import { SelectionBar } from './selection-bar.tsx';
import type { Target } from './target.ts';
import { MoreUploads, UploadButton } from './upload-button.tsx';
import { useFileActions } from './use-file-actions.ts';

export interface FolderViewProps {
  target: Target;
  folder: string;
  heading: ReactNode;
  /** Between the tools and the list. */
  notices: ReactNode;
  goTo: (folder: string) => void;
  /** The person has just come here from another folder: the list takes the focus that the last one had. */
  takeFocus: boolean;
}

/** One open folder: its tools, its items, and what is asked about them. Another folder is another view. */
export function FolderView({ target, folder, heading, notices, goTo, takeFocus }: FolderViewProps) {
  const content = useQuery(folderQuery(target.ownerId, folder));
  const items = content.data?.items ?? [];
  const actions = useFileActions(target.ownerId, folder, items);
  const [selection, setSelection] = useState<Selection>(new Set());
  const [asking, setAsking] = useState<Asking | null>(null);
  const selected = items.filter((item) => selection === 'all' || selection.has(item.key));
  const frame = useRef<HTMLElement>(null);

  function clearSelection() {
    const focused = document.activeElement;
    const tools = frame.current?.querySelector('[data-dock]');
    // A tool of the selection goes with it, a deleted row is gone already.
    if (focused === document.body || tools?.contains(focused)) frame.current?.focus({ preventScroll: true });
    setSelection(new Set());
  }

  async function download(file: DocumentItem) {
    await actions.download(file);
    clearSelection();
  }

  /** Moving and deleting take a while and several steps: the overlay tells, and the result comes as a message. */
  async function finish(work: ReturnType<typeof actions.move>) {
    setAsking(null);
    const outcome = await work;
    clearSelection();
    if (!outcome.ok) notify('danger', outcome.message);
  }

  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-4">
        {heading}
        <Dock label="File tools" className={selected.length > 0 ? 'max-lg:hidden' : ''}>
          <Button
            variant="secondary"
            icon={<FolderPlus size={20} aria-hidden />}
            onPress={() => setAsking({ to: 'create' })}
            isDisabled={actions.busy !== null}
            className="max-lg:flex-1 max-lg:px-3"
          >
            Create Folder
          </Button>
          <MoreUploads target={target} folder={folder} className="max-lg:hidden" />
          <UploadButton target={target} folder={folder} className="max-lg:flex-1 max-lg:px-3">
            Upload Files
          </UploadButton>
        </Dock>
      </div>
      {notices}
      <section
        ref={frame}
        tabIndex={-1}
        aria-label="Files"
        className={classNames(
          'relative',
          actions.busy !== null && 'min-h-56',
          items.length > 0 &&
            'overflow-clip border-y border-line bg-surface max-lg:-mx-(--page-gutter) lg:rounded-card lg:border',
        )}
      >
        <div inert={actions.busy !== null}>
          {items.length > 0 && (
            <SelectionBar
              items={items}
              selected={selected}
              target={target}
              onSelect={setSelection}
              onDownload={download}
              onMove={() => setAsking({ to: 'move', items: selected })}
              onDelete={() => setAsking({ to: 'delete', items: selected })}
            />
          )}
          <FolderContentView
            content={content}
            target={target}
            folder={folder}
            goTo={goTo}
            takeFocus={takeFocus}
            selection={selection}
            onSelect={setSelection}
            onOpen={(item) => goTo(item.path)}
            onRename={(item) => setAsking({ to: 'rename', item })}
            onDownload={download}
            onDelete={(item) => setAsking({ to: 'delete', items: [item] })}
          />
        </div>
        {actions.busy && <BusyOverlay text={actions.busy} />}
      </section>
      {asking && (
        <FileDialogs
          asking={asking}
          target={target}
          isBusy={actions.busy !== null}
          onClose={() => setAsking(null)}
          onCreate={actions.createFolder}
          onRename={actions.rename}
          onMove={(moved, destination) => finish(actions.move(moved, destination))}
          onDelete={(deleted) => finish(actions.remove(deleted))}
        />
      )}
    </>
  );
}
