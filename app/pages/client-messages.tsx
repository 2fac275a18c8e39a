import { ClientThread } from '#app/conversation/client/client-thread.tsx';
import { useOfficeYear } from '#app/shared/office-year.ts';
import { useCurrentClient } from '#app/shared/session/clients/current-client.tsx';
import { useSession } from '#app/shared/session/session.tsx';
import { attachmentUploads, renderUploads, useOpenDocument } from './conversation-documents.tsx';

/** The client's side of the conversation, with the uploads and the preview of the documents feature. */
export function ClientMessages() {
  const client = useCurrentClient();
  const userId = useSession().user?.id ?? '';
  const year = useOfficeYear();
  const { open, dialog } = useOpenDocument(client.clientId);
  return (
    <>
      <ClientThread
        client={client}
        userId={userId}
        year={year}
        uploads={attachmentUploads}
        renderUploads={renderUploads}
        onOpen={open}
      />
      {dialog}
    </>
  );
}
