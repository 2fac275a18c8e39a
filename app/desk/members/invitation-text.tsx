import { Trans, useLingui } from '@lingui/react/macro';
import { Copy, MessageSquare } from 'lucide-react';
import { readerIn } from '#app/language/words.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import type { Language } from '#domain/language/language.ts';
import { msg } from '#domain/language/message.ts';

interface InvitationTextProps {
  link: string;
  /** The client's. Its words must be here already. */
  language: Language;
  /** Empty for none. */
  phone: string;
}

/** The invitation as a text message, to copy or to send from this phone. */
export function InvitationText({ link, language, phone }: InvitationTextProps) {
  const { t } = useLingui();
  const office = useOffice();
  const text = readerIn(language).t(
    msg`${{ office: office.name }} invites you to the client portal: ${{ link }}`,
  );

  async function copy(): Promise<void> {
    try {
      // Without TLS, there is no clipboard.
      await navigator.clipboard.writeText(text);
      notify('success', t`The text is copied`);
    } catch {
      notify('danger', t`We couldn’t copy the text`);
    }
  }

  return (
    <>
      <Button
        variant="secondary"
        size="small"
        icon={<Copy size={16} aria-hidden />}
        onPress={() => void copy()}
      >
        <Trans>Copy as a text message</Trans>
      </Button>
      {phone !== '' && (
        <LinkButton
          variant="secondary"
          size="small"
          icon={<MessageSquare size={16} aria-hidden />}
          to={`sms:${phone.replace(/[^\d+]/g, '')}?&body=${encodeURIComponent(text)}`}
        >
          <Trans>Send from this phone</Trans>
        </LinkButton>
      )}
    </>
  );
}
