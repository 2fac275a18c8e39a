import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { Link, useLocation } from 'react-router';
import { classNames } from '#app/ui/class-names.ts';
import { msg } from '#domain/language/message.ts';
import { type CaseTab, tabSearch, tabs } from '../manage-params.ts';

const names: Record<CaseTab, MessageDescriptor> = {
  files: msg`Files`,
  return: msg({ message: 'Return', context: 'tax return' }),
  contact: msg`Contact`,
  notes: msg`Notes`,
};

/** On phones, tabs show one part of the case at a time. */
export function CaseTabs({ current }: { current: CaseTab }) {
  const { t } = useLingui();
  const { search } = useLocation();
  return (
    <nav aria-label={t`Parts of the case`} className="lg:hidden print:hidden">
      <ul className="flex flex-wrap rounded-control border border-line bg-surface p-1">
        {tabs.map((tab) => (
          <li key={tab} className="flex-auto">
            <Link
              to={{ search: tabSearch(search, tab) }}
              replace
              preventScrollReset
              aria-current={tab === current ? 'page' : undefined}
              className={classNames(
                'flex min-h-11 items-center justify-center rounded-sm px-1 text-sm font-semibold no-underline',
                tab === current ? 'bg-action text-on-action' : 'text-link hover:bg-action-soft',
              )}
            >
              {t(names[tab])}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
