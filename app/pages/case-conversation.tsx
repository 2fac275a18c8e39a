import { ConversationPanel } from '#app/conversation/staff/conversation-panel.tsx';
import { messageAddress } from '#app/desk/inbox/inbox-params.ts';
import { sheetSearch } from '#app/desk/manage-params.ts';
import type { Profile } from '#app/shared/session/profile.ts';
import { attachmentUploads, useOpenDocument } from './conversation-documents.tsx';

/** The office's side of the conversation, with the uploads and the preview of the documents feature. */
export function CaseConversation({ client, year }: { client: Profile; year: number }) {
  const { open, dialog } = useOpenDocument(client.user_id);
  return (
    <>
      <ConversationPanel
        client={client}
        year={year}
        uploads={attachmentUploads}
        papers={{
          onOpen: open,
          formSearch: (formId) => sheetSearch(window.location.search, formId),
        }}
        inboxLink={messageAddress}
      />
      {dialog}
    </>
  );
}
