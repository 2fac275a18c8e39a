import { Trans, useLingui } from '@lingui/react/macro';
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
  const { shortDateAndTime } = useDates();
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
        {files.map(({ id, path, deleted_by_name, deleted_at, expires_at }) => (
          <li key={id}>
            <Checkbox
              dense
              isSelected={chosen.has(id)}
              isDisabled={isDisabled}
              onChange={(selected) => {
                const next = new Set(chosen);
                if (selected) next.add(id);
                else next.delete(id);
                onChoose(next);
              }}
              aria-describedby={`trashed-${id}`}
              className="w-full py-2"
            >
              <span className="min-w-0 flex-1 wrap-anywhere">{path}</span>
            </Checkbox>
            <p id={`trashed-${id}`} className="figures -mt-2 pb-2.5 pl-8.5 text-sm text-muted">
              {deleted_by_name ?? t`A program our office uses`}, {shortDateAndTime(deleted_at)} ·{' '}
              {t(destroyedIn(expires_at, now))}
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}
