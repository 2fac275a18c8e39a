import { ClientThread } from '#app/conversation/client/client-thread.tsx';
import { useCurrentClient } from '#app/shared/session/clients/current-client.tsx';
import { attachmentUploads, useOpenDocument } from './conversation-documents.tsx';

/** The client's side of the conversation, with the uploads and the preview of the documents feature. */
export function ClientMessages() {
  const client = useCurrentClient();
  const { open, dialog } = useOpenDocument(client.clientId);
  return (
    <>
      <ClientThread client={client} uploads={attachmentUploads} onOpen={open} />
      {dialog}
    </>
  );
}
