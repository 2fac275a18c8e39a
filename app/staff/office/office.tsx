import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowLeft } from 'lucide-react';
import type { ComponentType } from 'react';
import { lazy, Suspense } from 'react';
import { Navigate, NavLink, useParams } from 'react-router';
import { pageMeta } from '#app/shared/meta.ts';
import { useSession } from '#app/shared/session/session.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Skeleton } from '#app/ui/feedback/skeleton.tsx';
import { isSuperRole } from '#domain/account/roles.ts';
import { msg } from '#domain/language/message.ts';
import { AccessDenied } from '../access-denied.tsx';

interface OfficeSection {
  /** The path segment below /manage/office; '' is the first section. */
  path: string;
  /** In the navigation. */
  label: MessageDescriptor;
  load: () => Promise<{ default: ComponentType }>;
}

/**
 * The sections of /manage/office. To add one, add a line here and a module with a default export.
 * `office.tsx` checks the role, and policies protect the data. All sections share one route, since every page
 * of the site loads the route manifest.
 */
const officeSections: readonly OfficeSection[] = [
  { path: '', label: msg`Staff`, load: () => import('./staff/staff.tsx') },
  { path: 'people', label: msg`People`, load: () => import('./people/people.tsx') },
  { path: 'signed-in', label: msg`Logged in`, load: () => import('./people/signed-in.tsx') },
  { path: 'legacy', label: msg`Previous clients`, load: () => import('./legacy/legacy.tsx') },
  { path: 'health', label: msg`Health`, load: () => import('./health/health.tsx') },
  { path: 'recovery', label: msg`Recovery`, load: () => import('./recovery/recovery.tsx') },
  { path: 'log', label: msg`Log`, load: () => import('./log/log.tsx') },
];

const facts = () => import('./facts/facts-page.tsx');

/** The office's facts, which are also on the public pages (facts/sections/). */
const factsSections: readonly OfficeSection[] = [
  { path: 'contact', label: msg`Contact and hours`, load: facts },
  { path: 'closed-days', label: msg`Closed days`, load: facts },
  { path: 'prices', label: msg`Prices and services`, load: facts },
  { path: 'team', label: msg`Team`, load: facts },
  { path: 'reviews', label: msg`Reviews`, load: facts },
  { path: 'links', label: msg`Links and apps`, load: facts },
  { path: 'payment', label: msg`Payment`, load: facts },
  { path: 'referral', label: msg`Referral`, load: facts },
  { path: 'rules', label: msg`Rules and limits`, load: facts },
  { path: 'spanish', label: msg`In Spanish`, load: facts },
  { path: 'wording', label: msg`Page texts`, load: facts },
  { path: 'emails', label: msg`Emails`, load: facts },
  { path: 'history', label: msg`History`, load: () => import('./facts/history/history.tsx') },
];

const officeUrl = ({ path }: Pick<OfficeSection, 'path'>): string =>
  path === '' ? '/manage/office' : `/manage/office/${path}`;

const pages = [...officeSections, ...factsSections].map((section) => ({
  ...section,
  Page: lazy(section.load),
}));
const pageAt = (path = '') => pages.find((page) => page.path === path);

export const meta = pageMeta((_site, { params }, { t }) => ({
  title: msg`${{ section: t(pageAt(params.section)?.label ?? msg`Staff`) }}, Office`,
  description: msg`For super users: staff, accounts, and the log.`,
  path: '/manage/office',
  index: false,
}));

/** The office pages, for super users only: navigation and the current section. */
export default function OfficeFrame() {
  const { t } = useLingui();
  const { role } = useSession();
  const page = pageAt(useParams().section);
  if (!isSuperRole(role)) return <AccessDenied />;
  if (!page) return <Navigate to="/manage/office" replace />;
  return (
    <div className="staff-page flex flex-col gap-4 py-5">
      <div>
        <SmartLink to="/manage" className="link inline-flex min-h-11 items-center gap-1.5 text-sm">
          <ArrowLeft size={16} aria-hidden />
          <Trans>Clients</Trans>
        </SmartLink>
        <h1 tabIndex={-1} className="text-2xl lg:text-xl">
          <Trans>Office</Trans>
        </h1>
      </div>
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[11rem_minmax(0,1fr)] lg:gap-6">
        <nav aria-label={t`Office`} className="min-w-0">
          <SectionLinks sections={officeSections} />
          <h2 className="mt-3 px-3 font-sans text-xs font-semibold text-muted lg:mt-5">
            <Trans>Website and office</Trans>
          </h2>
          <SectionLinks sections={factsSections} />
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

/** On a phone, a row that scrolls sideways. */
function SectionLinks({ sections }: { sections: readonly OfficeSection[] }) {
  const { t } = useLingui();
  return (
    <ul className="flex gap-1 overflow-x-auto max-lg:-mx-4 max-lg:px-4 lg:flex-col">
      {sections.map((section) => (
        <li key={section.path} className="shrink-0">
          <NavLink
            ref={showIfCurrent}
            to={officeUrl(section)}
            end
            className={({ isActive }) =>
              classNames(
                'flex min-h-11 items-center rounded-control px-3 text-sm font-semibold whitespace-nowrap no-underline lg:min-h-10',
                isActive ? 'bg-action-soft text-ink' : 'text-muted hover:bg-sunken hover:text-ink',
              )
            }
          >
            {t(section.label)}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}

/** Scrolls the row to the open section. */
function showIfCurrent(link: HTMLAnchorElement | null): void {
  if (link?.ariaCurrent === 'page') link.scrollIntoView({ block: 'nearest', inline: 'center' });
}
