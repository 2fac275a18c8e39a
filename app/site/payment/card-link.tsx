import { CreditCard } from 'lucide-react';
import type { MouseEvent } from 'react';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { card } from './content.ts';

/** Opens the payment processor in a popup. Without JavaScript, or if popups are blocked, it is a plain link. */
export function CardLink({ url }: { url: string }) {
  return (
    <LinkButton
      to={url}
      onClick={openPopup}
      variant="on-deep"
      size="large"
      icon={<CreditCard size={20} aria-hidden />}
    >
      {card.button}
    </LinkButton>
  );
}

function openPopup(event: MouseEvent<HTMLAnchorElement>): void {
  const height = Math.round(window.screen.height * 0.75);
  const popup = window.open(event.currentTarget.href, 'payment', `popup,width=500,height=${height}`);
  if (!popup) return;
  event.preventDefault();
  // "noopener" would hide whether the popup opened, so `opener` is removed before the other site has loaded.
  popup.opener = null;
  popup.focus();
}
