import { useLingui } from '@lingui/react/macro';
import { NativeSelect } from '#app/ui/fields/native-select.tsx';
import { importFields, isImportField, type Mapping, withField } from '#domain/client-import/fields.ts';
import type { ClientList } from '#domain/client-import/read-list.ts';

const SAMPLE_ROWS = 3;

interface Props {
  list: ClientList;
  mapping: Mapping;
  onChange: (mapping: Mapping) => void;
}

/** For each column: its heading, what the first rows have in it, and what it is. */
export function ColumnList({ list, mapping, onChange }: Props) {
  const { t } = useLingui();
  const options = Object.entries(importFields).map(([value, label]) => ({ value, label: t(label) }));
  const samples = list.rows.slice(0, SAMPLE_ROWS);
  return (
    <ul aria-label={t`Columns of the file`} className="grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-3">
      {list.headings.map((heading, column) => (
        <li
          // Two columns may have the same heading; their order doesn't change.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          key={column}
          className="flex min-w-0 flex-col gap-2 rounded-control border border-line p-3"
        >
          <NativeSelect
            id={`import-column-${column}`}
            label={<span className="wrap-anywhere">{heading || t`Column ${{ number: column + 1 }}`}</span>}
            placeholder={t`Not imported`}
            options={options}
            value={mapping[column] ?? ''}
            onChange={(value) => onChange(withField(mapping, column, isImportField(value) ? value : null))}
          />
          <ul aria-label={t`First rows`} className="text-sm text-muted">
            {samples.map(({ line, cells }) => (
              <li key={line} className="truncate">
                {cells[column]?.trim() || '–'}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
