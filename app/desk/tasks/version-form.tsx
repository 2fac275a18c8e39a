import { Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { useAction } from '#app/shared/api/use-action.ts';
import { focusStep } from '#app/shared/focus/focus-on-mount.ts';
import { useDates } from '#app/shared/format/dates.ts';
import { useIdOf } from '#app/shared/forms/use-id-of.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import type { Conflict } from './save-version.ts';
import { reloadTasks } from './tasks-query.ts';

interface VersionOptions<Version, Entry> {
  /** Null for a new one. */
  opened: Version | null;
  entryOf: (version: Version) => Entry;
  /** What is typed into a new one before the person types. */
  blank: Entry;
  /** Is called after a deletion, too. */
  onSaved: () => void;
}

/**
 * A form that saves the version that was opened. After a conflict, the next attempt replaces the colleague's version.
 */
export function useVersionForm<Version, Entry extends object>(options: VersionOptions<Version, Entry>) {
  const { opened, entryOf, blank, onSaved } = options;
  const { run, busy, problem, clear } = useAction(reloadTasks);
  const [seen, setSeen] = useState(opened);
  const [conflict, setConflict] = useState<Conflict<Version> | null>(null);
  const [entry, setEntry] = useState(() => (opened ? entryOf(opened) : blank));
  const id = useIdOf(entry);
  /** The field that takes the focus with the colleague's version. */
  const field = useRef<HTMLInputElement>(null);

  function change(changes: Partial<Entry>): void {
    setEntry({ ...entry, ...changes });
    clear();
  }

  async function attempt(write: () => Promise<Conflict<Version> | null>): Promise<void> {
    let found: Conflict<Version> | null = null;
    const isOver = await run(async () => {
      found = await write();
      setConflict(found);
      if (found) setSeen(found.theirs);
    });
    if (isOver && !found) onSaved();
  }

  function acceptTheirs(theirs: Version): void {
    change(entryOf(theirs));
    setConflict(null);
    field.current?.focus();
  }
  return { seen, entry, change, id, field, conflict, acceptTheirs, attempt, busy, problem };
}

interface ConflictBannerProps {
  conflict: Conflict<{ updated_at: string; done_at: string | null }>;
  /** The values of the colleague's version. */
  fields: readonly { column: string; label: string; value: string }[];
  onUse: () => void;
}

/** Shows how the colleague's version differs. The form below keeps what was typed. */
export function ConflictBanner({ conflict: { theirs, columns }, fields, onUse }: ConflictBannerProps) {
  const { t } = useLingui();
  const { recentDateAndTime } = useDates();
  const title = t`A colleague changed this`;
  const differing = [
    ...fields,
    {
      column: 'done_at',
      label: t`Status`,
      value:
        theirs.done_at === null
          ? t({ message: 'Open', context: 'task' })
          : t({ message: 'Done', context: 'task' }),
    },
    { column: 'updated_at', label: t`Changed`, value: recentDateAndTime(theirs.updated_at) },
  ].filter(({ column }) => columns.includes(column));
  return (
    // With the key, a second conflict takes the focus again.
    <section key={theirs.updated_at} ref={focusStep} tabIndex={-1} aria-label={title}>
      <Banner
        kind="warning"
        title={title}
        actions={
          <Button variant="secondary" size="small" onPress={onUse} className="max-lg:min-h-11">
            <Trans>Use the colleague’s version</Trans>
          </Button>
        }
      >
        <dl className="grid gap-x-3 sm:grid-cols-[auto_minmax(0,1fr)]">
          {differing.map(({ column, label, value }) => (
            <div key={column} className="max-sm:mt-1 sm:contents">
              <dt className="text-muted">{label}</dt>
              <dd className="whitespace-pre-line wrap-anywhere">{value || t`(blank)`}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-1">
          <Trans>What you typed is still below. Save again to replace the colleague’s version.</Trans>
        </p>
      </Banner>
    </section>
  );
}
