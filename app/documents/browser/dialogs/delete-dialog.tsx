import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { ConfirmDialog } from '#app/ui/overlays/confirm-dialog.tsx';
import { msg } from '#domain/language/message.ts';
import type { DocumentItem } from '../../store/document-store.ts';
import type { Target } from '../../store/target.ts';

const MAX_LISTED = 5;
const TRASH_DAYS = 30;

export interface DeleteDialogProps {
  items: readonly DocumentItem[];
  target: Target;
  onDelete: (items: readonly DocumentItem[]) => void;
  onClose: () => void;
}

const questions = {
  file: { title: msg`Delete 1 file?`, act: msg`Delete 1 file` },
  folder: { title: msg`Delete 1 folder?`, act: msg`Delete 1 folder` },
};

export function DeleteDialog({ items, target, onDelete, onClose }: DeleteDialogProps) {
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
    <ConfirmDialog
      isOpen
      danger
      title={t(question.title)}
      confirmLabel={t(question.act)}
      onConfirm={() => onDelete(items)}
      onCancel={onClose}
    >
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
