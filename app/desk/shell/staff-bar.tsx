import { useLingui } from '@lingui/react/macro';
import { Menu } from 'lucide-react';
import { type Ref, useRef, useState } from 'react';
import { Link, NavLink } from '#app/language/links.tsx';
import { onDemand } from '#app/shared/parts/on-demand.tsx';
import type { SessionHint } from '#app/shared/session/session-hint.ts';
import { Mark } from '#app/shared/shell/logo.tsx';
import { useOffice } from '#app/shared/site-data.tsx';
import { VisuallyHidden } from '#app/ui/layout/visually-hidden.tsx';
import { mayManage } from '#domain/account/roles.ts';
import { type StaffSection, sectionsFor } from '../sections.ts';
import { ClientSearch } from './client-search.tsx';
import { WaitingCount } from './waiting-count.tsx';

const StaffMenu = onDemand(async () => (await import('./staff-menu.tsx')).StaffMenu);

interface Props {
  ref: Ref<HTMLElement>;
  hint: SessionHint | null;
  onShortcuts: () => void;
  onSearch: () => void;
}

/** The bar of the staff area, 48 px high. Phones have the sections in its menu. */
export function StaffBar({ ref, hint, onShortcuts, onSearch }: Props) {
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
          <VisuallyHidden>{t`${name}, home page`}</VisuallyHidden>
        </Link>
        <nav aria-label={t`Staff area`} className="hidden self-stretch lg:flex">
          <ul className="flex">
            {sectionsFor(hint?.role).map((section) => (
              <li key={section.to}>
                <SectionLink section={section} />
              </li>
            ))}
          </ul>
        </nav>
        <div className="flex min-w-0 flex-1 justify-end">
          {/* After a logout, the last search must not stay in sight. */}
          {hint && mayManage(hint.role) && <ClientSearch className="min-w-0 flex-1 lg:max-w-[22rem]" />}
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
