import { ArrowLeft } from 'lucide-react';
import type { ComponentType } from 'react';
import { lazy, Suspense } from 'react';
import { type MetaArgs, Navigate, NavLink, useParams } from 'react-router';
import { pageMeta } from '#app/shared/meta.ts';
import { useSession } from '#app/shared/session/session.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Skeleton } from '#app/ui/feedback/skeleton.tsx';
import { isSuperRole } from '#domain/account/roles.ts';
import { AccessDenied } from '../access-denied.tsx';

interface OfficeSection {
  /** The path segment below /manage/office; '' is the first section. */
  path: string;
  /** In the navigation. */
  label: string;
  load: () => Promise<{ default: ComponentType }>;
}

/**
 * The sections of /manage/office. To add one, add a line here and a module with a default export.
 * `office.tsx` checks the role, and policies protect the data. All sections share one route, since every page
 * of the site loads the route manifest.
 */
const officeSections: readonly OfficeSection[] = [
  { path: '', label: 'Staff', load: () => import('./staff/staff.tsx') },
  { path: 'people', label: 'People', load: () => import('./people/people.tsx') },
  { path: 'signed-in', label: 'Signed in', load: () => import('./people/signed-in.tsx') },
  { path: 'legacy', label: 'Previous clients', load: () => import('./legacy/legacy.tsx') },
  { path: 'health', label: 'Health', load: () => import('./health/health.tsx') },
  { path: 'recovery', label: 'Recovery', load: () => import('./recovery/recovery.tsx') },
  { path: 'log', label: 'Log', load: () => import('./log/log.tsx') },
];

const officeUrl = ({ path }: Pick<OfficeSection, 'path'>): string =>
  path === '' ? '/manage/office' : `/manage/office/${path}`;

const pages = officeSections.map((section) => ({ ...section, Page: lazy(section.load) }));
const pageAt = (path = '') => pages.find((page) => page.path === path);

export const meta = ({ params }: MetaArgs) =>
  pageMeta({
    title: `${pageAt(params.section)?.label ?? 'Staff'}, Office`,
    description: 'For super users: staff, accounts, and the log.',
    path: '/manage/office',
    index: false,
  });

/** The office pages, for super users only: navigation and the current section. */
export default function OfficeFrame() {
  const { role } = useSession();
  const page = pageAt(useParams().section);
  if (!isSuperRole(role)) return <AccessDenied />;
  if (!page) return <Navigate to="/manage/office" replace />;
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
            {officeSections.map((section) => (
              <li key={section.path}>
                <NavLink
                  to={officeUrl(section)}
                  end
                  className={({ isActive }) =>
                    classNames(
                      'flex min-h-11 items-center rounded-control px-3 text-sm font-semibold no-underline lg:min-h-10',
                      isActive ? 'bg-action-soft text-ink' : 'text-muted hover:bg-sunken hover:text-ink',
                    )
                  }
                >
                  {section.label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className="flex min-w-0 flex-col gap-4">
          <Suspense fallback={<Skeleton className="h-40" />}>
            <page.Page />
          </Suspense>
        </div>
      </div>
    </div>
  );
}
