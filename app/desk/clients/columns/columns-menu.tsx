import { Trans, useLingui } from '@lingui/react/macro';
import { Columns3 } from 'lucide-react';
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { IconButton } from '#app/ui/actions/icon-button.tsx';
import { Checkbox } from '#app/ui/fields/checkbox.tsx';
import { popoverStyle } from '#app/ui/popover-style.ts';
import { columnIds, columns, defaultColumns } from './columns.ts';
import { useChooseColumns } from './use-choose-columns.ts';
import { useColumns } from './use-columns.ts';

export function ColumnsMenu() {
  const { t } = useLingui();
  const { columns: shown, ofView } = useColumns();
  const { choose, problem } = useChooseColumns(ofView);
  return (
    <DialogTrigger>
      <IconButton
        label={t`Columns`}
        icon={<Columns3 size={18} aria-hidden />}
        dense
        className="border border-control bg-surface max-lg:hidden"
      />
      <Popover placement="bottom end" className={popoverStyle}>
        <Dialog aria-label={t`Columns`} className="flex min-w-52 flex-col p-3 outline-none">
          {columnIds.map((id) => (
            <Checkbox
              key={id}
              dense
              isSelected={shown.includes(id)}
              isDisabled={shown.length === 1 && shown[0] === id}
              onChange={(isShown) =>
                choose(columnIds.filter((other) => (other === id ? isShown : shown.includes(other))))
              }
              className="text-sm"
            >
              {t(columns[id].label)}
            </Checkbox>
          ))}
          <Button variant="quiet" size="small" className="mt-1" onPress={() => choose(defaultColumns)}>
            <Trans>Usual columns</Trans>
          </Button>
          {problem && (
            <p role="alert" className="max-w-60 text-sm text-danger">
              {messageOf(problem, t)}
            </p>
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
