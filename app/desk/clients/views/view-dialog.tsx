import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Checkbox } from '#app/ui/fields/checkbox.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { FormDialog } from '#app/ui/overlays/form-dialog.tsx';
import { useColumns } from '../columns/use-columns.ts';
import { type SavedView, useViewAction, viewActions } from './views-query.ts';

/** The database's limits. */
const NAME_LENGTH = 60;
const QUERY_LENGTH = 500;
const MOST_VIEWS = 30;

interface ViewDialogProps {
  /** The view to rename; null to save the present list. */
  view: SavedView | null;
  /** The present list. */
  query: string;
  own: readonly SavedView[];
  onClose: () => void;
}

const sameName = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

/** Saves the list as a view, in place of the person's view with this name; or renames a view. */
export function ViewDialog({ view, query, own, onClose }: ViewDialogProps) {
  const { t } = useLingui();
  const { run, busy, problem, clear } = useViewAction();
  const { columns } = useColumns();
  const [name, setName] = useState(view?.name ?? '');
  const [isShared, setShared] = useState(false);
  const [hasColumns, setHasColumns] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const namesake = own.find((other) => other.id !== view?.id && sameName(other.name, name));
  const missing = name.trim() === '' ? t`Give the view a name.` : null;
  const taken = view && namesake ? t`You have a view with this name.` : null;
  const isFull = view === null && !namesake && own.length >= MOST_VIEWS;
  const isTooLong = query.length > QUERY_LENGTH;

  async function save(): Promise<void> {
    setAsked(true);
    if (busy || missing || taken || isFull || isTooLong) return;
    const saved = await run(async () => {
      const text = name.trim();
      if (view) return viewActions.change(view.id, { name: text });
      const content = { name: text, query, columns: hasColumns ? [...columns] : null, shared: isShared };
      if (namesake) return viewActions.change(namesake.id, content);
      const last = Math.max(-1, ...own.map(({ position }) => position));
      return viewActions.add({ ...content, position: Math.min(last + 1, 1000) });
    });
    if (saved) onClose();
  }

  const limit = isFull
    ? t`You have ${{ count: String(MOST_VIEWS) }} views. Delete one first.`
    : isTooLong && t`This search is too long to save.`;
  return (
    <FormDialog
      title={view ? t`Rename view` : t`Save view`}
      action={view === null && namesake ? <Trans>Replace</Trans> : <Trans>Save</Trans>}
      busy={busy}
      isReady={!isFull && !isTooLong}
      problem={problem ?? (limit || null)}
      className="flex flex-col gap-3"
      onClose={onClose}
      onSubmit={() => void save()}
    >
      <TextField
        label={t`Name`}
        name="view-name"
        autoComplete="off"
        autoFocus
        maxLength={NAME_LENGTH}
        hint={view ? undefined : t`Keeps the search, the filters, and the order.`}
        error={(isAsked && missing) || taken || undefined}
        value={name}
        onChange={(next) => {
          setName(next);
          clear();
        }}
      />
      {view === null && (
        <>
          <Checkbox isSelected={hasColumns} onChange={setHasColumns}>
            <Trans>Keep these columns</Trans>
          </Checkbox>
          <Checkbox isSelected={isShared} onChange={setShared}>
            <Trans>Share with all staff</Trans>
          </Checkbox>
        </>
      )}
      {view === null && namesake && (
        <Banner kind="info">{t`You have a view with this name. It will be replaced.`}</Banner>
      )}
    </FormDialog>
  );
}
