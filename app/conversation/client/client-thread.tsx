import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { checklistItemPath, TAX_FORM_PATH } from '#app/shared/portal-paths.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { type Client, may } from '#domain/clients/membership.ts';
import type { AttachmentUploads, UploadPlace } from '../composer/attachment-uploads.ts';
import { Composer } from '../composer/composer.tsx';
import { answerKey, hasDraft, messageKey } from '../composer/message-draft.ts';
import { writeToOffice } from '../composer/post-message.ts';
import { useComposer } from '../composer/use-composer.ts';
import { openQuestionsQuery, type ThreadMessage, useLiveThread } from '../queries.ts';
import { MessageList } from '../thread/message-list.tsx';
import { useThread } from '../thread/use-thread.ts';
import { QuestionCard } from './question-card.tsx';
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
