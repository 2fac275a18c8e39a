import { useLingui } from '@lingui/react/macro';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Breadcrumbs as AriaBreadcrumbs, Breadcrumb } from 'react-aria-components/Breadcrumbs';
import { Link } from 'react-aria-components/Link';

export interface Crumb {
  id: string;
  label: string;
}

export interface BreadcrumbsProps {
  crumbs: readonly Crumb[];
  onGo: (id: string) => void;
  /** Goes around each step but the last, such as a place to drop things on. */
  around?: ((id: string, step: ReactNode) => ReactNode) | null | undefined;
}

/** Breadcrumbs through folders. The last one is the current folder. */
export function Breadcrumbs({ crumbs, onGo, around }: BreadcrumbsProps) {
  const { t } = useLingui();
  return (
    <nav aria-label={t`Folders`}>
      <AriaBreadcrumbs className="flex flex-wrap items-center" onAction={(key) => onGo(String(key))}>
        {crumbs.map((crumb, i) => {
          const step = (
            <Link className={stepStyle}>
              <span className="truncate">{crumb.label}</span>
            </Link>
          );
          return (
            <Breadcrumb key={crumb.id} id={crumb.id} className="flex min-w-0 items-center">
              {i > 0 && <ChevronRight size={16} aria-hidden className="mx-1 shrink-0 text-muted" />}
              {around && i < crumbs.length - 1 ? around(crumb.id, step) : step}
            </Breadcrumb>
          );
        })}
      </AriaBreadcrumbs>
    </nav>
  );
}

const stepStyle =
  'flex min-h-11 max-w-56 cursor-pointer items-center rounded-sm px-1 text-link hover:underline current:cursor-default current:font-semibold current:text-ink current:no-underline';
