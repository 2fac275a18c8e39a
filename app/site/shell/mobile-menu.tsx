import { Trans, useLingui } from '@lingui/react/macro';
import { Globe, Phone, X } from 'lucide-react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { NavLink } from '#app/language/links.tsx';
import { useSessionHint } from '#app/shared/session/session-hint.ts';
import { LanguageSwitch } from '#app/shared/shell/language-switch.tsx';
import { menuItems } from '#app/shared/shell/navigation.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { IconButton } from '#app/ui/actions/icon-button.tsx';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { useBackCloses } from '#app/ui/overlays/use-back-closes.ts';
import { OpeningHours } from './opening-hours.tsx';

export function MobileMenu({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const hint = useSessionHint();
  const { contact, hours } = useOffice();
  const { t } = useLingui();
  useBackCloses(isOpen, onClose);
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable
      className="fixed inset-0 z-50 bg-scrim entering:animate-appear lg:hidden"
    >
      <Modal className="ml-auto h-full w-full max-w-sm overflow-auto bg-paper shadow-float">
        <Dialog aria-label={t`Menu`} className="flex min-h-full flex-col px-5 pt-3 pb-8 outline-none">
          <div className="flex justify-end">
            <IconButton
              label={t`Close the menu`}
              icon={<X size={24} aria-hidden />}
              onPress={onClose}
              className="-mr-2.5"
            />
          </div>
          <nav aria-label={t`Menu`}>
            <ul>
              {menuItems(hint).map((item) => (
                <li key={item.label.id} className="border-b border-line">
                  <NavLink
                    to={item.to}
                    onClick={onClose}
                    className="flex min-h-14 items-center font-display text-xl aria-[current=page]:text-action aria-[current=page]:underline aria-[current=page]:underline-offset-8"
                  >
                    {t(item.label)}
                  </NavLink>
                </li>
              ))}
            </ul>
          </nav>
          <LanguageSwitch
            icon={<Globe size={20} aria-hidden />}
            className="mt-2 flex min-h-14 items-center gap-2.5 text-lg font-medium"
          />
          <div className="mt-auto pt-8">
            <LinkButton
              to={`tel:${contact.phone.e164}`}
              icon={<Phone size={20} aria-hidden />}
              className="figures w-full"
            >
              <Trans>Call {{ phone: contact.phone.display }}</Trans>
            </LinkButton>
            <p className="figures mt-3 text-center text-sm text-muted">
              <OpeningHours hours={hours} />
            </p>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
