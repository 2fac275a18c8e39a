import { Trans, useLingui } from '@lingui/react/macro';
import { Globe, Keyboard, Search } from 'lucide-react';
import type { RefObject } from 'react';
import { Button } from 'react-aria-components/Button';
import { Dialog } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { NavLink } from '#app/language/links.tsx';
import type { SessionHint } from '#app/shared/session/session-hint.ts';
import { LanguageSwitch } from '#app/shared/shell/language-switch.tsx';
import { LogOutButton } from '#app/shared/shell/log-out-button.tsx';
import { headerItems, menuItems, type NavItem } from '#app/shared/shell/navigation.ts';
import { classNames } from '#app/ui/class-names.ts';
import { useBackCloses } from '#app/ui/overlays/use-back-closes.ts';
import { popoverStyle } from '#app/ui/popover-style.ts';
import { sectionsFor } from '../sections.ts';
import { WaitingCount } from './waiting-count.tsx';

interface Props {
  hint: SessionHint | null;
  button: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
  onShortcuts: () => void;
  onSearch: () => void;
}

const lineStyle =
  'flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-sm px-3 text-left text-sm font-medium -outline-offset-2 hover:bg-action-soft aria-[current=page]:bg-action-soft aria-[current=page]:font-semibold lg:min-h-[36px]';

/** The menu of the staff area: its sections on phones, the links of the site's header, and the account. */
export function StaffMenu({ hint, button, onClose, onShortcuts, onSearch }: Props) {
  const { t } = useLingui();
  useBackCloses(true, onClose);
  const ofSite = headerItems(hint);
  const ofPerson = menuItems(hint).slice(ofSite.length);
  const links = (label: string, items: NavItem[]) => (
    <nav aria-label={label} className="p-1.5">
      <ul className="grid grid-cols-2 gap-x-1">
        {items.map((item) => (
          <li key={item.label.id}>
            <NavLink to={item.to} end onClick={onClose} className={lineStyle}>
              {t(item.label)}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
  return (
    <Popover
      isOpen
      onOpenChange={(open) => !open && onClose()}
      triggerRef={button}
      placement="bottom end"
      offset={4}
      className={classNames(popoverStyle, 'w-[min(22rem,calc(100vw-1.5rem))]')}
    >
      <Dialog aria-label={t`Menu`} className="divide-y divide-line outline-none">
        <nav aria-label={t`Staff area`} className="p-1.5 lg:hidden">
          <ul className="grid grid-cols-2 gap-1">
            {sectionsFor(hint ?? undefined).map(({ label, to, icon: Icon, hasPagesBelow = false, queue }) => (
              <li key={to}>
                <NavLink to={to} end={!hasPagesBelow} onClick={onClose} className={lineStyle}>
                  <Icon size={18} aria-hidden />
                  {t(label)}
                  {queue && <WaitingCount queue={queue} />}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        {links(t`Website`, ofSite)}
        {links(t`Your account`, ofPerson)}
        <div className="p-1.5">
          <Button
            onPress={() => {
              onClose();
              onSearch();
            }}
            className={lineStyle}
          >
            <Search size={18} aria-hidden />
            <span className="flex-1">{t`Search everything`}</span>
            <kbd aria-hidden className="font-sans text-muted max-lg:hidden">
              <Trans context="key">Ctrl+K</Trans>
            </kbd>
          </Button>
          <Button
            onPress={() => {
              onClose();
              onShortcuts();
            }}
            className={classNames(lineStyle, 'max-lg:hidden')}
          >
            <Keyboard size={18} aria-hidden />
            <span className="flex-1">{t`Keyboard shortcuts`}</span>
            <kbd aria-hidden className="font-sans text-muted">
              ?
            </kbd>
          </Button>
          <LanguageSwitch icon={<Globe size={18} aria-hidden />} className={lineStyle} />
          {hint && <LogOutButton className={lineStyle} />}
        </div>
      </Dialog>
    </Popover>
  );
}
