import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Folder, House } from 'lucide-react';
import { useState } from 'react';
import { useLanguage } from '#app/language/language.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { type ListOption, OptionList } from '#app/ui/fields/option-list.tsx';
import { FormDialog } from '#app/ui/overlays/form-dialog.tsx';
import { canMoveTo, type FolderStep, isWithin, stepsOf } from '#domain/documents/folders.ts';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import type { DocumentItem } from '../../store/document-store.ts';
import { foldersQuery } from '../../store/documents-query.ts';
import { problemOf } from '../../store/store-error.ts';
import { HOME, pathOf } from '../home.ts';

interface MoveDialogProps {
  ownerId: string;
  items: readonly DocumentItem[];
  onMove: (destination: string) => void;
  onClose: () => void;
}

export function MoveDialog({ ownerId, items, onMove, onClose }: MoveDialogProps) {
  const { t } = useLingui();
  const folders = useQuery(foldersQuery(ownerId, useLanguage()));
  const [chosen, setChosen] = useState<string | null>(null);
  const options = destinations(folders.data ?? [], items, t);
  const [only] = items;

  return (
    <FormDialog
      title={t`Move to Folder`}
      action={<Trans>Move</Trans>}
      isReady={chosen !== null && !folders.isFetching}
      className="flex flex-col gap-5"
      onClose={onClose}
      onSubmit={() => onMove(pathOf(chosen ?? HOME))}
    >
      <p className="break-words text-muted">
        {items.length === 1 && only ? (
          <Trans>{{ item: only.name }}: choose where to move it.</Trans>
        ) : (
          <Trans>{{ count: items.length }} items: choose where to move them.</Trans>
        )}
      </p>
      <div role="status" className="empty:hidden">
        {folders.isPending && t`Loading folders...`}
      </div>
      <Problem>{folders.isError && problemOf(folders.error, t)}</Problem>
      {folders.isSuccess && !options.some((option) => !option.isDisabled) && (
        <p>{t`No other folders available`}</p>
      )}
      {folders.isSuccess && (
        <OptionList label={t`Destination`} options={options} value={chosen} onChange={setChosen} />
      )}
    </FormDialog>
  );
}

/** All folders. Those that the items can't be moved to are disabled, with the reason. */
function destinations(
  folders: readonly FolderStep[],
  items: readonly DocumentItem[],
  t: Translate,
): ListOption[] {
  const root = {
    id: HOME,
    label: t(msg`Root (Home)`),
    icon: <House size={20} strokeWidth={1.75} aria-hidden />,
    ...disabledReason('', items, t),
  };
  const below = folders.map(({ path, name }) => {
    const steps = stepsOf(path);
    return {
      id: path,
      label: name,
      context:
        steps
          .slice(0, -1)
          .map((step) => step.name)
          .join(', ') || undefined,
      icon: <Folder size={20} strokeWidth={1.75} aria-hidden />,
      depth: steps.length,
      ...disabledReason(path, items, t),
    };
  });
  return [root, ...below];
}

function disabledReason(
  path: string,
  items: readonly DocumentItem[],
  t: Translate,
): Pick<ListOption, 'hint' | 'isDisabled'> {
  if (canMoveTo(path, items)) return {};
  const moves = items.some((item) => item.type === 'folder' && isWithin(path, item.path));
  return { isDisabled: true, hint: moves ? t(msg`is being moved`) : t(msg`is already here`) };
}
