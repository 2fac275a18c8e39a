import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { DocumentItem } from '#app/documents/queries.ts';
import { OptionList } from '#app/ui/fields/option-list.tsx';
import { SearchField } from '#app/ui/fields/search-field.tsx';
import { FormDialog } from '#app/ui/overlays/form-dialog.tsx';

export interface LinkDialogProps {
  title: string;
  /** Those that are not on the line. */
  files: readonly DocumentItem[];
  busy: boolean;
  onLink: (file: DocumentItem) => void;
  onClose: () => void;
}

const MANY = 8;

export function LinkDialog({ title, files, busy, onLink, onClose }: LinkDialogProps) {
  const { t } = useLingui();
  const [chosen, setChosen] = useState<string | null>(null);
  const [term, setTerm] = useState('');
  const wanted = term.trim().toLowerCase();
  const shown = files.filter(({ path }) => path.toLowerCase().includes(wanted));
  const file = shown.find(({ key }) => key === chosen);
  return (
    <FormDialog
      title={t`Link a file to “${title}”`}
      action={t`Link file`}
      busy={busy}
      isReady={file !== undefined}
      onClose={onClose}
      onSubmit={() => file && onLink(file)}
    >
      {files.length > MANY && <SearchField label={t`Search files`} value={term} onChange={setTerm} />}
      {shown.length === 0 ? (
        <p role="status" className="text-muted">
          <Trans>No files match.</Trans>
        </p>
      ) : (
        <OptionList
          label={t`Files`}
          options={shown.map(({ key, name, path }) => ({
            id: key,
            label: name,
            ...(path !== name && { hint: path.slice(0, -name.length - 1) }),
          }))}
          value={chosen}
          onChange={setChosen}
        />
      )}
    </FormDialog>
  );
}
