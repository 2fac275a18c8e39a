import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { useFocusFallback } from '#app/shared/focus/use-focus-fallback.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { formatSize } from '#domain/documents/file-display.ts';
import { lastStepOf, parentOf } from '#domain/documents/folders.ts';
import type { Target } from '../browser/target.ts';
import { fingerprintOf, readEnds } from './fingerprint.ts';
import {
  discardUnfinished,
  refreshUnfinished,
  type UnfinishedUpload,
  unfinishedQuery,
} from './unfinished-uploads.ts';
import { isInProgress } from './upload-job.ts';
import { forgetInterruption, uploads, useUploads, wasInterrupted } from './uploads.ts';

/** After this long without new bytes, no other tab or device is still sending. */
const QUIET_MS = 60_000;
const MAX_LISTED = 5;

/** Offers to resume uploads that were interrupted, here or on another device: the user chooses the files again. */
export function InterruptedUploads({ target }: { target: Target }) {
  const { ownerId, clientName } = target;
  const [wasClosed, setWasClosed] = useState(wasInterrupted);
  const [busy, setBusy] = useState(false);
  const isSending = useUploads(ownerId).some(isInProgress);
  const { anchor, watch } = useFocusFallback();
  const { data = [], isPending } = useQuery({
    ...unfinishedQuery(ownerId),
    // Another device may be sending now, and may be interrupted later.
    refetchInterval: ({ state }) => (state.data?.length ? QUIET_MS : false),
  });
  const stopped = data.filter(({ updatedAt }) => wasClosed || Date.now() - Date.parse(updatedAt) > QUIET_MS);
  const place = <span ref={anchor} tabIndex={-1} className="sr-only" />;
  if (isSending || isPending || (stopped.length === 0 && !wasClosed)) return place;

  function dismiss() {
    forgetInterruption();
    setWasClosed(false);
  }

  async function resume(files: FileList) {
    const chosen = await Promise.all(
      Array.from(files, async (file) => ({ file, match: await findMatch(file, stopped) })),
    );
    const others = chosen.filter(({ match }) => match === undefined).map(({ file }) => file.name);
    // Before uploads.add(), which marks the tab as uploading again.
    if (others.length < chosen.length) dismiss();
    for (const { file, match } of chosen) {
      if (match) uploads.add({ ownerId, clientName, folder: parentOf(match.path) }, [file]);
    }
    if (others.length > 0) {
      notify('info', `Not one of the interrupted files, so not uploaded: ${others.join(', ')}`);
    }
  }

  async function discard() {
    setBusy(true);
    try {
      await Promise.all(stopped.map(({ id }) => discardUnfinished(id)));
      dismiss();
    } catch (error) {
      console.warn('Interrupted uploads could not be discarded', error);
      notify('danger', 'They could not be discarded. Please check the connection and try again.');
    } finally {
      refreshUnfinished();
      setBusy(false);
    }
  }

  return (
    <>
      {place}
      <section {...watch} aria-label="Interrupted upload">
        <Banner
          kind="warning"
          title="Your last upload was interrupted"
          actions={
            stopped.length === 0 ? (
              <Button variant="secondary" onPress={dismiss}>
                OK
              </Button>
            ) : (
              <>
                <FileTrigger allowsMultiple onSelect={(files) => files && void resume(files)}>
                  <Button isDisabled={busy}>Choose {stopped.length === 1 ? 'it' : 'them'} again</Button>
                </FileTrigger>
                <Button variant="secondary" busy={busy} onPress={() => void discard()}>
                  Discard
                </Button>
              </>
            )
          }
        >
          {stopped.length === 0
            ? 'The page was closed before every file had arrived. If one is missing below, please upload it again.'
            : describe(stopped, wasClosed)}
        </Banner>
      </section>
    </>
  );
}

function describe(stopped: readonly UnfinishedUpload[], wasClosed: boolean): ReactNode {
  return (
    <>
      <ul className="my-1">
        {stopped.slice(0, MAX_LISTED).map((one) => (
          <li key={one.id} className="break-words">
            <span className="font-medium">{lastStepOf(one.path)}</span>{' '}
            <span className="figures text-sm text-muted">
              {formatSize(one.received)} of {formatSize(one.size)} have arrived
            </span>
          </li>
        ))}
        {stopped.length > MAX_LISTED && <li>and {stopped.length - MAX_LISTED} more</li>}
      </ul>
      {stopped.length === 1
        ? 'Choose it again, and it continues where it stopped.'
        : 'Choose them again, and they continue where they stopped.'}
      {wasClosed && ' If another file is missing below, please upload it again.'}
    </>
  );
}

async function findMatch(
  file: File,
  stopped: readonly UnfinishedUpload[],
): Promise<UnfinishedUpload | undefined> {
  if (!stopped.some(({ size }) => size === file.size)) return undefined;
  try {
    const fingerprint = fingerprintOf(file.size, await readEnds(file));
    return stopped.find((one) => one.fingerprint === fingerprint);
  } catch (error) {
    console.warn('A chosen file could not be read', error);
    return undefined;
  }
}
