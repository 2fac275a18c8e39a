import { Briefcase, CalendarDays, CircleUser, Tag, Upload } from 'lucide-react';
import { NavLink } from 'react-router';
import type { SessionHint } from '#app/client/session-hint.ts';
import { bottomBarAccount, uploadPath } from './navigation.ts';

/** Under 1024 px: the five places people need, within the thumb's reach. */
export function BottomBar({ hint }: { hint: SessionHint | null }) {
  const items = [
    { label: 'Services', to: '/tax-preparation-services', icon: Briefcase },
    { label: 'Price', to: '/fees', icon: Tag },
    { label: 'Upload', to: uploadPath(hint), icon: Upload },
    { label: 'Appointments', to: '/booking', icon: CalendarDays },
    { ...bottomBarAccount(hint), icon: CircleUser },
  ];
  return (
    <nav
      aria-label="Quick links"
      className="fixed inset-x-0 bottom-0 z-40 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] lg:hidden print:hidden"
    >
      <ul className="mx-auto grid h-16 max-w-2xl grid-cols-5">
        {items.map(({ label, to, icon: Icon }) => (
          <li key={label}>
            <NavLink
              to={to}
              className="flex h-full flex-col items-center justify-center gap-0.5 text-[0.6875rem] font-medium text-muted -outline-offset-2 aria-[current=page]:font-bold aria-[current=page]:text-action"
            >
              <Icon size={22} strokeWidth={1.75} aria-hidden />
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
