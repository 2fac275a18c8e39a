import { Trans, useLingui } from '@lingui/react/macro';
import { useCallback, useState } from 'react';
import { useOfficeYear } from '#app/shared/office-year.ts';
import { RadioGroup } from '#app/ui/fields/radio-group.tsx';
import { Select } from '#app/ui/fields/select.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { useTyped } from '#app/ui/fields/use-typed.ts';
import { FormDialog } from '#app/ui/overlays/form-dialog.tsx';
import { nameAfterRename } from '#domain/documents/document-types.ts';
import { completeName, nameProblem, splitName } from '#domain/documents/file-names.ts';
import { yearChoices } from '#domain/documents/folders.ts';
import { msg } from '#domain/language/message.ts';
import { NameField, type NameProblem } from '../../naming/name-field.tsx';
import type { DocumentItem } from '../../store/document-store.ts';
import type { Outcome } from '../../store/messages.ts';

const kinds = [
  { value: 'year', label: msg`Year Folder` },
  { value: 'custom', label: msg`Custom Name` },
];

interface NameDialogProps {
  /** Gives the folder, or the item, this name. */
  onName: (name: string) => Promise<Outcome>;
  onClose: () => void;
  isBusy: boolean;
}

export function CreateFolderDialog({ onName, onClose, isBusy }: NameDialogProps) {
  const { t } = useLingui();
  const years = yearChoices(useOfficeYear()).map(String);
  const [kind, setKind] = useState('year');
  const [year, setYear] = useState(years[0] ?? '');
  const { value: typed, setError, field } = useTyped();

  async function create() {
    const name = kind === 'year' ? year : completeName(typed);
    const wrong = nameProblem(name);
    if (wrong) return setError(t(wrong));
    const outcome = await onName(name);
    if (outcome.ok) onClose();
    else setError(outcome.message);
  }

  const change = (set: (value: string) => void) => (value: string) => {
    set(value);
    setError(undefined);
  };

  return (
    <FormDialog
      title={t`Create New Folder`}
      action={<Trans>Create</Trans>}
      busy={isBusy}
      className="flex flex-col gap-5"
      onClose={onClose}
      onSubmit={create}
    >
      <RadioGroup
        label={t`Folder Type`}
        options={kinds.map(({ value, label }) => ({ value, label: t(label) }))}
        value={kind}
        onChange={change(setKind)}
      />
      {kind === 'year' ? (
        <Select
          label={t`Year`}
          options={years.map((value) => ({ value, label: value }))}
          value={year}
          onChange={change(setYear)}
          error={field.error}
        />
      ) : (
        <TextField label={t`Folder Name`} {...field} autoComplete="off" autoFocus />
      )}
    </FormDialog>
  );
}

/** A blank or unchanged name cancels. */
export function RenameDialog({ item, onName, onClose, isBusy }: NameDialogProps & { item: DocumentItem }) {
  const { t } = useLingui();
  const { value, setValue, setError, field } = useTyped<NameProblem>(item.name);
  // Selects the name without the extension.
  const nameLength = item.type === 'file' ? splitName(item.name).base.length : item.name.length;
  const selectName = useCallback(
    (input: HTMLInputElement | null) => input?.setSelectionRange(0, nameLength),
    [nameLength],
  );

  async function rename(to: string) {
    const name = item.type === 'file' ? nameAfterRename(to, item.name) : completeName(to);
    if (name === '' || name === item.name) return onClose();
    const wrong = nameProblem(name);
    if (wrong) return setError({ message: t(wrong) });
    const outcome = await onName(name);
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
