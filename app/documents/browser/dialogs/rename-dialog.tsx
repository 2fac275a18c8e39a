import { useLingui } from '@lingui/react/macro';
import { useCallback } from 'react';
import { useTyped } from '#app/ui/fields/use-typed.ts';
import { FormDialog } from '#app/ui/overlays/form-dialog.tsx';
import { completeName, nameProblem, splitName } from '#domain/documents/file-names.ts';
import { NameField, type NameProblem } from '../../naming/name-field.tsx';
import type { DocumentItem } from '../../store/document-store.ts';
import type { Outcome } from '../../store/messages.ts';

export interface RenameDialogProps {
  item: DocumentItem;
  onRename: (item: DocumentItem, name: string) => Promise<Outcome>;
  onClose: () => void;
  isBusy: boolean;
}

/** A blank or unchanged name cancels. */
export function RenameDialog({ item, onRename, onClose, isBusy }: RenameDialogProps) {
  const { t } = useLingui();
  const { value, setValue, setError, field } = useTyped<NameProblem>(item.name);
  // Selects the name without the extension.
  const nameLength = item.type === 'file' ? splitName(item.name).base.length : item.name.length;
  const selectName = useCallback(
    (input: HTMLInputElement | null) => input?.setSelectionRange(0, nameLength),
    [nameLength],
  );

  async function rename(to: string) {
    const name = item.type === 'file' ? completeName(to, item.name) : completeName(to);
    if (name === '' || name === item.name) return onClose();
    const wrong = nameProblem(name);
    if (wrong) return setError({ message: t(wrong) });
    const outcome = await onRename(item, name);
    return outcome.ok ? onClose() : setError(outcome);
  }

  return (
    <FormDialog
      title={item.type === 'file' ? t`Rename File` : t`Rename Folder`}
      action={t`Rename`}
      busy={isBusy}
      className="block"
      onClose={onClose}
      onSubmit={() => rename(value)}
    >
      <NameField
        label={t`New name`}
        inputRef={selectName}
        {...field}
        isBusy={isBusy}
        onTake={(name) => {
          setValue(name);
          void rename(name);
        }}
      />
    </FormDialog>
  );
}
