import { useLingui } from '@lingui/react/macro';
import { Ellipsis } from 'lucide-react';
import { useNavigate } from 'react-router';
import { IconButton } from '#app/ui/actions/icon-button.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { Menu } from '#app/ui/overlays/menu.tsx';
import { type SavedView, useViewAction, viewActions } from './views-query.ts';

interface ViewMenuProps {
  view: SavedView;
  /** The person's own views in their order. */
  own: readonly SavedView[];
  isOwn: boolean;
  onRename: () => void;
}

/** What can be done with the open view. A super user may rename and delete a colleague's shared one. */
export function ViewMenu({ view, own, isOwn, onRename }: ViewMenuProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { run, busy } = useViewAction();
  const place = own.findIndex(({ id }) => id === view.id);

  async function act(action: () => Promise<void>): Promise<boolean> {
    const isDone = await run(action);
    if (!isDone) notify('danger', t`The view wasn’t changed. Please try again.`);
    return isDone;
  }

  async function moveFirst(): Promise<void> {
    const order = [view, ...own.filter(({ id }) => id !== view.id)];
    await Promise.all(
      order.map(async ({ id, position }, next) => {
        if (position !== next) await viewActions.change(id, { position: next });
      }),
    );
  }

  async function remove(): Promise<void> {
    if (await act(() => viewActions.remove(view.id))) void navigate({ search: '' });
  }

  return (
    <Menu
      label={t`View ${{ name: view.name }}`}
      trigger={
        <IconButton
          label={t`Change view ${{ name: view.name }}`}
          icon={<Ellipsis size={18} aria-hidden />}
          dense
          isDisabled={busy}
        />
      }
      actions={[
        { id: 'rename', label: t`Rename`, onAction: onRename },
        ...(isOwn
          ? [
              {
                id: 'share',
                label: view.shared ? t`Stop sharing` : t`Share with all staff`,
                onAction: () => void act(() => viewActions.change(view.id, { shared: !view.shared })),
              },
              {
                id: 'first',
                label: t`Move to the front`,
                isDisabled: place <= 0,
                onAction: () => void act(moveFirst),
              },
            ]
          : []),
        { id: 'delete', label: t`Delete`, danger: true, onAction: () => void remove() },
      ]}
    />
  );
}
