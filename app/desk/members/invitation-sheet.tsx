import { Trans, useLingui } from '@lingui/react/macro';
import { Copy, MessageSquare, Printer } from 'lucide-react';
import { Suspense } from 'react';
import { LanguageProvider } from '#app/language/language.tsx';
import { readerIn } from '#app/language/words.ts';
import { useDates } from '#app/shared/format/dates.ts';
import { qrCode } from '#app/shared/format/qr-code.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { Dialog } from '#app/ui/overlays/dialog.tsx';
import { CODE_DAYS, writtenCode } from '#domain/clients/invitations.ts';
import type { Language } from '#domain/language/language.ts';
import { msg } from '#domain/language/message.ts';

interface InvitationSheetProps {
  code: string;
  name: string;
  /** The client's: what the person gets is in it. */
  language: Language;
  /** Where the code was sent; empty for nowhere. */
  email: string;
  phone: string;
  onClose: () => void;
}

/** The code on paper: large, with a picture for the phone's camera. It can't be shown again. */
export function InvitationSheet({ code, name, language, email, phone, onClose }: InvitationSheetProps) {
  const { t } = useLingui();
  const link = `${window.location.origin}/join#${code}`;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Invitation for ${name}`}
      actions={<Button onPress={onClose}>{t`Done`}</Button>}
    >
      <p>
        {email === ''
          ? t`Give this code to ${name}. We can’t show it again; you can always make a new one.`
          : t`We sent this code to ${email}. We can’t show it again; you can always make a new one.`}
      </p>
      <Suspense fallback={<Loading />}>
        <LanguageProvider language={language}>
          <Sheet code={code} name={name} link={link} language={language} />
        </LanguageProvider>
        <div className="flex flex-wrap gap-2 print:hidden">
          <Button
            variant="secondary"
            size="small"
            icon={<Printer size={16} aria-hidden />}
            onPress={() => window.print()}
          >
            <Trans>Print</Trans>
          </Button>
          <InvitationText link={link} language={language} phone={phone} />
        </div>
      </Suspense>
    </Dialog>
  );
}

type SheetProps = Pick<InvitationSheetProps, 'code' | 'name' | 'language'> & { link: string };

/** What is printed. */
function Sheet({ code, name, link, language }: SheetProps) {
  const { t } = useLingui();
  const { longDate } = useDates();
  const office = useOffice();
  const address = `${window.location.host}/join`;
  const { size, path } = qrCode(link);
  const lastDay = longDate(new Date(Date.now() + CODE_DAYS * 86_400_000).toISOString());
  return (
    <div data-print-alone lang={language} className="flex flex-col gap-4">
      <p className="text-lg font-semibold">
        <Trans>
          {name}: your invitation to the client portal of {{ office: office.name }}
        </Trans>
      </p>
      <p className="figures rounded-card border border-line bg-page px-4 py-3 text-center text-2xl font-semibold tracking-widest">
        {writtenCode(code)}
      </p>
      <svg
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label={t`QR code with the link to the invitation`}
        className="mx-auto w-36 rounded-sm bg-white text-black"
        shapeRendering="crispEdges"
      >
        <path d={path} fill="currentColor" />
      </svg>
      <ol className="list-decimal pl-5">
        <li>
          <Trans>
            Scan the picture with the phone’s camera, or open <span className="break-all">{address}</span>.
          </Trans>
        </li>
        <li>
          <Trans>Log in or sign up, then enter the code.</Trans>
        </li>
        <li>
          <Trans>Answer the question. Once it’s confirmed that it’s you, you’ll see your documents.</Trans>
        </li>
      </ol>
      <p>
        <Trans>
          The code works until {lastDay}. Questions? Call us at {{ phone: office.contact.phone.display }}.
        </Trans>
      </p>
    </div>
  );
}

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
