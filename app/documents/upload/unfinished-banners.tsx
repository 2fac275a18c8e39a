import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { formatSize } from '#domain/documents/file-display.ts';
import { lastStepOf, parentOf } from '#domain/documents/folders.ts';
import type { Target } from '../store/target.ts';
import { fingerprintOf, readEnds } from './duplicates/fingerprint.ts';
import { TemporarySection } from './temporary-section.tsx';
import {
  discardUnfinished,
  isQuiet,
  markOf,
  refreshUnfinished,
  type UnfinishedUpload,
  unfinishedQuery,
} from './unfinished-uploads.ts';
import { isInProgress } from './upload-job.ts';
import { forgetInterruption, interruptedIn, uploads, useUploads } from './uploads.ts';

const MAX_LISTED = 5;
type Uploads = readonly UnfinishedUpload[];

export function UnfinishedBanners({ target }: { target: Target }) {
  return (
    <>
      <InterruptedUploads target={target} />
      <OthersUploads ownerId={target.ownerId} />
    </>
  );
}

/** Offers to resume uploads that were interrupted, here or on another device: the user chooses the files again. */
function InterruptedUploads({ target: { ownerId, clientName } }: { target: Target }) {
  const { t } = useLingui();
  const [interrupted, setInterrupted] = useState(() => interruptedIn(ownerId));
  const wasClosed = interrupted !== null;
  const isSending = useUploads(ownerId).some(isInProgress);
  const { data = [], isPending } = useQuery(unfinishedQuery(ownerId));
  const stopped = data.filter((one) => one.mine && (isQuiet(one) || interrupted?.includes(markOf(one))));
  const { length: count } = stopped;
  const { mutate: discard, isPending: busy } = useDiscard(
    stopped,
    t`We couldn’t discard them. Please check your connection and try again.`,
    dismiss,
  );

  function dismiss() {
    forgetInterruption(ownerId);
    setInterrupted(null);
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
    <TemporarySection
      isShown={!isSending && !isPending && (count > 0 || wasClosed)}
      aria-label={t`Interrupted upload`}
    >
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
            You closed the page before all your files were uploaded. If one is missing below, please upload it
            again.
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
    </TemporarySection>
  );
}

/** What other people began to upload for this client and did not finish, for those who may remove it. */
export function OthersUploads({ ownerId }: { ownerId: string }) {
  const { t } = useLingui();
  const { data = [] } = useQuery(unfinishedQuery(ownerId));
  const stopped = data.filter((one) => !one.mine && one.may_cancel && isQuiet(one));
  const { length: count } = stopped;
  const { mutate: remove, isPending } = useDiscard(
    stopped,
    t`We couldn’t remove them. Please check your connection and try again.`,
  );
  return (
    <TemporarySection isShown={count > 0} aria-label={t`Unfinished uploads of others`}>
      <Banner
        title={
          <Plural
            value={count}
            one="Someone else began to upload a file and didn’t finish"
            other="Someone else began to upload # files and didn’t finish"
          />
        }
        actions={
          <Button variant="secondary" busy={isPending} onPress={() => remove()}>
            <Plural value={count} one="Remove it" other="Remove them" />
          </Button>
        }
      >
        <UnfinishedList uploads={stopped} />
        <Trans>The sender can continue for a week. Until then, the uploaded part takes up storage.</Trans>
      </Banner>
    </TemporarySection>
  );
}

/** `problem` is shown if they could not be discarded. */
function useDiscard(uploads: Uploads, problem: string, onSuccess = () => {}) {
  return useMutation({
    mutationFn: () => discardUnfinished(uploads),
    onSuccess,
    onError: (error) => {
      console.warn('Unfinished uploads could not be discarded', error);
      notify('danger', problem);
    },
    onSettled: refreshUnfinished,
  });
}

function UnfinishedList({ uploads, withSizes = false }: { uploads: Uploads; withSizes?: boolean }) {
  const { t } = useLingui();
  const rest = uploads.length - MAX_LISTED;
  return (
    <ul className="my-1">
      {uploads.slice(0, MAX_LISTED).map(({ id, path, received, size }) => (
        <li key={id} className="break-words">
          <span className="font-medium">{lastStepOf(path)}</span>
          {withSizes && (
            <span className="figures text-sm text-muted">
              {' '}
              <Trans>
                {{ received: t(formatSize(received)) }} of {{ size: t(formatSize(size)) }} uploaded
              </Trans>
            </span>
          )}
        </li>
      ))}
      {rest > 0 && <li>{t`and ${rest} more`}</li>}
    </ul>
  );
}

async function findMatch(file: File, stopped: Uploads): Promise<UnfinishedUpload | undefined> {
  if (!stopped.some(({ size }) => size === file.size)) return undefined;
  try {
    const fingerprint = fingerprintOf(file.size, await readEnds(file));
    return stopped.find((one) => one.fingerprint === fingerprint);
  } catch (error) {
    console.warn('A chosen file could not be read', error);
    return undefined;
  }
}
