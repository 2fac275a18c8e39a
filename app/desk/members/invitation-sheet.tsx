import { Trans, useLingui } from '@lingui/react/macro';
import { Copy, MessageSquare, Printer } from 'lucide-react';
import { qrCode } from '#app/shared/format/qr-code.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { Dialog } from '#app/ui/overlays/dialog.tsx';
import { writtenCode } from '#domain/clients/invitations.ts';

interface InvitationSheetProps {
  code: string;
  name: string;
  /** Where the code was sent; empty for nowhere. */
  email: string;
  phone: string;
  onClose: () => void;
}

/** The code on paper: large, with a picture for the phone's camera. It can't be shown again. */
export function InvitationSheet({ code, name, email, phone, onClose }: InvitationSheetProps) {
  const { t } = useLingui();
  const office = useOffice();
  const link = `${window.location.origin}/join#${code}`;
  const written = writtenCode(code);
  const address = `${window.location.host}/join`;
  const { size, path } = qrCode(link);
  const text = t`${{ office: office.name }} invites you to the client portal: ${{ link }}`;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Invitation for ${name}`}
      actions={<Button onPress={onClose}>{t`Done`}</Button>}
    >
      <div data-print-alone className="flex flex-col gap-4">
        <p>
          {email === ''
            ? t`Give this code to ${name}. We can’t show it again; you can always make a new one.`
            : t`We sent this code to ${email}. We can’t show it again; you can always make a new one.`}
        </p>
        <p className="figures rounded-card border border-line bg-page px-4 py-3 text-center text-2xl font-semibold tracking-widest">
          {written}
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
          <li>{t`Log in or sign up, then enter the code.`}</li>
          <li>{t`Answer the question. Once it’s confirmed that it’s you, you’ll see your documents.`}</li>
        </ol>
      </div>
      <div className="flex flex-wrap gap-2 print:hidden">
        <Button
          variant="secondary"
          size="small"
          icon={<Printer size={16} aria-hidden />}
          onPress={() => window.print()}
        >
          <Trans>Print</Trans>
        </Button>
        <Button
          variant="secondary"
          size="small"
          icon={<Copy size={16} aria-hidden />}
          onPress={() =>
            void navigator.clipboard.writeText(text).then(
              () => notify('success', t`The text is copied`),
              () => notify('danger', t`We couldn’t copy the text`),
            )
          }
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
      </div>
    </Dialog>
  );
}
