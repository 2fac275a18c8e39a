import { Mail, Send } from 'lucide-react';
import { business } from '#app/business.ts';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { useSession } from '#app/shared/session/session.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { replyClosing, replyGreeting } from '#domain/contact/reply.ts';
import { mailAddress } from './messages-query.ts';
import { type UseReplyOptions, useReply } from './use-reply.ts';

/** Ctrl+Enter or Cmd+Enter sends. Unsent text is saved as a draft. */
export function ReplyForm(props: UseReplyOptions) {
  const { message } = props;
  const { profile } = useSession();
  const { text, change, send, busy, problem, refused, unread, read } = useReply(props);
  const greeting = replyGreeting(message.name);
  const closing = replyClosing(profile?.first_name, business.name).replace('\n', ', ');
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <TextField
        label={`Your answer to ${message.name}`}
        hint={`Sent by email, between “${greeting}” and “${closing}”, with the message below it.`}
        rows={5}
        value={text}
        error={problem}
        isReadOnly={busy}
        onChange={change}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
          else event.continuePropagation();
        }}
      />
      {unread !== null && (
        <Banner
          kind="warning"
          announce
          actions={
            <Button size="small" variant="secondary" onPress={read} className="max-lg:min-h-11">
              I have read it
            </Button>
          }
        >
          {unread} answered while you were writing. Please read it above before you send yours.
        </Banner>
      )}
      {refused && (
        <Banner kind="danger" announce>
          Your answer could not be sent: {messageOf(refused)}
        </Banner>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          type="submit"
          size="small"
          busy={busy}
          isDisabled={unread !== null}
          icon={<Send size={16} aria-hidden />}
          className="max-lg:min-h-11"
        >
          {busy ? 'Sending...' : 'Send answer'}
        </Button>
        <SmartLink
          to={mailAddress(message, greeting)}
          className="link inline-flex min-h-11 items-center gap-1.5 lg:min-h-9"
        >
          <Mail size={16} aria-hidden />
          Write in your email app
        </SmartLink>
      </div>
    </form>
  );
}
