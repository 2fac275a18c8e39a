import { useId } from 'react';
import { officeTime } from '#app/shared/format/dates.ts';
import { Checkbox } from '#app/ui/fields/checkbox.tsx';
import { destroyedIn } from './labels.ts';
import type { TrashedFile } from './trash-query.ts';

const moment = officeTime({ month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' });

interface TrashListProps {
  files: readonly TrashedFile[];
  /** The number of files in the trash. */
  count: number;
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
  isDisabled: boolean;
}

export function TrashList({ files, count, chosen, onChoose, isDisabled }: TrashListProps) {
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
        Select all
        <span className="figures text-sm text-muted">
          {files.length < count ? `${files.length} of ${count}` : count}
        </span>
      </Checkbox>
      <ul aria-label="Deleted files" className="divide-y divide-line border-t border-line">
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
  const detailsId = useId();
  const who = file.deleted_by_name ?? 'One of our office’s programs';
  return (
    <li>
      <Checkbox {...box} dense aria-describedby={detailsId} className="w-full py-2">
        <span className="min-w-0 flex-1 wrap-anywhere">{file.path}</span>
      </Checkbox>
      <p id={detailsId} className="figures -mt-2 pb-2.5 pl-8.5 text-sm text-muted">
        {who}, {moment(file.deleted_at)} · {destroyedIn(file.expires_at, now)}
      </p>
    </li>
  );
}
