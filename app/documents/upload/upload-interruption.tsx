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
import { fingerprintOf, readEnds } from './upload-fingerprint.ts';
import { isInProgress } from './upload-job.ts';
import {
  discardUnfinished,
  refreshUnfinished,
  type Unfinished,
  unfinishedQuery,
} from './upload-unfinished.ts';
import { forgetInterruption, uploads, wasInterrupted } from './uploads.ts';
import { useUploads } from './use-uploads.ts';

/** Without this sign of life for so long, no other window or device is still sending. */
const QUIET_MS = 60_000;
const NAMED = 5;

/**
 * The page was closed while files were on their way, here or on another device. The server has kept what had
 * arrived: chosen again, they go on from there.
 */
export function Interruption({ target }: { target: Target }) {
  const { ownerId, forWhom } = target;
  const [wasClosed, setWasClosed] = useState(wasInterrupted);
  const [busy, setBusy] = useState(false);
  const isSending = useUploads(ownerId).some(isInProgress);
  const { anchor, watch } = useFocusFallback();
  const { data = [], isPending } = useQuery({
    ...unfinishedQuery(ownerId),
    // Another device may still be at it, and may still stop.
    refetchInterval: ({ state }) => (state.data?.length ? QUIET_MS : false),
  });
  const stopped = data.filter(({ updatedAt }) => wasClosed || Date.now() - Date.parse(updatedAt) > QUIET_MS);
  const place = <span ref={anchor} tabIndex={-1} className="sr-only" />;
  if (isSending || isPending || (stopped.length === 0 && !wasClosed)) return place;

  function dismiss() {
    forgetInterruption();
    setWasClosed(false);
  }

  async function goOn(files: FileList) {
    const chosen = await Promise.all(
      Array.from(files, async (file) => ({ file, match: await findMatch(file, stopped) })),
    );
    const strangers = chosen.filter(({ match }) => match === undefined).map(({ file }) => file.name);
    // First: what begins now is remembered as being on its way.
    if (strangers.length < chosen.length) dismiss();
    for (const { file, match } of chosen) {
      if (match) uploads.add({ ownerId, forWhom, folder: parentOf(match.path) }, [file]);
    }
    if (strangers.length > 0) {
      notify('info', `Not one of the interrupted files, so not uploaded: ${strangers.join(', ')}`);
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
                <FileTrigger allowsMultiple onSelect={(files) => files && void goOn(files)}>
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
            : whatStopped(stopped, wasClosed)}
        </Banner>
      </section>
    </>
  );
}

function whatStopped(stopped: readonly Unfinished[], wasClosed: boolean): ReactNode {
  return (
    <>
      <ul className="my-1">
        {stopped.slice(0, NAMED).map((one) => (
          <li key={one.id} className="break-words">
            <span className="font-medium">{lastStepOf(one.path)}</span>{' '}
            <span className="figures text-sm text-muted">
              {formatSize(one.received)} of {formatSize(one.size)} have arrived
            </span>
          </li>
        ))}
        {stopped.length > NAMED && <li>and {stopped.length - NAMED} more</li>}
      </ul>
      {stopped.length === 1
        ? 'Choose it again and it goes on where it stopped.'
        : 'Choose them again and they go on where they stopped.'}
      {wasClosed && ' If another file is missing below, please upload it again.'}
    </>
  );
}

async function findMatch(file: File, stopped: readonly Unfinished[]): Promise<Unfinished | undefined> {
  if (!stopped.some(({ size }) => size === file.size)) return undefined;
  try {
    const fingerprint = fingerprintOf(file.size, await readEnds(file));
    return stopped.find((one) => one.fingerprint === fingerprint);
  } catch (error) {
    console.warn('A chosen file could not be read', error);
    return undefined;
  }
}
