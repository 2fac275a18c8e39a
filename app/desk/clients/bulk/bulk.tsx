import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useFormats } from '#app/language/language.tsx';
import { changedSearch } from '#app/shared/browser/changed-search.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { IconButton } from '#app/ui/actions/icon-button.tsx';
import { useWideScreen } from '#app/ui/layout/use-wide-screen.ts';
import type { BulkKind } from '#domain/bulk/jobs.ts';
import { displayName } from '#domain/documents/file-display.ts';
import type { ListFilters } from '../../manage-params.ts';
import { focusClient } from '../client-focus.ts';
import type { Clients } from '../use-clients.ts';
import { ActDialog } from './act-dialog.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { JobDialog } from './jobs/job-dialog.tsx';
import { JobLines } from './jobs/job-lines.tsx';
import { useOwnJobs } from './jobs/use-own-jobs.ts';
import type { Marks } from './selection/marks.ts';
import { Mark } from './selection/row-mark.tsx';
import { useSelection } from './selection/use-selection.ts';
import { useSelectionKeys } from './selection/use-selection-keys.ts';

interface BulkProps {
  filters: ListFilters;
  clients: Clients;
  onMarks: (marks: Marks | null) => void;
}

export function Bulk({ filters, clients, onMarks }: BulkProps) {
  const { t } = useLingui();
  const { count } = useFormats();
  const isWide = useWideScreen();
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  const [isPicking, setPicking] = useState(false);
  const [act, setAct] = useState<{ kind: BulkKind; ids: readonly string[] } | null>(null);
  const chosen = useSelection(filters, clients);
  const jobs = useOwnJobs();
  const { matching, isOutdated } = clients;
  const { ids, anchor } = chosen.selection;
  const isAll = ids.size > 0 && ids.size >= matching;
  const openJob = parameters.get('job');

  function clear(): void {
    chosen.clear();
    setPicking(false);
    if (document.activeElement?.closest('[data-bulk]') && !focusClient(anchor?.index ?? 0)) focusClient(0);
  }
  const selectAll = () => (isAll ? chosen.clear() : void chosen.selectAll());
  const showJob = (id: string | null) =>
    void navigate(
      { search: changedSearch(window.location.search, { job: id }) },
      { preventScrollReset: true },
    );

  useSelectionKeys(chosen, clear);

  // The rows keep what they got: it must do what it would do now.
  const now = useRef({ chosen, selectAll });
  useEffect(() => {
    now.current = { chosen, selectAll };
  });
  const hasMarks = isWide || isPicking;
  useEffect(() => {
    const isChosen = (id: string) => ids.has(id);
    const allLabel = t`Select all ${{ count: count(matching) }} clients that match`;
    onMarks({
      isChosen,
      of: (client, index) => {
        if (!hasMarks) return null;
        const mark = (
          <Mark
            label={t`Select ${{ name: displayName(client) }}`}
            isChosen={isChosen(client.user_id)}
            isWide={!isWide}
            onToggle={() => {
              now.current.chosen.toggle(index);
              // The arrow keys go on from here.
              focusClient(index);
            }}
            index={index}
          />
        );
        return isWide ? <td className="absolute inset-y-0 left-0 w-9">{mark}</td> : mark;
      },
      head: (
        <th scope="col" className="absolute inset-y-0 left-0 w-9">
          <Mark
            label={allLabel}
            isChosen={isAll}
            isPartial={!isAll && ids.size > 0}
            isTabStop
            onToggle={() => now.current.selectAll()}
          />
        </th>
      ),
      above: (
        <Button
          variant="secondary"
          className="w-full"
          aria-pressed={isPicking}
          onPress={() => {
            setPicking(!isPicking);
            if (isPicking) now.current.chosen.clear();
          }}
        >
          {isPicking ? <Trans context="selecting">Done</Trans> : <Trans context="verb">Select</Trans>}
        </Button>
      ),
    });
  }, [onMarks, t, count, ids, hasMarks, isWide, isPicking, isAll, matching]);
  useEffect(() => () => onMarks(null), [onMarks]);

  const lines = jobs.shown.length > 0;
  return (
    <>
      <p role="status" className="sr-only">
        {ids.size > 0 && (
          <Plural value={ids.size} one="# client is selected" other="# clients are selected" />
        )}
      </p>
      {(ids.size > 0 || chosen.lost > 0 || lines) && (
        <div data-bulk data-dock className="min-h-14 low:min-h-0 print:hidden">
          <div className="pointer-events-none fixed inset-x-0 bottom-(--bottom-bar) z-30 flex flex-col items-center lg:bottom-3 lg:gap-2 lg:px-6 low:static low:px-0">
            {lines && <JobLines jobs={jobs} onShow={showJob} />}
            {chosen.lost > 0 && <LostNote count={chosen.lost} onClose={chosen.forgetLost} />}
            {ids.size > 0 && (
              <BulkBar
                count={ids.size}
                matching={isAll || isOutdated ? null : matching}
                isLoading={chosen.isLoading}
                isArchive={filters.archived}
                onAll={() => void chosen.selectAll()}
                onAct={(kind) => setAct({ kind, ids: [...ids] })}
                onClear={clear}
              />
            )}
          </div>
        </div>
      )}
      {act && (
        <ActDialog
          kind={act.kind}
          ids={act.ids}
          filters={filters}
          onClose={() => setAct(null)}
          onStarted={(job) => {
            setAct(null);
            setPicking(false);
            chosen.clear();
            jobs.follow(job);
          }}
        />
      )}
      {openJob !== null && <JobDialog id={openJob} onClose={() => showJob(null)} />}
    </>
  );
}

/** Says that the selection is gone: it belonged to another search. */
function LostNote({ count, onClose }: { count: number; onClose: () => void }) {
  const { t } = useLingui();
  return (
    <div
      role="status"
      className="pointer-events-auto flex w-full items-center gap-3 border-t border-line bg-info-soft py-1 pr-2 pl-4 text-sm lg:w-auto lg:rounded-card lg:border lg:shadow-float"
    >
      <p className="min-w-0 flex-1">
        <Plural
          value={count}
          one="The search or a filter changed, so # client isn’t selected anymore."
          other="The search or a filter changed, so # clients aren’t selected anymore."
        />
      </p>
      <IconButton dense label={t`Close`} icon={<X size={18} aria-hidden />} onPress={onClose} />
    </div>
  );
}
