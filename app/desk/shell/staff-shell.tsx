import { Trans, useLingui } from '@lingui/react/macro';
import { BadgeCheck, LockKeyhole, Menu } from 'lucide-react';
import { type ReactNode, type Ref, useCallback, useRef, useState } from 'react';
import { Link, NavLink } from '#app/language/links.tsx';
import { QueryProvider } from '#app/shared/api/query-client.tsx';
import { addressLines } from '#app/shared/facts.ts';
import { onDemand } from '#app/shared/parts/on-demand.tsx';
import { SessionProvider } from '#app/shared/session/session.tsx';
import { type SessionHint, useSessionHint } from '#app/shared/session/session-hint.ts';
import { Mark } from '#app/shared/shell/logo.tsx';
import { PageFrame } from '#app/shared/shell/page-frame.tsx';
import { SocialLinks } from '#app/shared/shell/social-links.tsx';
import { useOffice } from '#app/shared/site-data.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { mayManage } from '#domain/account/roles.ts';
import { type StaffSection, sectionsFor } from '../sections.ts';
import { type ShortcutGroup, ShortcutListing, shellShortcuts } from '../shortcuts.tsx';
import { useKeys } from '../use-keys.ts';
import { ClientSearch } from './client-search.tsx';
import { WaitingCount } from './waiting-count.tsx';

const SearchDialog = onDemand(async () => (await import('../search/search-dialog.tsx')).SearchDialog);

const ShortcutSheet = onDemand(async () => (await import('./shortcut-sheet.tsx')).ShortcutSheet);

const StaffMenu = onDemand(async () => (await import('./staff-menu.tsx')).StaffMenu);

const typedInto = 'input, textarea, select, [contenteditable]';

/** The layout around every staff page: a bar with the sections and the search, and one line at the bottom. */
export function StaffShell({ children }: { children: ReactNode }) {
  const hint = useSessionHint();
  const bar = useRef<HTMLElement>(null);
  const [groups, setGroups] = useState<readonly ShortcutGroup[]>([]);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const [isSearching, setSearching] = useState(false);
  const openSheet = () => setSheetOpen(true);
  const openSearch = () => setSearching(true);
  useKeys((event, target) => {
    const action = shellAction(event, target.matches(typedInto));
    if (action === 'help') openSheet();
    if (action === 'everything') openSearch();
    if (action !== 'search') return action !== null;
    const field = bar.current?.querySelector('input');
    field?.focus();
    field?.select();
    return field != null;
  });

  const list = useCallback((group: ShortcutGroup) => {
    setGroups((all) => [...all, group]);
    return () => setGroups((all) => all.filter((one) => one !== group));
  }, []);

  return (
    // The bar is outside of the guards, which provide the same to the page.
    <SessionProvider>
      <QueryProvider>
        <ShortcutListing value={list}>
          <PageFrame
            header={<StaffBar ref={bar} hint={hint} onShortcuts={openSheet} onSearch={openSearch} />}
            footer={<StaffFooter />}
          >
            {children}
          </PageFrame>
          {isSearching && <SearchDialog onClose={() => setSearching(false)} />}
          {isSheetOpen && (
            <ShortcutSheet groups={[shellShortcuts, ...groups]} onClose={() => setSheetOpen(false)} />
          )}
        </ShortcutListing>
      </QueryProvider>
    </SessionProvider>
  );
}

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** What a key does on every staff page. Single characters do nothing while a person is typing. */
export function shellAction(pressed: Pressed, isTyping: boolean) {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = pressed;
  if (altKey) return null;
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k' && !shiftKey ? 'everything' : null;
  if (isTyping) return null;
  if (key === '/') return 'search';
  return key === '?' ? 'help' : null;
}

interface StaffBarProps {
  ref: Ref<HTMLElement>;
  hint: SessionHint | null;
  onShortcuts: () => void;
  onSearch: () => void;
}

