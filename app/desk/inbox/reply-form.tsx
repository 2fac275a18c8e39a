import { Trans, useLingui } from '@lingui/react/macro';
import { Mail, Send } from 'lucide-react';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { useLetterTexts } from '#app/shared/letters/letter-texts.ts';
import { useSession } from '#app/shared/session/session.tsx';
import { useOffice } from '#app/shared/site-data.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { replyClosing, replyGreeting } from '#domain/contact/reply.ts';
import type { Language } from '#domain/language/language.ts';
import { mailAddress } from './messages-query.ts';
import { type UseReplyOptions, useReply } from './use-reply.ts';

/** Ctrl+Enter or Cmd+Enter sends. Unsent text is saved as a draft. */
export function ReplyForm({ language, ...props }: UseReplyOptions & { language: Language }) {
  const office = useOffice();
  const { message } = props;
  const { profile } = useSession();
  const { text, change, send, busy, problem, refused, unread, read } = useReply(props);
  const { t } = useLingui();
  const translated = useLetterTexts(language);
  const theirs = translated ?? t;
  const greeting = theirs(replyGreeting(message.name));
  const closing = replyClosing(profile?.first_name, office.name).replace('\n', ', ');
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <TextField
        label={t`Your reply to ${{ name: message.name }}`}
        hint={
          <Trans>
            We’ll email it between “<span lang={translated && language}>{greeting}</span>” and “{closing},”
            with the message below it.
          </Trans>
        }
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
              <Trans>I’ve read it</Trans>
            </Button>
          }
        >
          <Trans>
            {{ name: unread }} replied while you were writing. Please read that reply above before you send
            yours.
          </Trans>
        </Banner>
      )}
      {refused && (
        <Banner kind="danger" announce>
          <Trans>We couldn’t send your reply: {{ problem: messageOf(refused, t) }}</Trans>
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
          {busy ? t`Sending...` : t`Send reply`}
        </Button>
        <SmartLink
          to={mailAddress(message, greeting, theirs)}
          className="link inline-flex min-h-11 items-center gap-1.5 lg:min-h-9"
        >
          <Mail size={16} aria-hidden />
          <Trans>Write in your email app</Trans>
        </SmartLink>
      </div>
    </form>
  );
}
