import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLanguage } from '#app/language/language.tsx';
import { readerIn } from '#app/language/words.ts';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { useAction } from '#app/shared/api/use-action.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { Skeleton } from '#app/ui/feedback/skeleton.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { Dialog } from '#app/ui/overlays/dialog.tsx';
import { sourceLanguage } from '#domain/language/language.ts';
import { type Change, changesOf } from '../model/changes.ts';
import { officeFactsQuery, restoreVersion, versionQuery } from '../office-api.ts';
import { PreviewDialog } from '../preview-dialog.tsx';
import { allFacts } from '../sections/sections.ts';

/** An earlier version: what it changed, what would change by going back to it, and the site as it was. */
export function VersionDialog({ version, onClose }: { version: number; onClose: () => void }) {
  const { t } = useLingui();
  const reader = readerIn(useLanguage());
  const queries = useQueryClient();
  const shown = useQuery(versionQuery(version));
  const before = useQuery({ ...versionQuery(version - 1), enabled: version > 1 });
  const now = useQuery(officeFactsQuery());
  const [isPreview, setPreview] = useState(false);
  const { run, busy, problem } = useAction(() => queries.invalidateQueries({ queryKey: ['office'] }));
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

  if (isPreview && facts) {
    return (
      <PreviewDialog
        facts={facts}
        pages={['/']}
        first="/"
        inLanguage={sourceLanguage}
        onClose={() => setPreview(false)}
      />
    );
  }
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
      {isNewest && (
        <p className="text-sm text-muted">
          <Trans>This is on your site now.</Trans>
        </p>
      )}
      {back && back.length > 0 && <Changes title={t`If you go back to it, these change`} changes={back} />}
      {back?.length === 0 && (
        <p className="text-sm text-muted">
          <Trans>Your site is like this now.</Trans>
        </p>
      )}
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
