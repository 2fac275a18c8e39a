import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { Checkbox } from '#app/ui/fields/checkbox.tsx';
import { ConfirmDialog } from '#app/ui/overlays/confirm-dialog.tsx';
import type { AttachmentUploads, UploadPlace } from '../composer/attachment-uploads.ts';
import { Composer } from '../composer/composer.tsx';
import { NEEDS_DECISION, writeToClient } from '../composer/post-message.ts';
import { useComposer } from '../composer/use-composer.ts';
import type { Thread } from '../thread/use-thread.ts';
import { AboutSelect } from './about-select.tsx';

export interface WriteToClientProps {
  clientId: string;
  name: string;
  userId: string;
  year: number;
  uploads: AttachmentUploads;
  renderUploads: (place: UploadPlace) => ReactNode;
  thread: Thread;
  /** Whether the writer attaches documents, and says what the message is about. */
  usesPapers: boolean;
}

/** Writes to the client. Asks first if the text is that of an internal note. */
export function WriteToClient(props: WriteToClientProps) {
  const { clientId, name, year, renderUploads, thread, usesPapers, ...rest } = props;
  const { t } = useLingui();
  const place = { key: `message.to.${clientId}`, clientId, clientName: name, year };
  const composer = useComposer({
    ...rest,
    isPosted: thread.isPosted,
    place,
    post: (message, isConfirmed) =>
      writeToClient(message, {
        evenANote: isConfirmed,
        seenUpTo: thread.messages ? (thread.messages[0]?.sequence ?? 0) : null,
      }),
  });
  const { isQuestion, about } = composer.draft;
  return (
    <>
      <Composer
        composer={composer}
        label={t`Message to ${{ name }}`}
        hint={t`The client reads this.`}
        action={isQuestion ? t`Send question to client` : t`Send to client`}
        mayAttach={usesPapers}
        uploads={renderUploads(place)}
        dense
        waitsHere
        problemOf={(problem) => (isNoteRefused(problem) ? null : messageOf(problem, t))}
        options={
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <Checkbox
              dense
              isSelected={isQuestion}
              onChange={(chosen) => composer.choose({ isQuestion: chosen })}
            >
              <span className="text-sm">{t`Ask for an answer`}</span>
            </Checkbox>
            {usesPapers && (
              <AboutSelect
                clientId={clientId}
                year={year}
                about={about}
                onChange={(chosen) => composer.choose({ about: chosen })}
              />
            )}
          </div>
        }
      />
      <ConfirmDialog
        isOpen={isNoteRefused(composer.error)}
        title={t`Send the text of an internal note?`}
        confirmLabel={t`Send it to the client`}
        danger
        onConfirm={() => composer.send(true)}
        onCancel={composer.forgetError}
      >
        <Trans>Your message has the text of a note that only staff can see. The client would read it.</Trans>
      </ConfirmDialog>
    </>
  );
}

const isNoteRefused = (error: unknown): boolean =>
  error !== null && (error as { code?: string }).code === NEEDS_DECISION;
