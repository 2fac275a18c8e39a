import { business } from '#app/business.ts';
import { PlatformIcon } from '#app/shared/drawings/brand-icons.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { Dialog } from '#app/ui/overlays/dialog.tsx';

/** The platforms that the form offers, the chosen one first. */
const PLATFORMS = ['facebook', 'instagram'];

export const isSocial = (contactMethod: string): boolean => PLATFORMS.includes(contactMethod);

/** Nobody can be written to on these platforms who hasn't written first. */
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
        Your form has reached us. You chose to be contacted there, and we can only answer those who have
        written first: please send us a message with your name.
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
