import { business } from '#app/business.ts';
import { PlatformIcon } from '#app/shared/drawings/brand-icons.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { Dialog } from '#app/ui/overlays/dialog.tsx';

const PLATFORMS = ['facebook', 'instagram'];

export const isSocial = (contactMethod: string): boolean => PLATFORMS.includes(contactMethod);

/** The office can't start a conversation on these platforms: the client has to write first. */
export function SocialDialog({ chosen, onClose }: { chosen: string; onClose: () => void }) {
  const pages = business.social
    .filter(({ platform }) => PLATFORMS.includes(platform))
    .sort((a, b) => Number(b.platform === chosen) - Number(a.platform === chosen));
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Contact us on Facebook or Instagram"
      actions={<Button onPress={onClose}>Done</Button>}
    >
      <p className="text-muted">
        Your form has reached us. You chose to be contacted there, and we can only reply to people who wrote
        to us first. Please send us a message with your name.
      </p>
      <div className="flex flex-col gap-2">
        {pages.map(({ platform, label, url }) => (
          <LinkButton
            key={platform}
            to={url}
            variant={platform === chosen ? 'primary' : 'secondary'}
            icon={<PlatformIcon platform={platform} />}
          >
            Message us on {label}
          </LinkButton>
        ))}
      </div>
    </Dialog>
  );
}

/** Asked when a client leaves the form for the files before it is sent. */
export function FormPrompt({
  year,
  onComplete,
  onLater,
}: {
  year: number;
  onComplete: () => void;
  onLater: () => void;
}) {
  return (
    <Dialog
      isOpen
      onClose={onComplete}
      title="Annual Tax Form"
      actions={
        <>
          <Button variant="secondary" onPress={onLater}>
            Maybe Later
          </Button>
          <Button autoFocus onPress={onComplete}>
            Complete Form
          </Button>
        </>
      }
    >
      <p className="text-muted">
        Your tax form for {year} is not sent yet. We need it to prepare your return. Your answers are kept,
        and you can continue later.
      </p>
    </Dialog>
  );
}
