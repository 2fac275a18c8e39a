import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useOfficeYear } from '#app/shared/office-year.ts';
import { RadioGroup } from '#app/ui/fields/radio-group.tsx';
import { Select } from '#app/ui/fields/select.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { useTyped } from '#app/ui/fields/use-typed.ts';
import { FormDialog } from '#app/ui/overlays/form-dialog.tsx';
import { completeName, nameProblem } from '#domain/documents/file-names.ts';
import { yearChoices } from '#domain/documents/folders.ts';
import { msg } from '#domain/language/message.ts';
import type { Outcome } from '../../store/messages.ts';

const kinds = [
  { value: 'year', label: msg`Year Folder` },
  { value: 'custom', label: msg`Custom Name` },
];

export interface CreateFolderDialogProps {
  onCreate: (name: string) => Promise<Outcome>;
  onClose: () => void;
  isBusy: boolean;
}

export function CreateFolderDialog({ onCreate, onClose, isBusy }: CreateFolderDialogProps) {
  const { t } = useLingui();
  const years = yearChoices(useOfficeYear()).map(String);
  const [kind, setKind] = useState('year');
  const [year, setYear] = useState(years[0] ?? '');
  const { value: typed, setError, field } = useTyped();

  async function create() {
    const name = kind === 'year' ? year : completeName(typed);
    const wrong = nameProblem(name);
    if (wrong) return setError(t(wrong));
    const outcome = await onCreate(name);
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
