import { Trans, useLingui } from '@lingui/react/macro';
import { CircleHelp } from 'lucide-react';
import type { ReactNode } from 'react';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { useDates } from '#app/shared/format/dates.ts';
import { classNames } from '#app/ui/class-names.ts';
import { Banner } from '#app/ui/feedback/banner.tsx';
import type { AttachmentUploads, UploadPlace } from '../composer/attachment-uploads.ts';
import { Composer } from '../composer/composer.tsx';
import { NEEDS_DECISION, writeToOffice } from '../composer/post-message.ts';
import { useComposer } from '../composer/use-composer.ts';
import type { ThreadMessage } from '../queries.ts';
import { AboutLine, type AboutLinks } from '../thread/about-line.tsx';
import { DocumentLinks } from '../thread/document-links.tsx';

export interface QuestionCardProps extends AboutLinks {
  question: ThreadMessage;
  /** It was answered on another device, or settled by the office, and the draft of an answer is still here. */
  isSettled: boolean;
  place: UploadPlace;
  userId: string;
  uploads: AttachmentUploads;
  renderUploads: (place: UploadPlace) => ReactNode;
  isPosted: (id: string) => boolean;
  mayAnswer: boolean;
  mayAttach: boolean;
  /** Who asked. */
  name: string;
}

export function QuestionCard(props: QuestionCardProps) {
  const { question, isSettled, place, mayAnswer, name, onOpen, formLink, itemLink } = props;
  const { dateAndTime } = useDates();
  const { documents, attachments } = question;
  return (
    <li
      className={classNames(
        'flex flex-col gap-3 rounded-card border-2 bg-surface p-4',
        isSettled ? 'border-line' : 'border-warning',
      )}
    >
      <p className="flex items-start gap-2 text-sm text-muted">
        <CircleHelp size={20} aria-hidden className="shrink-0 text-warning" />
        <span>
          <span className="font-semibold text-ink">{name}</span>
          <span className="figures">, {dateAndTime(question.created_at)}</span>
        </span>
      </p>
      <p className="text-lg wrap-anywhere whitespace-pre-wrap">{question.body}</p>
      <AboutLine message={question} clientId={place.clientId} {...{ onOpen, formLink, itemLink }} />
      <DocumentLinks documents={documents} missing={attachments - documents.length} onOpen={onOpen} />
      {isSettled && (
        <Banner announce>
          <Trans>This question needs no answer anymore. You can send your text as a message.</Trans>
        </Banner>
      )}
      {mayAnswer && <AnswerField {...props} />}
    </li>
  );
}

function AnswerField(props: QuestionCardProps) {
  const { question, isSettled, place, renderUploads, mayAttach, userId, uploads, isPosted } = props;
  const { t } = useLingui();
  const composer = useComposer({
    userId,
    uploads,
    isPosted,
    place,
    post: (message) => writeToOffice(message, isSettled ? null : question.id),
  });
  // The banner of the card says so, once the thread is loaded again.
  const problemOf = (error: unknown) =>
    (error as { code?: string }).code === NEEDS_DECISION ? null : messageOf(error, t);
  return (
    <Composer
      composer={composer}
      label={isSettled ? t`Your message` : t`Your answer`}
      hint={<Trans>Our office sees it in your messages.</Trans>}
      action={isSettled ? t`Send message` : t`Send answer`}
      mayAttach={mayAttach}
      uploads={renderUploads(place)}
      problemOf={problemOf}
    />
  );
}
