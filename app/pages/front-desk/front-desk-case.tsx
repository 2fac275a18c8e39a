import { Trans } from '@lingui/react/macro';
import { ChecklistStatePanel } from '#app/checklist/staff/checklist-state.tsx';
import { ConversationPanel } from '#app/conversation/staff/conversation-panel.tsx';
import { bookingUrl } from '#app/desk/calendar/calendar-params.ts';
import { BadAddress, ContactLine } from '#app/desk/case/case-heading.tsx';
import { ContactPanel } from '#app/desk/case/contact-panel.tsx';
import { OpenClient, type OpenClientProps } from '#app/desk/case/open-client.tsx';
import { messageAddress } from '#app/desk/inbox/inbox-params.ts';
import { focusOnMount } from '#app/shared/focus/focus-on-mount.ts';
import { useOfficeYear } from '#app/shared/office-year.ts';
import type { Profile } from '#app/shared/session/profile.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { displayName } from '#domain/documents/file-display.ts';
import { attachmentUploads } from '../conversation-documents.tsx';

/** A client for reception: how to reach them, what is missing, the conversation, and appointments. No papers. */
export const FrontDeskCase = (props: OpenClientProps) => <OpenClient {...props} case={Case} />;

function Case({ client, onClear }: { client: Profile; onClear: () => void }) {
  const year = useOfficeYear();
  const clientId = client.user_id;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <h2 ref={focusOnMount} tabIndex={-1} className="text-lg leading-tight break-words">
            {displayName(client)}
          </h2>
          <ContactLine client={client} />
        </div>
        <div className="flex flex-wrap gap-2">
          <LinkButton to={bookingUrl(clientId)} size="small" variant="secondary" className="max-lg:min-h-11">
            <Trans>New appointment</Trans>
          </LinkButton>
          <Button variant="secondary" size="small" onPress={onClear} className="max-lg:min-h-11">
            <Trans>Clear Selection</Trans>
          </Button>
        </div>
      </div>
      <BadAddress clientId={clientId} />
      <div className="grid items-start gap-3 lg:grid-cols-[minmax(20rem,2fr)_minmax(0,3fr)]">
        <div className="flex min-w-0 flex-col gap-3">
          <ChecklistStatePanel clientId={clientId} year={year} />
          <ContactPanel client={client} />
        </div>
        <ConversationPanel
          client={client}
          year={year}
          uploads={attachmentUploads}
          inboxLink={messageAddress}
        />
      </div>
    </div>
  );
}
