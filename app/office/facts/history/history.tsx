import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { invalidate } from '#app/shared/api/query-client.tsx';
import { msg } from '#domain/language/message.ts';
import '#app/shared/forms/zod.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useLanguage } from '#app/language/language.tsx';
import { readerIn } from '#app/language/words.ts';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { useAction } from '#app/shared/api/use-action.ts';
import { useDates } from '#app/shared/format/dates.ts';
import { LoadedRows } from '#app/shared/parts/loaded.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { Badge } from '#app/ui/feedback/badge.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { Skeleton } from '#app/ui/feedback/skeleton.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { Panel } from '#app/ui/layout/panel.tsx';
import { Dialog } from '#app/ui/overlays/dialog.tsx';
import type { OfficeHistory, OfficeVersion } from '#contract/office.ts';
import { type Change, changesOf } from '../model/changes.ts';
import { earlierVersions, officeFactsQuery, restoreVersion, versionQuery } from '../office-api.ts';
import { PreviewDialog } from '../previews.tsx';
import { allFacts, factNames } from '../sections/sections.ts';

/** Above every version. */
const NEWEST = Number.MAX_SAFE_INTEGER;

/** Who published what, newest first. The version that is looked at is in the URL. */
export default function History() {
  const { t } = useLingui();
  const [parameters, setParameters] = useSearchParams();
  const query = useInfiniteQuery({
    queryKey: ['office', 'history'],
    queryFn: ({ pageParam, signal }) => earlierVersions(pageParam, signal),
    initialPageParam: NEWEST,
    getNextPageParam: (page: OfficeHistory) => (page.more ? page.history.at(-1)?.version : undefined),
    select: ({ pages }) => pages.flatMap((page) => page.history),
    staleTime: 0,
  });
  const shown = Number(parameters.get('version'));
  const look = (version: number | null) =>
    setParameters(version === null ? {} : { version: String(version) }, { preventScrollReset: true });
  return (
    <Panel id="office-history" title={t`History`} level={2}>
      <p className="text-sm text-muted">
        <Trans>Every change of your website and office is kept. You can go back to any of them.</Trans>
      </p>
      <LoadedRows query={query} skeleton="h-40" label={t`Versions`}>
        {(version, at) => (
          <Line
            key={version.version}
            version={version}
            isNewest={at === 0}
            onLook={() => look(version.version)}
          />
        )}
      </LoadedRows>
      {Number.isSafeInteger(shown) && shown > 0 && (
        <VersionDialog key={shown} version={shown} onClose={() => look(null)} />
      )}
    </Panel>
  );
}

function Line(props: { version: OfficeVersion; isNewest: boolean; onLook: () => void }) {
  const { version, savedAt, savedBy, source, restoredFrom, changed } = props.version;
  const { t } = useLingui();
  const { dateAndTime } = useDates();
  const who = source === 'page' ? (savedBy ?? t`A person whose account is gone`) : t(sources[source]);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5">
      <span className="min-w-0 flex-1 basis-64">
        <span className="flex flex-wrap items-center gap-x-2">
          <span className="font-semibold">{who}</span>
          {props.isNewest && <Badge tone="success">{t`On your site`}</Badge>}
        </span>
        <time dateTime={savedAt} className="figures block text-muted">
          {dateAndTime(savedAt)}
        </time>
        <span className="block break-words">
          {restoredFrom !== null && `${t`Went back to version ${restoredFrom}.`} `}
          {changed.length > 0 ? t`Changed: ${{ facts: factNames(changed, t) }}` : t`The first version`}
        </span>
      </span>
      <Button variant="secondary" size="small" onPress={props.onLook}>
        <Trans>
          View<span className="sr-only"> version {version}</span>
        </Trans>
      </Button>
    </li>
  );
}

const sources: Record<Exclude<OfficeVersion['source'], 'page'>, MessageDescriptor> = {
  defaults: msg`The facts that came with the program`,
  command: msg`Imported on the server`,
};

/** An earlier version: what it changed, what would change by going back to it, and the site as it was. */
function VersionDialog({ version, onClose }: { version: number; onClose: () => void }) {
  const { t } = useLingui();
  const reader = readerIn(useLanguage());
  const shown = useQuery(versionQuery(version));
  const before = useQuery({ ...versionQuery(version - 1), enabled: version > 1 });
  const now = useQuery(officeFactsQuery());
  const [isPreview, setPreview] = useState(false);
  const { run, busy, problem } = useAction(() => invalidate(['office']));
  const error = shown.error ?? before.error ?? now.error;
  const facts = shown.data?.facts;
  const isNewest = now.data?.version === version;
  const back =
    facts && now.data && !isNewest ? changesOf(allFacts, now.data.facts, facts, reader) : undefined;

  const restore = async () => {
    const isDone = await run(async () => {
      const answer = await restoreVersion({ expectedVersion: now.data?.version ?? 0, version });
      if ('conflict' in answer) throw new Error(t`Someone has just published a change. Please look again.`);
      if ('problems' in answer) throw new Error(t`This version can’t be used anymore.`);
    });
    if (!isDone) return;
    notify('success', t`Your site is as it was in version ${version}.`);
    onClose();
  };

  if (isPreview && facts) return <PreviewDialog facts={facts} onClose={() => setPreview(false)} />;
  return (
    <Dialog
      isOpen
      isInAddress
      width="wide"
      title={t`Version ${version}`}
      onClose={onClose}
      actions={
        facts && (
          <>
            <Button variant="secondary" onPress={() => setPreview(true)}>
              <Trans>See the site as it was</Trans>
            </Button>
            {back && back.length > 0 && (
              <Button busy={busy} onPress={() => void restore()}>
                <Trans>Go back to this version</Trans>
              </Button>
            )}
          </>
        )
      }
    >
      {error && <Banner kind="danger">{messageOf(error, t)}</Banner>}
      <Problem>{problem}</Problem>
      {!facts && !error && <Skeleton className="h-24" />}
      {facts && before.data && (
        <Changes title={t`It changed`} changes={changesOf(allFacts, before.data.facts, facts, reader)} />
      )}
      {isNewest && <p className="text-sm text-muted">{t`This is on your site now.`}</p>}
      {back && back.length > 0 && <Changes title={t`If you go back to it, these change`} changes={back} />}
      {back?.length === 0 && <p className="text-sm text-muted">{t`Your site is like this now.`}</p>}
    </Dialog>
  );
}

function Changes({ title, changes }: { title: string; changes: readonly Change[] }) {
  if (changes.length === 0) return null;
  return (
    <section className="text-sm">
      <h3 className="font-sans text-base font-semibold">{title}</h3>
      <ul className="list-disc pl-5">
        {changes.map(({ path, text }) => (
          <li key={`${path} ${text}`} className="wrap-anywhere">
            {text}
          </li>
        ))}
      </ul>
    </section>
  );
}
