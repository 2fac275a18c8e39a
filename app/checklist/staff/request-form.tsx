import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useIdOf } from '#app/shared/forms/use-id-of.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { FieldForm } from '#app/ui/fields/field-form.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { useTyped } from '#app/ui/fields/use-typed.ts';

export interface RequestFormProps {
  withTitle?: boolean;
  label: string;
  busy: boolean;
  onCancel: () => void;
  onRequest: (title: string, note: string, id: string) => Promise<void>;
}

/** Title and note are shown to the client in the mail and on the checklist. */
export function RequestForm({ withTitle = false, label, busy, onCancel, onRequest }: RequestFormProps) {
  const { t } = useLingui();
  const { value: title, setError, field } = useTyped();
  const [note, setNote] = useState('');
  const id = useIdOf({ title, note });

  function ask(): void {
    if (busy) return;
    if (withTitle && title.trim() === '') setError(t`Name the document.`);
    else void onRequest(title, note, id);
  }

  return (
    <FieldForm
      onSubmit={ask}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel();
      }}
      className="flex flex-col gap-3 rounded-control bg-sunken p-3 text-sm"
    >
      {withTitle && (
        <TextField
          label={t`Document`}
          hint={t`Use a name the client knows, like “Letter 6419 from the IRS.”`}
          maxLength={200}
          {...field}
          autoFocus
        />
      )}
      <TextField
        label={t`Note to the client`}
        optional
        rows={2}
        maxLength={1000}
        value={note}
        onChange={setNote}
        autoFocus={!withTitle}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="small" busy={busy}>
          {label}
        </Button>
        <Button size="small" variant="secondary" onPress={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </FieldForm>
  );
}
