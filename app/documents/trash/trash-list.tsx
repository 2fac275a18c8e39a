import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { useDates } from '#app/shared/format/dates.ts';
import { Checkbox } from '#app/ui/fields/checkbox.tsx';
import { destroyedIn } from './labels.ts';
import type { TrashedFile } from './trash-query.ts';

interface TrashListProps {
  files: readonly TrashedFile[];
  count: number;
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
  isDisabled: boolean;
}

export function TrashList({ files, count, chosen, onChoose, isDisabled }: TrashListProps) {
  const { t } = useLingui();
  const shown = files.filter(({ id }) => chosen.has(id)).length;
  const now = new Date();
  return (
    <div>
      <Checkbox
        dense
        isSelected={shown === files.length}
        isIndeterminate={shown > 0 && shown < files.length}
        isDisabled={isDisabled}
        onChange={(all) => onChoose(new Set(all ? files.map(({ id }) => id) : []))}
      >
        <Trans>Select all</Trans>
        <span className="figures text-sm text-muted">
          {files.length < count ? t`${{ shown: files.length }} of ${count}` : count}
        </span>
      </Checkbox>
      <ul aria-label={t`Deleted files`} className="divide-y divide-line border-t border-line">
        {files.map((file) => (
          <TrashRow
            key={file.id}
            file={file}
            now={now}
            isSelected={chosen.has(file.id)}
            isDisabled={isDisabled}
            onChange={(selected) => {
              const next = new Set(chosen);
              if (selected) next.add(file.id);
              else next.delete(file.id);
              onChoose(next);
            }}
          />
        ))}
      </ul>
    </div>
  );
}

interface TrashRowProps {
  file: TrashedFile;
  now: Date;
  isSelected: boolean;
  isDisabled: boolean;
  onChange: (selected: boolean) => void;
}

function TrashRow({ file, now, ...box }: TrashRowProps) {
  const { t } = useLingui();
  const { shortDateAndTime } = useDates();
  const detailsId = useId();
  const who = file.deleted_by_name ?? t`A program our office uses`;
  return (
    <li>
      <Checkbox {...box} dense aria-describedby={detailsId} className="w-full py-2">
        <span className="min-w-0 flex-1 wrap-anywhere">{file.path}</span>
      </Checkbox>
      <p id={detailsId} className="figures -mt-2 pb-2.5 pl-8.5 text-sm text-muted">
        {who}, {shortDateAndTime(file.deleted_at)} · {t(destroyedIn(file.expires_at, now))}
      </p>
    </li>
  );
}
