import { Trans, useLingui } from '@lingui/react/macro';
import { PlatformIcon } from '#app/shared/drawings/brand-icons.tsx';
import { useOffice } from '#app/shared/site-data.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { Dialog } from '#app/ui/overlays/dialog.tsx';
import { isSavingFailed } from '../autosave/open-drafts.ts';
import { isSocial } from './social.ts';

/** The office can't start a conversation on these platforms: the client has to write first. */
export function SocialDialog({ chosen, onClose }: { chosen: string; onClose: () => void }) {
  const { t } = useLingui();
  const office = useOffice();
  const pages = office.social
    .filter(({ platform }) => isSocial(platform))
    .sort((a, b) => Number(b.platform === chosen) - Number(a.platform === chosen));
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Contact us on Facebook or Instagram`}
      actions={<Button onPress={onClose}>{t`Done`}</Button>}
    >
      <p className="text-muted">
        <Trans>
          We got your form. You asked us to contact you there, but we can only reply to people who message us
          first. Please send us a message with your name.
        </Trans>
      </p>
      <div className="flex flex-col gap-2">
        {pages.map(({ platform, label, url }) => (
          <LinkButton
            key={platform}
            to={url}
            variant={platform === chosen ? 'primary' : 'secondary'}
            icon={<PlatformIcon platform={platform} />}
          >
            <Trans>Message us on {label}</Trans>
          </LinkButton>
        ))}
      </div>
    </Dialog>
  );
}

/** Asked when a client leaves the form for the files before it is sent. */
export function FormPrompt({
  userId,
  year,
  onComplete,
  onLater,
}: {
  userId: string;
  year: number;
  onComplete: () => void;
  onLater: () => void;
}) {
  const { t } = useLingui();
  return (
    <Dialog
      isOpen
      onClose={onComplete}
      title={t`Annual Tax Form`}
      actions={
        <>
          <Button variant="secondary" onPress={onLater}>
            <Trans>Maybe Later</Trans>
          </Button>
          <Button autoFocus onPress={onComplete}>
            <Trans>Complete Form</Trans>
          </Button>
        </>
      }
    >
      <p className="text-muted">
        {isSavingFailed(userId, year) ? (
          <Trans>
            Your tax form for {year} isn’t submitted yet. We need it to prepare your return. Your last answers
            aren’t saved yet, so please keep this page open.
          </Trans>
        ) : (
          <Trans>
            Your tax form for {year} isn’t submitted yet. We need it to prepare your return. We save your
            answers, so you can continue later.
          </Trans>
        )}
      </p>
    </Dialog>
  );
}
