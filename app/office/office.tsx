import { Trans, useLingui } from '@lingui/react/macro';
import { lazy, Suspense } from 'react';
import { Navigate, NavLink, useParams } from 'react-router';
import { pageMeta } from '#app/shared/meta.ts';
import { AccessDenied } from '#app/shared/session/guards/access-denied-page.tsx';
import { useSession } from '#app/shared/session/session.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Skeleton } from '#app/ui/feedback/skeleton.tsx';
import { isSuperRole } from '#domain/account/roles.ts';
import { msg } from '#domain/language/message.ts';
import { factsSections, type OfficeSection, officeSections, officeUrl } from './sections.ts';

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

export default function OfficeFrame() {
  const { t } = useLingui();
  const { role } = useSession();
  const page = pageAt(useParams().section);
  if (!isSuperRole(role)) return <AccessDenied />;
  if (!page) return <Navigate to="/manage/office" replace />;
  return (
    <div className="staff-page flex flex-col gap-3 py-4">
      <h1 tabIndex={-1} className="text-lg">
        <Trans>Office</Trans>
      </h1>
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
