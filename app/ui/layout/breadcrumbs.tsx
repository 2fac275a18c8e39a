import { useLingui } from '@lingui/react/macro';
import { ChevronRight } from 'lucide-react';
import { useRef } from 'react';
import { type DropItem, useDrop } from 'react-aria-components';
import { Breadcrumbs as AriaBreadcrumbs, Breadcrumb } from 'react-aria-components/Breadcrumbs';
import { Link } from 'react-aria-components/Link';
import { classNames } from '../class-names.ts';

export interface Crumb {
  id: string;
  label: string;
}

/** Handles drops on a breadcrumb, by mouse or keyboard. */
export interface CrumbDrop {
  accepts: (id: string) => boolean;
  onDrop: (id: string, items: DropItem[]) => void;
}

export interface BreadcrumbsProps {
  crumbs: readonly Crumb[];
  onGo: (id: string) => void;
  drop?: CrumbDrop;
}

/** Breadcrumbs through folders. The last one is the current folder. */
export function Breadcrumbs({ crumbs, onGo, drop }: BreadcrumbsProps) {
  const { t } = useLingui();
  return (
    <nav aria-label={t`Folders`}>
      <AriaBreadcrumbs className="flex flex-wrap items-center" onAction={(key) => onGo(String(key))}>
        {crumbs.map((crumb, i) => (
          <Breadcrumb key={crumb.id} id={crumb.id} className="flex min-w-0 items-center">
            {i > 0 && <ChevronRight size={16} aria-hidden className="mx-1 shrink-0 text-muted" />}
            {drop && i < crumbs.length - 1 ? (
              <DropStep crumb={crumb} drop={drop} />
            ) : (
              <Link className={stepStyle}>
                <span className="truncate">{crumb.label}</span>
              </Link>
            )}
          </Breadcrumb>
        ))}
      </AriaBreadcrumbs>
    </nav>
  );
}

function DropStep({ crumb, drop }: { crumb: Crumb; drop: CrumbDrop }) {
  const ref = useRef<HTMLSpanElement>(null);
  const { dropProps, isDropTarget } = useDrop({
    ref,
    getDropOperation: (_types, [first = 'cancel']) => (drop.accepts(crumb.id) ? first : 'cancel'),
    onDrop: ({ items }) => drop.onDrop(crumb.id, items),
  });
  return (
    <span
      {...dropProps}
      ref={ref}
      tabIndex={-1}
      className={classNames('rounded-sm', isDropTarget && 'bg-action-soft outline-2 outline-action')}
    >
      <Link className={stepStyle}>
        <span className="truncate">{crumb.label}</span>
      </Link>
    </span>
  );
}

const stepStyle =
  'flex min-h-11 max-w-56 cursor-pointer items-center rounded-sm px-1 text-link hover:underline current:cursor-default current:font-semibold current:text-ink current:no-underline';
