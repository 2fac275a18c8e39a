import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Columns3 } from 'lucide-react';
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { useNavigate } from 'react-router';
import { done } from '#app/shared/api/done.ts';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { rest } from '#app/shared/api/rest.ts';
import { useSession } from '#app/shared/session/session.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { IconButton } from '#app/ui/actions/icon-button.tsx';
import { Checkbox } from '#app/ui/fields/checkbox.tsx';
import { popoverStyle } from '#app/ui/popover-style.ts';
import { columnsSearch } from '../../manage-params.ts';
import { type ColumnId, columnIds, columns, defaultColumns } from './columns.ts';
import { chosenColumnsQuery, useColumns } from './use-columns.ts';

export function ColumnsMenu() {
  const { t } = useLingui();
  const { columns: shown, ofView } = useColumns();
  const ownId = useSession().user?.id ?? '';
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { queryKey } = chosenColumnsQuery(ownId);
  const save = useMutation({
    mutationFn: (columns: readonly ColumnId[]) =>
      done(rest.from('staff_preferences').upsert({ user_id: ownId, client_columns: [...columns] })),
    onMutate: (columns) => queries.setQueryData(queryKey, columns),
    onError: () => queries.invalidateQueries({ queryKey }),
  });

  /** Of the open view, in the address, or those that the person has chosen. */
  function choose(columns: readonly ColumnId[]): void {
    const search = columnsSearch(window.location.search, columns);
    if (ofView === null) save.mutate(columns);
    else void navigate({ search }, { replace: true, preventScrollReset: true });
  }

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
          {save.error && (
            <p role="alert" className="max-w-60 text-sm text-danger">
              {messageOf(save.error, t)}
            </p>
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
