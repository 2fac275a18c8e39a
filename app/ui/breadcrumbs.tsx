import { ChevronRight } from 'lucide-react';
import { Breadcrumbs as AriaBreadcrumbs, Breadcrumb } from 'react-aria-components/Breadcrumbs';
import { Link } from 'react-aria-components/Link';

export interface Crumb {
  id: string;
  label: string;
}

/** The way back through folders. The last one is where you are. */
export function Breadcrumbs({ crumbs, onGo }: { crumbs: readonly Crumb[]; onGo: (id: string) => void }) {
  return (
    <nav aria-label="Folders">
      <AriaBreadcrumbs className="flex flex-wrap items-center" onAction={(key) => onGo(String(key))}>
        {crumbs.map((crumb, i) => (
          <Breadcrumb key={crumb.id} id={crumb.id} className="flex min-w-0 items-center">
            {i > 0 && <ChevronRight size={16} aria-hidden className="mx-1 shrink-0 text-muted" />}
            <Link className="flex min-h-11 max-w-56 cursor-pointer items-center rounded-sm px-1 text-link hover:underline current:cursor-default current:font-semibold current:text-ink current:no-underline">
              <span className="truncate">{crumb.label}</span>
            </Link>
          </Breadcrumb>
        ))}
      </AriaBreadcrumbs>
    </nav>
  );
}
