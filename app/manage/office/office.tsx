import { ArrowLeft } from 'lucide-react';
import { NavLink, Outlet } from 'react-router';
import { useSession } from '#app/client/session.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { SmartLink } from '#app/ui/smart-link.tsx';
import { isSuperRole } from '#domain/roles.ts';
import { AccessDenied } from '../access-denied.tsx';
import { officeSections } from './sections.ts';

/** The frame of what is the office's own business, and super users' alone: the list of its sections, and one of them. */
export default function OfficeFrame() {
  const { role } = useSession();
  if (!isSuperRole(role)) return <AccessDenied />;
  return (
    <div className="staff-page flex flex-col gap-4 py-5">
      <div>
        <SmartLink to="/manage" className="link inline-flex min-h-11 items-center gap-1.5 text-sm">
          <ArrowLeft size={16} aria-hidden />
          Clients
        </SmartLink>
        <h1 tabIndex={-1} className="text-2xl lg:text-xl">
          Office
        </h1>
      </div>
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[11rem_minmax(0,1fr)] lg:gap-6">
        <nav aria-label="Office">
          <ul className="flex flex-wrap gap-1 lg:flex-col">
            {officeSections.map(({ path, label }) => (
              <li key={path}>
                <NavLink
                  to={`/${path}`}
                  end
                  className={({ isActive }) =>
                    classNames(
                      'flex min-h-11 items-center rounded-control px-3 text-sm font-semibold no-underline lg:min-h-10',
                      isActive ? 'bg-action-soft text-ink' : 'text-muted hover:bg-sunken hover:text-ink',
                    )
                  }
                >
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className="flex min-w-0 flex-col gap-4">
          <Outlet />
        </div>
      </div>
    </div>
  );
}
