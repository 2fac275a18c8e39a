import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { useFocusFallback } from '#app/shared/focus/use-focus-fallback.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { parentOf } from '#domain/documents/folders.ts';
import type { Target } from '../store/target.ts';
import { fingerprintOf, readEnds } from './duplicates/fingerprint.ts';
import { UnfinishedList, useDiscard } from './unfinished-list.tsx';
import { isQuiet, type UnfinishedUpload, unfinishedQuery } from './unfinished-uploads.ts';
import { isInProgress } from './upload-job.ts';
import { forgetInterruption, uploads, useUploads, wasInterrupted } from './uploads.ts';

/** Offers to resume uploads that were interrupted, here or on another device: the user chooses the files again. */
export function InterruptedUploads({ target }: { target: Target }) {
  const { t } = useLingui();
  const { ownerId, clientName } = target;
  const [wasClosed, setWasClosed] = useState(() => wasInterrupted(ownerId));
  const isSending = useUploads(ownerId).some(isInProgress);
  const { anchor, watch } = useFocusFallback();
  const { data = [], isPending } = useQuery(unfinishedQuery(ownerId));
  const stopped = data.filter((one) => one.mine && (wasClosed || isQuiet(one)));
  const { length: count } = stopped;
  const { mutate: discard, isPending: busy } = useDiscard(
    stopped,
    t`We couldn’t discard them. Please check your connection and try again.`,
    dismiss,
  );
  const place = <span ref={anchor} tabIndex={-1} className="sr-only" />;
  if (isSending || isPending || (count === 0 && !wasClosed)) return place;

  function dismiss() {
    forgetInterruption(ownerId);
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
      notify(
        'info',
        t`These weren’t among the interrupted files, so they weren’t uploaded: ${{ files: others.join(', ') }}`,
      );
    }
  }

  return (
    <>
      {place}
      <section {...watch} aria-label={t`Interrupted upload`}>
        <Banner
          kind="warning"
          title={t`Your last upload was interrupted`}
          actions={
            count === 0 ? (
              <Button variant="secondary" onPress={dismiss}>
                <Trans>OK</Trans>
              </Button>
            ) : (
              <>
                <FileTrigger allowsMultiple onSelect={(files) => files && void resume(files)}>
                  <Button isDisabled={busy}>
                    <Plural value={count} one="Choose it again" other="Choose them again" />
                  </Button>
                </FileTrigger>
                <Button variant="secondary" busy={busy} onPress={() => discard()}>
                  <Trans>Discard</Trans>
                </Button>
              </>
            )
          }
        >
          {count === 0 ? (
            <Trans>
              You closed the page before all your files were uploaded. If one is missing below, please upload
              it again.
            </Trans>
          ) : (
            <>
              <UnfinishedList uploads={stopped} withSizes />
              <Plural
                value={count}
                one="Choose it again to continue where it stopped."
                other="Choose them again to continue where they stopped."
              />
              {wasClosed && ' '}
              {wasClosed && t`If another file is missing below, please upload it again.`}
            </>
          )}
        </Banner>
      </section>
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
