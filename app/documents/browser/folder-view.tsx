import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useLanguage } from '#app/language/language.tsx';
import { onDemand } from '#app/shared/parts/on-demand.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { useWideScreen } from '#app/ui/layout/use-wide-screen.ts';
import { BusyOverlay } from '#app/ui/overlays/busy-overlay.tsx';
import { compareBy } from '#domain/documents/file-order.ts';
import { lastStepOf, parentOf } from '#domain/documents/folders.ts';
import { type DocumentItem, folderKey } from '../store/document-store.ts';
import { folderQuery } from '../store/documents-query.ts';
import type { Outcome } from '../store/messages.ts';
import { isLocked, type Target } from '../store/target.ts';
import { isWorkDialog, type OpenDialog } from './dialogs/open-dialog.ts';
import { type FileDropModule, useNoFileDrop } from './file-drop.ts';
import { FolderContentView } from './folder-content-view.tsx';
import { useFolderFocus } from './folder-focus.ts';
import { FolderHeader } from './folder-header.tsx';
import { actionsFor, type ItemHandlers, menuActions, useStableHandlers } from './item-actions.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { useFileActions } from './use-file-actions.ts';
import type { useFolderAddress } from './use-folder-address.ts';
import { useKeptInPlace } from './use-kept-in-place.ts';
import { useSelection } from './use-selection.ts';
import { useShortcuts } from './use-shortcuts.ts';
import type { StaffTools } from './work/staff-tools.tsx';
import type { FolderTools } from './work/use-folder-work.ts';
import type { UsedDocuments } from './work/used-query.ts';

const ContextMenu = onDemand(async () => (await import('#app/ui/overlays/menu-popover.tsx')).ContextMenu);
const FileDialogs = onDemand(async () => (await import('./dialogs/file-dialogs.tsx')).FileDialogs);

export interface FolderViewProps {
  target: Target;
  address: ReturnType<typeof useFolderAddress>;
  /** Stays the same while the view is shown: its hooks depend on it. */
  drop: FileDropModule | null;
  /** For preparers. Stays the same, too. */
  staffTools: StaffTools | null;
  title: ReactNode;
  notices: ReactNode;
  /** The user has come from another folder: the list takes the focus. */
  takeFocus: boolean;
  /** The subfolder that was open before. */
  cameFrom: string | null;
}

