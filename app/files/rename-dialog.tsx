import { type FormEvent, useCallback, useId, useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { completeName, nameProblem, splitName } from '#domain/file-names.ts';
import type { DocumentItem } from './document-store.ts';
import type { Outcome } from './messages.ts';

export interface RenameDialogProps {
  item: DocumentItem;
  onRename: (name: string) => Promise<Outcome>;
  onClose: () => void;
  isBusy: boolean;
}

/** Enter confirms, Escape cancels, and so does a name that is blank or unchanged. */
export function RenameDialog({ item, onRename, onClose, isBusy }: RenameDialogProps) {
  const formId = useId();
  const [typed, setTyped] = useState(item.name);
  const [problem, setProblem] = useState<string>();
  // Everything but the extension, ready to be typed over.
  const nameLength = item.type === 'file' ? splitName(item.name).base.length : item.name.length;
  const selectName = useCallback(
    (input: HTMLInputElement | null) => input?.setSelectionRange(0, nameLength),
    [nameLength],
  );

  async function rename(event: FormEvent) {
    event.preventDefault();
    const name = item.type === 'file' ? completeName(typed, item.name) : completeName(typed);
    if (name === '' || name === item.name) return onClose();
    const wrong = nameProblem(name);
    if (wrong) return setProblem(wrong);
    const outcome = await onRename(name);
    return outcome.ok ? onClose() : setProblem(outcome.message);
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={item.type === 'file' ? 'Rename File' : 'Rename Folder'}
      actions={
        <>
          <Button variant="secondary" onPress={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={isBusy}>
            Rename
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={rename}>
        <TextField
          label="New name"
          inputRef={selectName}
          value={typed}
          onChange={(value) => {
            setTyped(value);
            setProblem(undefined);
          }}
          error={problem}
          autoComplete="off"
          autoFocus
        />
      </form>
    </Dialog>
  );
}
