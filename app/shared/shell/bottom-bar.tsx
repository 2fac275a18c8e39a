import { useLingui } from '@lingui/react/macro';
import { Briefcase, CalendarDays, CircleUser, Tag, Upload } from 'lucide-react';
import { NavLink } from '#app/language/links.tsx';
import type { SessionHint } from '#app/shared/session/session-hint.ts';
import { msg } from '#domain/language/message.ts';
import { bottomBarAccount, uploadPath } from './navigation.ts';

/** The five main links, below 1024 px, within thumb's reach. */
export function BottomBar({ hint }: { hint: SessionHint | null }) {
  const { t } = useLingui();
  const items = [
    { label: msg`Services`, to: '/tax-preparation-services', icon: Briefcase },
    { label: msg`Price`, to: '/fees', icon: Tag },
    { label: msg`Upload`, to: uploadPath(hint), icon: Upload },
    { label: msg`Appointments`, to: '/booking', icon: CalendarDays },
    { ...bottomBarAccount(hint), icon: CircleUser },
  ];
  return (
    <nav
      aria-label={t`Quick links`}
      className="fixed inset-x-0 bottom-0 z-40 low:static border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] lg:hidden print:hidden"
    >
      <ul className="mx-auto flex h-16 max-w-2xl px-0.5">
        {items.map(({ label, to, icon: Icon }) => (
          <li key={label.id} className="flex-auto">
            <NavLink
              to={to}
              className="flex h-full flex-col items-center justify-center gap-0.5 px-0.5 text-[clamp(13px,3.6vw,0.8125rem)] leading-tight font-medium tracking-tight text-muted -outline-offset-2 aria-[current=page]:font-bold aria-[current=page]:text-action"
            >
              <Icon size={22} strokeWidth={1.75} aria-hidden />
              {t(label)}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
