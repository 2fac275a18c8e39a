import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { msg } from '#domain/language/message.ts';
// First: it configures zod for the content security policy (no eval) before a schema is made.
import '#app/shared/forms/zod.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { useDates } from '#app/shared/format/dates.ts';
import { ShowMore } from '#app/shared/parts/show-more.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { Badge } from '#app/ui/feedback/badge.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Skeleton } from '#app/ui/feedback/skeleton.tsx';
import { Panel } from '#app/ui/layout/panel.tsx';
import type { OfficeHistory, OfficeVersion } from '#contract/office.ts';
import { earlierVersions } from '../office-api.ts';
import { factNames } from '../sections/sections.ts';
import { VersionDialog } from './version-dialog.tsx';

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
    staleTime: 0,
  });
  const { data, error } = query;
  const versions = data?.pages.flatMap((page) => page.history);
  const shown = Number(parameters.get('version'));
  const look = (version: number | null) =>
    setParameters(version === null ? {} : { version: String(version) }, { preventScrollReset: true });
  return (
    <Panel id="office-history" title={t`History`} level={2}>
      <p className="text-sm text-muted">
        <Trans>Every change of your website and office is kept. You can go back to any of them.</Trans>
      </p>
      {error && <Banner kind="danger">{messageOf(error, t)}</Banner>}
      {!versions && !error && <Skeleton className="h-40" />}
      {versions && (
        <ul aria-label={t`Versions`} className="divide-y divide-line text-sm">
          {versions.map((version, at) => (
            <Line
              key={version.version}
              version={version}
              isNewest={at === 0}
              onLook={() => look(version.version)}
            />
          ))}
        </ul>
      )}
      <ShowMore query={query} />
      {Number.isSafeInteger(shown) && shown > 0 && (
        <VersionDialog key={shown} version={shown} onClose={() => look(null)} />
      )}
    </Panel>
  );
}

interface LineProps {
  version: OfficeVersion;
  isNewest: boolean;
  onLook: () => void;
}

function Line({
  version: { version, savedAt, savedBy, source, restoredFrom, changed },
  isNewest,
  onLook,
}: LineProps) {
  const { t } = useLingui();
  const { dateAndTime } = useDates();
  const who = source === 'page' ? (savedBy ?? t`A person whose account is gone`) : t(sources[source]);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5">
      <span className="min-w-0 flex-1 basis-64">
        <span className="flex flex-wrap items-center gap-x-2">
          <span className="font-semibold">{who}</span>
          {isNewest && (
            <Badge tone="success">
              <Trans>On your site</Trans>
            </Badge>
          )}
        </span>
        <time dateTime={savedAt} className="figures block text-muted">
          {dateAndTime(savedAt)}
        </time>
        <span className="block break-words">
          {restoredFrom !== null && `${t`Went back to version ${restoredFrom}.`} `}
          {changed.length > 0 ? t`Changed: ${{ facts: factNames(changed, t) }}` : t`The first version`}
        </span>
      </span>
      <Button variant="secondary" size="small" onPress={onLook}>
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
