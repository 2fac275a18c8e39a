import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { Banner } from '#app/ui/banner.tsx';
import { Button } from '#app/ui/button.tsx';
import { notify } from '#app/ui/toast-queue.ts';
import { formatSize } from '#domain/file-display.ts';
import { lastStepOf, parentOf } from '#domain/folders.ts';
import type { Target } from './target.ts';
import { fingerprintOf, readEnds } from './upload-fingerprint.ts';
import { isUnderWay } from './upload-job.ts';
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
  const isSending = useUploads(ownerId).some(isUnderWay);
  const { data = [], isPending } = useQuery({ ...unfinishedQuery(ownerId), refetchInterval: QUIET_MS });
  const stopped = data.filter(({ updatedAt }) => wasClosed || Date.now() - Date.parse(updatedAt) > QUIET_MS);
  if (isSending || isPending || (stopped.length === 0 && !wasClosed)) return null;

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

  if (stopped.length === 0) {
    return (
      <Banner
        kind="warning"
        title="Your last upload was interrupted"
        actions={
          <Button variant="secondary" onPress={dismiss}>
            OK
          </Button>
        }
      >
        The page was closed before every file had arrived. If one is missing below, please upload it again.
      </Banner>
    );
  }
  const isOne = stopped.length === 1;
  return (
    <Banner
      kind="warning"
      title="Your last upload was interrupted"
      actions={
        <>
          <FileTrigger allowsMultiple onSelect={(files) => files && void goOn(files)}>
            <Button isDisabled={busy}>Choose {isOne ? 'it' : 'them'} again</Button>
          </FileTrigger>
          <Button variant="secondary" busy={busy} onPress={() => void discard()}>
            Discard
          </Button>
        </>
      }
    >
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
      {isOne
        ? 'Choose it again and it goes on where it stopped.'
        : 'Choose them again and they go on where they stopped.'}
      {wasClosed && ' If another file is missing below, please upload it again.'}
    </Banner>
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
