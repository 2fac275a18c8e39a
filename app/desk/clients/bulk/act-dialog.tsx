import { useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { dataOf } from '#app/shared/api/done.ts';
import { failureOf, isConnectionError, messageOf } from '#app/shared/api/error-wording.ts';
import { callOwn } from '#app/shared/api/own-fetch.ts';
import { readQuery } from '#app/shared/api/read-query.ts';
import { rest } from '#app/shared/api/rest.ts';
import { useAction } from '#app/shared/api/use-action.ts';
import { useDebounced } from '#app/shared/forms/use-debounced.ts';
import { LoadProblem } from '#app/shared/parts/load-problem.tsx';
import { useSession } from '#app/shared/session/session.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { FormDialog } from '#app/ui/overlays/form-dialog.tsx';
import type { AskBulkPreview, BulkPreview } from '#contract/bulk.ts';
import type { Json } from '#contract/generated/database.ts';
import type { BulkKind } from '#domain/bulk/jobs.ts';
import { writesLetters } from '#domain/bulk/limits.ts';
import { msg, plural } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import type { ListFilters } from '../../manage-params.ts';
import { actOf, blankAct, draftProblems } from './act-draft.ts';
import { ActFields } from './act-fields.tsx';
import { actButton, actTitle, bareButton } from './acts.ts';
import { type BulkJob, jobsKey, RECENT } from './jobs/use-own-jobs.ts';
import { FirstLetters, Reach } from './preview.tsx';

interface ActDialogProps {
  kind: BulkKind;
  ids: readonly string[];
  filters: ListFilters;
  onClose: () => void;
  onStarted: (job: BulkJob) => void;
}

/** Asks for what the act needs, shows what it would do, and starts it with one press. */
export function ActDialog({ kind, ids, filters, onClose, onStarted }: ActDialogProps) {
  const { t } = useLingui();
  const ownId = useSession().user?.id ?? '';
  const isArchive = filters.archived;
  const isLetters = writesLetters(kind);
  const [draft, setDraft] = useState(blankAct(ownId));
  const [tried, setTried] = useState(false);
  const act = actOf(kind, draft, filters.year, isArchive);
  const isWhole = Object.keys(draftProblems(kind, draft, t)).length === 0;
  const written = isWhole ? JSON.stringify(act) : '';
  const rested = useDebounced(written);
  // One for each act: pressing twice, or once more after a lost connection, does it once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another act is another job.
  const jobId = useMemo(() => crypto.randomUUID(), [written, ids]);
  const preview = useQuery({
    queryKey: ['bulk', 'preview', rested === written ? jobId : ''] as const,
    queryFn: ({ signal }) => {
      const body: AskBulkPreview = { act, clientIds: ids };
      return callOwn<BulkPreview>('/functions/v1/bulk-preview', { body, signal });
    },
    enabled: rested === written && isWhole,
    placeholderData: keepPreviousData,
    // Forms and documents come in all the time.
    staleTime: 0,
    gcTime: 0,
  });
  const isOld = isWhole && (rested !== written || preview.isPlaceholderData);
  const { run, busy, problem } = useAction(undefined, problemOf);
  const shown = isWhole && !preview.error ? preview.data : undefined;
  const reached = isOld ? undefined : shown?.reached;

  async function start(): Promise<void> {
    const job = { job_id: jobId, job_kind: kind, client_ids: [...ids], job_options: act.options as Json };
    onStarted(await dataOf(rest.rpc('start_bulk_job', job)));
  }

  function press(): void {
    setTried(true);
    if (isWhole && reached) void run(start);
  }

  return (
    <FormDialog
      title={t(actTitle(kind, ids.length, isArchive))}
      width={isLetters ? 'wide' : 'narrow'}
      action={t(reached ? actButton(act, reached) : bareButton(kind, isArchive))}
      busy={busy}
      isReady={!isWhole || Boolean(reached)}
      problem={problem}
      onClose={onClose}
      onSubmit={press}
    >
      <Colleagues kind={kind} />
      <div className={isLetters ? 'grid gap-5 md:grid-cols-2' : ''}>
        <div className="flex min-w-0 flex-col gap-5">
          <ActFields
            kind={kind}
            draft={draft}
            problems={tried ? draftProblems(kind, draft, t) : {}}
            year={filters.year}
            isArchive={isArchive}
            onChange={setDraft}
          />
          {shown && <Reach preview={shown} isOld={isOld} isLetters={isLetters} />}
          {isWhole && preview.error && (
            <LoadProblem onRetry={preview.refetch}>{problemOf(preview.error, t)}</LoadProblem>
          )}
          {isWhole && preview.isFetching && !shown && <Loading />}
        </div>
        {isLetters && shown && <FirstLetters preview={shown} isOld={isOld} />}
      </div>
    </FormDialog>
  );
}

/** Why an act was not started. */
function problemOf(error: unknown, t: Translate): string {
  if (isConnectionError(error))
    return t(msg`We can’t reach the server. Please try again. No one gets a letter twice.`);
  return failureOf(error).details === 'not_staff'
    ? t(msg`You aren’t staff anymore, so nothing was done.`)
    : messageOf(error, t);
}

const sameAct = (name: string, count: number) =>
  msg`${{ name }} is doing the same right now for ${plural({ count }, { one: '# client', other: '# clients' })}.`;

/** Two people in a hurry should not write to the same clients twice. */
function Colleagues({ kind }: { kind: BulkKind }) {
  const { t } = useLingui();
  const ownId = useSession().user?.id ?? '';
  const { data: jobs = [] } = useQuery(
    readQuery([...jobsKey, 'others', ownId], () =>
      rest
        .from('bulk_jobs')
        .select('*')
        .eq('state', 'running')
        .neq('created_by', ownId)
        .order('created_at')
        .limit(RECENT),
    ),
  );
  const same = jobs.filter((job) => job.kind === kind);
  return same.map((job) => (
    <Banner key={job.id} kind="warning" announce>
      {t(sameAct(job.created_by_name, job.clients))}
    </Banner>
  ));
}
