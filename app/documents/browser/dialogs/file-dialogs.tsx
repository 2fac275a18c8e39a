import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { ConfirmDialog, type ConfirmDialogProps } from '#app/ui/overlays/confirm-dialog.tsx';
import { Dialog } from '#app/ui/overlays/dialog.tsx';
import { msg } from '#domain/language/message.ts';
import { inWords } from '#domain/language/translate.ts';
import { HistoryDialog } from '../../history/history-dialog.tsx';
import { PreviewDialog } from '../../preview/preview-dialog.tsx';
import type { DocumentItem } from '../../store/document-store.ts';
import type { Outcome } from '../../store/messages.ts';
import type { Target } from '../../store/target.ts';
import { TrashDialog } from '../../trash/trash-dialog.tsx';
import { fileKeys } from '../file-keys.ts';
import type { useFileActions } from '../use-file-actions.ts';
import { workKeys } from '../work-keys.ts';
import { MoveDialog } from './move-dialog.tsx';
import { CreateFolderDialog, RenameDialog } from './name-dialogs.tsx';
import type { FileDialog } from './open-dialog.ts';

interface FileDialogsProps {
  openDialog: FileDialog;
  target: Target;
  /** The items of the folder, in the order shown. */
  items: readonly DocumentItem[];
  actions: ReturnType<typeof useFileActions>;
  /** Waits for an action without a dialog. */
  finish: (action: Promise<Outcome>) => void;
  onRename: (item: DocumentItem, name: string) => Promise<Outcome>;
  /** `key`: of the item to focus. */
  onClose: (key?: string) => void;
  isWork: boolean;
}

export function FileDialogs(props: FileDialogsProps) {
  const { openDialog, target, items, actions, finish, onRename, isWork } = props;
  const onClose = () => props.onClose();
  const isBusy = actions.busy !== null;
  switch (openDialog.kind) {
    case 'create':
      return <CreateFolderDialog onName={actions.createFolder} onClose={onClose} isBusy={isBusy} />;
    case 'rename': {
      const { item } = openDialog;
      const rename = (name: string) => onRename(item, name);
      return <RenameDialog item={item} onName={rename} onClose={onClose} isBusy={isBusy} />;
    }
    case 'move': {
      const move = (destination: string) => finish(actions.move(openDialog.items, destination));
      return <MoveDialog ownerId={target.ownerId} items={openDialog.items} onMove={move} onClose={onClose} />;
    }
    case 'delete': {
      const { items } = openDialog;
      const remove = () => finish(actions.remove(items));
      return <DeleteDialog items={items} target={target} onConfirm={remove} onCancel={onClose} />;
    }
    case 'preview':
      return (
        <PreviewDialog
          ownerId={target.ownerId}
          files={items.filter((item) => item.type === 'file')}
          startKey={openDialog.item.key}
          onClose={props.onClose}
          onDownload={(item) => void actions.download([item])}
        />
      );
    case 'takeBack': {
      const { item } = openDialog;
      const takeBack = () => finish(actions.takeBack(item));
      return <TakeBackDialog item={item} onConfirm={takeBack} onCancel={onClose} />;
    }
    case 'keyboard':
      return <KeyboardHelp isWork={isWork} onClose={onClose} />;
    case 'trash':
      return <TrashDialog target={target} onClose={onClose} />;
    case 'history':
      return <HistoryDialog target={target} item={openDialog.item} onClose={onClose} />;
  }
}

const MAX_LISTED = 5;
const TRASH_DAYS = 30;

type Answers = Pick<ConfirmDialogProps, 'onConfirm' | 'onCancel'>;

const questions = {
  file: { title: msg`Delete 1 file?`, act: msg`Delete 1 file` },
  folder: { title: msg`Delete 1 folder?`, act: msg`Delete 1 folder` },
};

function DeleteDialog(props: Answers & Pick<FileDialogsProps, 'items' | 'target'>) {
  const { items, target, ...answers } = props;
  const { t } = useLingui();
  const { clientName: client } = target;
  const { length: count } = items;
  const [only] = items;
  const question =
    count === 1 && only
      ? questions[only.type]
      : { title: msg`Delete ${{ count }} items?`, act: msg`Delete ${{ count }} items` };
  const rest = count - MAX_LISTED;
  return (
    <ConfirmDialog isOpen danger title={t(question.title)} confirmLabel={t(question.act)} {...answers}>
      <p>
        {client === null ? (
          <Trans>
            From <strong className="text-ink">your own files</strong>. Our office can restore{' '}
            <Plural value={count} one="it" other="them" /> from the trash for {{ days: TRASH_DAYS }} days.
          </Trans>
        ) : (
          <Trans>
            From <strong className="text-ink">the files of {client}</strong>. Our office can restore{' '}
            <Plural value={count} one="it" other="them" /> from the trash for {{ days: TRASH_DAYS }} days.
          </Trans>
        )}
      </p>
      <ul className="mt-3 list-disc pl-5">
        {items.slice(0, MAX_LISTED).map((item) => (
          <li key={item.key} className="break-words">
            {item.type === 'folder' ? t`${{ folder: item.name }} and everything in it` : item.name}
          </li>
        ))}
      </ul>
      {rest > 0 && <p className="mt-1">{t`and ${rest} more`}</p>}
    </ConfirmDialog>
  );
}

function TakeBackDialog({ item: { name }, ...answers }: Answers & { item: DocumentItem }) {
  const { t } = useLingui();
  return (
    <ConfirmDialog isOpen danger title={t`Take back this file?`} confirmLabel={t`Take back`} {...answers}>
      <p className="break-words">
        <Trans>
          We’ll remove <strong className="text-ink">{name}</strong> from your files. If we need this document,
          it will be back on your list.
        </Trans>
      </p>
    </ConfirmDialog>
  );
}

function KeyboardHelp({ isWork, onClose }: { isWork: boolean; onClose: () => void }) {
  const { t } = useLingui();
  return (
    <Dialog isOpen onClose={onClose} title={t`Keyboard`}>
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-5 gap-y-2 text-sm">
        {[...fileKeys, ...(isWork ? workKeys : [])].map(({ keys, does }) => (
          <div key={does.id} className="contents">
            <dt className="flex gap-1">
              {keys
                .map((key) => inWords(key, t))
                .map((key) => (
                  <kbd
                    key={key}
                    className="rounded-sm border border-control bg-sunken px-1.5 py-0.5 font-sans text-xs whitespace-nowrap"
                  >
                    {key}
                  </kbd>
                ))}
            </dt>
            <dd>{t(does)}</dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-muted">
        <Trans>
          To move an item with the keyboard, press ← or → until its drag handle has focus, then press Enter.
          Choose a folder with the arrow keys, and press Enter again.
        </Trans>
      </p>
    </Dialog>
  );
}