/** The bar of the staff area, 48 px high. Phones have the sections in its menu. */
function StaffBar({ ref, hint, onShortcuts, onSearch }: StaffBarProps) {
  const { name } = useOffice();
  const { t } = useLingui();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <header
      ref={ref}
      data-staff-bar
      className="border-b border-line bg-surface lg:sticky lg:top-0 lg:z-30 low:static print:hidden"
    >
      <div className="staff-page flex min-h-[47px] items-center gap-x-2 lg:gap-x-4">
        <Link
          to="/"
          className="-ml-2 flex size-[44px] shrink-0 items-center justify-center rounded-control text-action lg:size-[40px]"
        >
          <Mark size={26} />
          <span className="sr-only">{t`${name}, home page`}</span>
        </Link>
        <nav aria-label={t`Staff area`} className="hidden self-stretch lg:flex">
          <ul className="flex">
            {sectionsFor(hint ?? undefined).map((section) => (
              <li key={section.to}>
                <SectionLink section={section} />
              </li>
            ))}
          </ul>
        </nav>
        <div className="flex min-w-0 flex-1 justify-end">
          {/* After a logout, the last search must not stay in sight. */}
          {hint && mayManage(hint) && <ClientSearch className="min-w-0 flex-1 lg:max-w-[22rem]" />}
        </div>
        <button
          ref={button}
          type="button"
          aria-label={t`Menu`}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setOpen(true)}
          className="-mr-2 inline-flex size-[44px] shrink-0 cursor-pointer items-center justify-center rounded-control text-ink transition-colors duration-150 hover:bg-action-soft lg:size-[36px]"
        >
          <Menu size={20} aria-hidden />
        </button>
        {isOpen && <StaffMenu {...{ hint, button, onShortcuts, onSearch }} onClose={() => setOpen(false)} />}
      </div>
    </header>
  );
}

/** Underlined by the edge of the bar, if it is the current one. */
function SectionLink({ section: { label, to, hasPagesBelow = false, queue } }: { section: StaffSection }) {
  const { t } = useLingui();
  return (
    <NavLink
      to={to}
      end={!hasPagesBelow}
      className="relative flex h-full items-center gap-1.5 px-2.5 text-sm font-medium whitespace-nowrap text-muted -outline-offset-2 transition-colors duration-150 hover:text-ink aria-[current=page]:text-ink aria-[current=page]:after:absolute aria-[current=page]:after:inset-x-2.5 aria-[current=page]:after:-bottom-px aria-[current=page]:after:h-[2px] aria-[current=page]:after:bg-action xl:px-3"
    >
      {t(label)}
      {queue && <WaitingCount queue={queue} />}
    </NavLink>
  );
}

const linkStyle = 'inline-flex min-h-[32px] items-center hover:underline underline-offset-4';

/** What the specification asks of every page's footer, in one line on wide screens. */
function StaffFooter() {
  const office = useOffice();
  const { t } = useLingui();
  const { contact } = office;
  return (
    <footer className="border-t border-line text-muted print:hidden">
      <div className="staff-page flex items-start gap-x-3 py-1 text-[12px] leading-snug max-lg:flex-wrap">
        {/* The icons stay on the first line, however long the words are. */}
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 lg:flex-1">
          <SmartLink to={`tel:${contact.phone.e164}`} className={`${linkStyle} figures font-semibold`}>
            {contact.phone.display}
          </SmartLink>
          <SmartLink to={`mailto:${contact.email}`} className={`${linkStyle} break-all`}>
            {contact.email}
          </SmartLink>
          <address className="figures not-italic">{addressLines(office).join(', ')}</address>
          <span className="inline-flex min-h-[32px] items-center gap-1.5">
            <BadgeCheck size={14} aria-hidden className="shrink-0 text-accent" />
            <Trans>IRS-authorized e-file provider</Trans>
          </span>
          <span className="inline-flex min-h-[32px] items-center gap-1.5">
            <LockKeyhole size={14} aria-hidden className="shrink-0 text-accent" />
            <Trans>Secure and encrypted</Trans>
          </span>
          <span>{t`Our forms use a captcha service.`}</span>
        </div>
        <SocialLinks
          className="-mr-2 ml-auto flex shrink-0"
          linkStyle="inline-flex size-[32px] items-center justify-center rounded-control hover:bg-action-soft hover:text-ink [&_svg]:size-[16px]"
        />
      </div>
    </footer>
  );
}
