import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { DocumentItem } from '#app/documents/queries.ts';
import { useDates } from '#app/shared/format/dates.ts';
import { Checkbox } from '#app/ui/fields/checkbox.tsx';
import { SearchField } from '#app/ui/fields/search-field.tsx';
import { formatSize } from '#domain/documents/file-display.ts';
import { isFound } from '#domain/text/search.ts';

/** A longer list has a search field. */
const MAX_WITHOUT_SEARCH = 8;

export interface FileChoiceProps {
  files: readonly DocumentItem[];
  /** Their ids. */
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
}

/** Check boxes for the stored files: the ones chosen before first, then the newest. */
export function FileChoice({ files, chosen, onChange }: FileChoiceProps) {
  const { t } = useLingui();
  const { longDate } = useDates();
  const [search, setSearch] = useState('');
  const [before] = useState(chosen);
  const found = files.filter((file) => isFound(file.path, search));
  const wasChosen = ({ id }: DocumentItem) => id !== null && before.has(id);
  const shown = [...found.filter(wasChosen), ...found.filter((file) => !wasChosen(file))];
  const isLong = files.length > MAX_WITHOUT_SEARCH;

  function toggle(id: string, isChosen: boolean): void {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    onChange(next);
  }

  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-2 text-sm font-semibold">
        <Trans>Or choose from your files</Trans>
      </legend>
      {isLong && (
        <SearchField label={t`Find a file`} placeholder={t`File name`} value={search} onChange={setSearch} />
      )}
      <ul className="-mx-1 max-h-64 divide-y divide-line overflow-auto px-1">
        {shown.map((file) => (
          <li key={file.key}>
            <Checkbox
              isSelected={file.id !== null && chosen.has(file.id)}
              onChange={(isChosen) => file.id !== null && toggle(file.id, isChosen)}
              className="w-full py-1.5"
            >
              <span className="min-w-0">
                <span className="block text-[0.9375rem] leading-snug font-medium break-words">
                  {file.name}
                </span>
                <span className="figures block text-sm text-muted">
                  {t(formatSize(file.size))}
                  {file.uploadedAt && `, ${longDate(file.uploadedAt)}`}
                </span>
              </span>
            </Checkbox>
          </li>
        ))}
      </ul>
      <p role="status" className="text-sm text-muted empty:hidden">
        {shown.length === 0 && <Trans>No files match.</Trans>}
      </p>
    </fieldset>
  );
}