export function FolderView(props: FolderViewProps) {
  const { target, address, drop, staffTools, title, notices, takeFocus, cameFrom } = props;
  const { folder, sort, goTo, sortBy, ...view } = address;
  const { t } = useLingui();
  const language = useLanguage();
  const content = useQuery(folderQuery(target.ownerId, folder));
  // The list of the last visit is shown until there is an answer.
  const isUnknown = content.isError && content.dataUpdatedAt === 0;
  const listed = isUnknown ? undefined : content.data?.items;
  const all = useMemo(() => [...(listed ?? [])].sort(compareBy(sort, language)), [listed, sort, language]);
  const actions = useFileActions(target.ownerId, folder, all);
  const useUsed = staffTools?.useUsedDocuments ?? useNothingUsed;
  const used = useUsed(target.ownerId);
  const isUsed = ({ id }: DocumentItem) => id !== null && used.has(id);
  const items = view.hidesUsed ? all.filter((item) => !isUsed(item)) : all;
  const selection = useSelection(items, target);
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null);
  const [menu, setMenu] = useState<{ item: DocumentItem; at: { x: number; y: number } } | null>(null);
  const frame = useRef<HTMLElement>(null);
  const isBusy = actions.busy !== null;
  const keepFocus = useFolderFocus(frame, isBusy, openDialog !== null);
  const isWide = useWideScreen();
  const isBeside = isWide && staffTools !== null && view.isBeside;
  const hasColumns = isWide && target.dense && !isBeside;
  const useTools: (...options: Parameters<StaffTools['useFolderWork']>) => FolderTools | null =
    staffTools?.useFolderWork ?? useNoTools;
  const tools = useTools({ target, all, items, used, selection, actions, view, setOpenDialog, keepFocus });

  function close(key?: string) {
    setOpenDialog(null);
    keepFocus(key);
  }

  /** Waits for an action and reports a failure. The overlay shows its progress. */
  async function finish(work: Promise<Outcome>) {
    setOpenDialog(null);
    const outcome = await work;
    selection.clear();
    keepFocus();
    if (!outcome.ok) notify('danger', outcome.message);
  }

  async function download(chosen: readonly DocumentItem[]) {
    await actions.download(chosen);
    selection.clear();
    keepFocus();
  }

  async function rename(item: DocumentItem, name: string) {
    const outcome = await actions.rename(item, name);
    if (outcome.ok) keepFocus(item.type === 'folder' ? folderKey(name) : item.key);
    return outcome;
  }

  const handlers = useStableHandlers<keyof ItemHandlers>({
    onOpen: (item) => (item.type === 'folder' ? goTo(item.path) : setOpenDialog({ kind: 'preview', item })),
    onRename: (item) => setOpenDialog({ kind: 'rename', item }),
    onMove: (item) => setOpenDialog({ kind: 'move', items: [item] }),
    onDownload: (item) => void download([item]),
    onDelete: (item) => setOpenDialog({ kind: 'delete', items: [item] }),
    onMarkNew: (item) => void finish(actions.markNew(item)),
    onHistory: (item) => setOpenDialog({ kind: 'history', item }),
    onTakeBack: (item) => setOpenDialog({ kind: 'takeBack', item }),
  });

  function toParent(): void {
    if (folder !== '') goTo(parentOf(folder));
  }

  useShortcuts(
    frame,
    (event, key) => tools?.onKey(event, key) ?? false,
    (key, isOnRow) => {
      const item = items.find((one) => one.key === key && !isLocked(one, target));
      return {
        // On a button in the row, Enter presses it.
        enter: () => isOnRow && item && handlers.onOpen(item),
        f2: () => target.mayChange && item && handlers.onRename(item),
        delete: () => {
          const chosen = selection.items.length > 0 ? selection.items : item ? [item] : [];
          if (target.mayDelete && chosen.length > 0) setOpenDialog({ kind: 'delete', items: chosen });
        },
        backspace: toParent,
        'alt+arrowup': toParent,
        'mod+a': selection.chooseAll,
        escape: () => {
          if (selection.items.length === 0) return false;
          selection.clear();
          return keepFocus();
        },
      };
    },
    isBusy,
  );

  const useFileDrop = drop?.useFileDrop ?? useNoFileDrop;
  const { dragAndDropHooks, frameProps, crumbDrop, isOver } = useFileDrop({
    target,
    folder,
    items,
    frame,
    mayDrag: isWide && target.mayChange,
    onMove: (moved, destination) => void finish(actions.move(moved, destination)),
  });

  const arrivalKey = cameFrom === null || listed === undefined ? null : folderKey(cameFrom);
  useEffect(() => {
    if (takeFocus) frame.current?.focus({ preventScroll: true });
  }, [takeFocus]);
  useEffect(() => {
    if (takeFocus && arrivalKey !== null) keepFocus(arrivalKey);
  }, [takeFocus, arrivalKey, keepFocus]);
  useKeptInPlace(frame, listed !== undefined);

  return (
    <>
      <FolderHeader
        target={target}
        folder={folder}
        title={title}
        goTo={goTo}
        aroundStep={
          drop &&
          crumbDrop &&
          ((id, step) => (
            <drop.DropStep id={id} drop={crumbDrop}>
              {step}
            </drop.DropStep>
          ))
        }
        isBusy={isBusy}
        hasSelection={selection.items.length > 0}
        onOpenDialog={setOpenDialog}
        viewTools={staffTools && <staffTools.ViewTools view={view} used={all.filter(isUsed).length} />}
      />
      {notices}
      <div
        className={isBeside ? 'grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] items-start gap-3' : 'contents'}
      >
        <section
          {...frameProps}
          ref={frame}
          onFocusCapture={({ target: element }) => tools?.follow(element)}
          tabIndex={-1}
          aria-label={t`Files`}
          className={classNames(
            'relative',
            isBusy && 'min-h-56',
            items.length > 0 &&
              'overflow-clip border-y border-line bg-surface max-lg:-mx-(--page-gutter) lg:rounded-card lg:border',
          )}
        >
          <div inert={isBusy}>
            {items.length > 0 && (
              <SelectionBar
                selection={selection}
                target={target}
                hasColumns={hasColumns}
                isNarrow={isBeside}
                sort={sort}
                onSort={sortBy}
                onDownload={() => void download(selection.items)}
                onMove={() => setOpenDialog({ kind: 'move', items: selection.items })}
                onDelete={() => setOpenDialog({ kind: 'delete', items: selection.items })}
                more={
                  staffTools &&
                  tools && <staffTools.SelectionTools target={target} items={selection.items} tools={tools} />
                }
              />
            )}
            <FolderContentView
              content={content}
              isUnknown={isUnknown}
              items={items}
              target={target}
              folder={folder}
              goTo={goTo}
              takeFocus={takeFocus && (cameFrom === null || items.length === 0)}
              selection={selection}
              handlers={handlers}
              moreActions={tools?.moreActions}
              used={used}
              isNarrow={isBeside}
              {...(dragAndDropHooks ? { dragAndDropHooks } : {})}
              onContextMenu={(item, at) => setMenu({ item, at })}
            />
          </div>
          {drop && isOver && <drop.DropHint folder={folder === '' ? t`Home` : lastStepOf(folder)} />}
          {actions.busy !== null && <BusyOverlay text={actions.busy} />}
        </section>
        {isBeside && tools && (
          <staffTools.PreviewPane
            ownerId={target.ownerId}
            tools={tools}
            isLocked={isBusy || (tools.shown !== undefined && isLocked(tools.shown, target))}
            onDownload={handlers.onDownload}
            onClose={() => view.showBeside(false)}
          />
        )}
      </div>
      {menu && (
        <ContextMenu
          at={menu.at}
          label={t`Actions for ${{ item: menu.item.name }}`}
          actions={menuActions(actionsFor(menu.item, target, handlers, t, tools?.moreActions))}
          onClose={() => setMenu(null)}
        />
      )}
      {openDialog && !isWorkDialog(openDialog) && (
        <FileDialogs
          openDialog={openDialog}
          target={target}
          items={items}
          actions={actions}
          finish={(action) => void finish(action)}
          onRename={rename}
          onClose={close}
          isWork={staffTools !== null}
        />
      )}
      {openDialog && isWorkDialog(openDialog) && staffTools && tools && (
        <staffTools.WorkDialogs
          openDialog={openDialog}
          ownerId={target.ownerId}
          tools={tools}
          onClose={() => close()}
        />
      )}
    </>
  );
}

// For clients, instead of the hooks of the tools.
const nothingUsed: UsedDocuments = new Map();
const useNothingUsed = (_ownerId: string): UsedDocuments => nothingUsed;
const useNoTools = () => null;
