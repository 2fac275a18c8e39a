import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CircleHelp } from 'lucide-react';
import type { ReactNode } from 'react';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { useDates } from '#app/shared/format/dates.ts';
import { checklistItemPath, TAX_FORM_PATH } from '#app/shared/portal-paths.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { type Client, may } from '#domain/clients/membership.ts';
import type { AttachmentUploads, UploadPlace } from '../composer/attachment-uploads.ts';
import { Composer } from '../composer/composer.tsx';
import { answerKey, hasDraft, messageKey } from '../composer/message-draft.ts';
import { NEEDS_DECISION, writeToOffice } from '../composer/post-message.ts';
import { useComposer } from '../composer/use-composer.ts';
import { openQuestionsQuery, type ThreadMessage, useLiveThread } from '../queries.ts';
import { AboutLine, type AboutLinks, DocumentLinks } from '../thread/about-line.tsx';
import { MessageList } from '../thread/message-list.tsx';
import { useThread } from '../thread/use-thread.ts';
import { shownQuestions } from './shown-questions.ts';

export interface ClientThreadProps {
  client: Client;
  userId: string;
  /** The office's year, whose folder gets what is attached. */
  year: number;
  uploads: AttachmentUploads;
  renderUploads: (place: UploadPlace) => ReactNode;
  onOpen: (documentId: string) => void;
}

/** The conversation with the office, as the client sees it: open questions first, then the thread. */
export function ClientThread({ client, userId, year, uploads, renderUploads, onOpen }: ClientThreadProps) {
  const { t } = useLingui();
  const office = useOffice();
  const { clientId } = client;
  useLiveThread(clientId);
  const thread = useThread(clientId, 'client');
  const { data: open } = useQuery(openQuestionsQuery(clientId));
  const questions =
    open && shownQuestions(open, thread.messages ?? [], (id) => hasDraft(userId, answerKey(id)));
  const mayWrite = may(client, 'answer');
  const tools = {
    userId,
    uploads,
    renderUploads,
    mayAttach: may(client, 'upload'),
    isPosted: thread.isPosted,
  };
  const links = {
    onOpen,
    formLink: (at: number) => (at === year ? TAX_FORM_PATH : null),
    itemLink: (at: number, item: string) => (at === year ? checklistItemPath(item) : null),
  };

  function nameOf({ side, author_id, author_name }: ThreadMessage): string {
    if (side === 'office') return author_name === '' ? office.name : `${author_name}, ${office.name}`;
    return author_id === userId ? t`You` : author_name || client.name;
  }

  return (
    <>
      {questions && questions.length > 0 && (
        <section aria-labelledby="open-questions" className="flex flex-col gap-3">
          <h2 id="open-questions" className="text-xl">
            <Trans>Questions for you</Trans>
          </h2>
          <ul className="flex flex-col gap-3">
            {questions.map(({ question, isSettled }) => (
              <QuestionCard
                key={question.id}
                {...tools}
                question={question}
                isSettled={isSettled}
                place={{ key: answerKey(question.id), clientId, clientName: null, year }}
                mayAnswer={mayWrite}
                name={nameOf(question)}
                {...links}
              />
            ))}
          </ul>
        </section>
      )}
      <div className="flex flex-col gap-4 rounded-card border border-line bg-paper p-4">
        <MessageList
          thread={thread}
          clientId={clientId}
          side="client"
          marks={client.lastYear === null}
          nothing={t`No messages yet. Write to us anytime.`}
          nameOf={nameOf}
          {...links}
          dense={false}
          // On a phone, the field below ends above the bottom bar.
          className="max-h-[max(16rem,calc(100dvh-36rem))] md:max-h-[max(18rem,calc(100dvh-30rem))] low:max-h-none"
        />
        {mayWrite ? (
          <WriteToOffice
            {...tools}
            clientId={clientId}
            otherName={clientId === userId ? null : client.name}
            year={year}
          />
        ) : (
          <Banner>{t`You can read these messages. ${{ name: client.name }} can reply.`}</Banner>
        )}
      </div>
    </>
  );
}

interface WriteToOfficeProps
  extends Pick<ClientThreadProps, 'userId' | 'uploads' | 'renderUploads' | 'year'> {
  clientId: string;
  /** Another client than the writer, so that no one writes for the wrong one. */
  otherName: string | null;
  mayAttach: boolean;
  isPosted: (id: string) => boolean;
}

function WriteToOffice(props: WriteToOfficeProps) {
  const { clientId, otherName, year, renderUploads, mayAttach, ...rest } = props;
  const { t } = useLingui();
  const place = { key: messageKey(clientId), clientId, clientName: null, year };
  const composer = useComposer({ ...rest, place, post: (message) => writeToOffice(message, null) });
  return (
    <Composer
      composer={composer}
      label={otherName === null ? t`Your message` : t`Your message for ${{ name: otherName }}`}
      action={t`Send message`}
      mayAttach={mayAttach}
      uploads={renderUploads(place)}
      low
    />
  );
}

interface QuestionCardProps extends AboutLinks {
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

function QuestionCard(props: QuestionCardProps) {
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
