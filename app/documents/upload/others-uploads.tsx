import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFocusFallback } from '#app/shared/focus/use-focus-fallback.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { lastStepOf } from '#domain/documents/folders.ts';
import { discardUnfinished, isQuiet, refreshUnfinished, unfinishedQuery } from './unfinished-uploads.ts';

const MAX_LISTED = 5;

/** What other people began to upload for this client and did not finish, for those who may remove it. */
export function OthersUploads({ ownerId }: { ownerId: string }) {
  const { t } = useLingui();
  const [busy, setBusy] = useState(false);
  const { anchor, watch } = useFocusFallback();
  const { data = [] } = useQuery(unfinishedQuery(ownerId));
  const stopped = data.filter((one) => !one.mine && one.may_cancel && isQuiet(one));
  const { length: count } = stopped;
  const rest = count - MAX_LISTED;
  const place = <span ref={anchor} tabIndex={-1} className="sr-only" />;
  if (count === 0) return place;

  async function remove() {
    setBusy(true);
    try {
      await discardUnfinished(stopped);
    } catch (error) {
      console.warn('Uploads of others could not be removed', error);
      notify('danger', t`We couldn’t remove them. Please check your connection and try again.`);
    } finally {
      refreshUnfinished();
      setBusy(false);
    }
  }

  return (
    <>
      {place}
      <section {...watch} aria-label={t`Unfinished uploads of others`}>
        <Banner
          kind="info"
          title={
            <Plural
              value={count}
              one="Someone else began to upload a file and didn’t finish"
              other="Someone else began to upload # files and didn’t finish"
            />
          }
          actions={
            <Button variant="secondary" busy={busy} onPress={() => void remove()}>
              <Plural value={count} one="Remove it" other="Remove them" />
            </Button>
          }
        >
          <ul className="my-1">
            {stopped.slice(0, MAX_LISTED).map(({ id, path }) => (
              <li key={id} className="break-words font-medium">
                {lastStepOf(path)}
              </li>
            ))}
            {rest > 0 && <li>{t`and ${rest} more`}</li>}
          </ul>
          <Trans>The sender can continue for a week. Until then, the uploaded part takes up storage.</Trans>
        </Banner>
      </section>
    </>
  );
}
