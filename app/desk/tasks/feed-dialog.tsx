import { Trans, useLingui } from '@lingui/react/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf, done } from '#app/shared/api/done.ts';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { rest } from '#app/shared/api/rest.ts';
import { useAction } from '#app/shared/api/use-action.ts';
import { useDates } from '#app/shared/format/dates.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { Skeleton } from '#app/ui/feedback/skeleton.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { Dialog } from '#app/ui/overlays/dialog.tsx';
import { tasksKey } from './tasks-query.ts';

const feedQuery = queryOptions({
  queryKey: [...tasksKey, 'feed'] as const,
  queryFn: async ({ signal }): Promise<{ since: string | null }> => ({
    since: await dataOf(rest.rpc('task_feed_since', {}, { get: true }), signal),
  }),
  staleTime: 0,
});

/** The address for the person's calendar program. It is shown once, when it is made. */
export function FeedDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const { longDate } = useDates();
  const { data, error, refetch } = useQuery(feedQuery);
  const { run, busy, problem } = useAction(refetch);
  const [address, setAddress] = useState<string | null>(null);
  const since = data?.since ?? null;

  const make = () =>
    run(async () => {
      const key = await dataOf(rest.rpc('renew_task_feed'));
      setAddress(`${window.location.origin}/functions/v1/task-feed?key=${key}`);
    });
  const end = () =>
    run(async () => {
      await done(rest.rpc('end_task_feed'));
      setAddress(null);
    });

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(address ?? '');
      notify('success', t`The address was copied`);
    } catch {
      notify('danger', t`We couldn’t copy it. Select the address and copy it yourself.`);
    }
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Add to my calendar`}
      actions={
        address === null && data ? (
          <>
            {since !== null && (
              <Button variant="secondary" isDisabled={busy} onPress={() => void end()}>
                <Trans>Turn it off</Trans>
              </Button>
            )}
            <Button busy={busy} onPress={() => void make()}>
              {since === null ? <Trans>Make an address</Trans> : <Trans>Make a new address</Trans>}
            </Button>
          </>
        ) : (
          <Button variant="secondary" onPress={onClose}>
            <Trans>Close</Trans>
          </Button>
        )
      }
    >
      <p>
        <Trans>
          Your calendar app can show your tasks and your clients’ dates. It never shows a client’s name,
          unless you write one in a task’s title.
        </Trans>
      </p>
      {error && <Banner kind="danger">{messageOf(error, t)}</Banner>}
      {!data && !error && <Skeleton className="h-9" />}
      {address === null && since !== null && (
        <p className="text-sm text-muted">
          <Trans>
            You have an address since {{ date: longDate(since) }}. A new one ends it: add the new one to your
            calendar again.
          </Trans>
        </p>
      )}
      {address !== null && (
        <>
          <TextField
            label={t`Address of your calendar`}
            hint={t`Add it as a calendar by URL. Keep it to yourself: everyone who has it can read your tasks. We show it only now.`}
            isReadOnly
            value={address}
          />
          <Button variant="secondary" className="self-start" onPress={() => void copy()}>
            <Trans>Copy the address</Trans>
          </Button>
        </>
      )}
      <Problem>{problem}</Problem>
    </Dialog>
  );
}
