import { ConfirmDialog } from '#app/ui/overlays/confirm-dialog.tsx';
import type { DocumentItem } from '../../store/document-store.ts';
import type { Target } from '../target.ts';

const MAX_LISTED = 5;
/** How long deleted files stay in the trash. */
const TRASH_DAYS = 30;

export interface DeleteDialogProps {
  items: readonly DocumentItem[];
  target: Target;
  onDelete: () => void;
  onClose: () => void;
}

/** Asks before documents are deleted. */
export function DeleteDialog({ items, target, onDelete, onClose }: DeleteDialogProps) {
  const [only] = items;
  const what = items.length === 1 && only ? `1 ${only.type}` : `${items.length} items`;
  const whose = target.clientName === null ? 'your own files' : `the files of ${target.clientName}`;
  return (
    <ConfirmDialog
      isOpen
      danger
      title={`Delete ${what}?`}
      confirmLabel={`Delete ${what}`}
      onConfirm={onDelete}
      onCancel={onClose}
    >
      <p>
        From <strong className="text-ink">{whose}</strong>. The office can restore{' '}
        {items.length === 1 ? 'it' : 'them'} from the trash for {TRASH_DAYS} days.
      </p>
      <ul className="mt-3 list-disc pl-5">
        {items.slice(0, MAX_LISTED).map((item) => (
          <li key={item.key} className="break-words">
            {item.name}
            {item.type === 'folder' && ' and everything in it'}
          </li>
        ))}
      </ul>
      {items.length > MAX_LISTED && <p className="mt-1">and {items.length - MAX_LISTED} more</p>}
    </ConfirmDialog>
  );
}
