import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { clientSearch } from '#app/desk/manage-params.ts';
import { Link } from '#app/language/links.tsx';
import { Loaded } from '#app/shared/parts/loaded.tsx';
import { Panel } from '#app/ui/layout/panel.tsx';
import { fullDollars } from '#domain/billing/money.ts';
import { creditsQuery } from './page-queries.ts';

/** Money that belongs to no bill: deposits, what was paid too much, and payments of void bills. */
export function OnAccount() {
  const { t } = useLingui();
  return (
    <Panel id="on-account" level={2} title={t`On account`}>
      <p className="text-sm text-muted">
        <Trans>Deposits, and money that fit no open bill. Use it for a bill, or give it back.</Trans>
      </p>
      <Loaded query={useQuery(creditsQuery)} skeleton="h-9" none={t`No one has money on account.`}>
        {(credits) => (
          <ul aria-label={t`On account`} className="divide-y divide-line text-sm">
            {credits.map(({ client_id, client_name, credit_cents }) => (
              <li key={client_id} className="flex items-center justify-between gap-4 py-1.5">
                <Link
                  to={{ pathname: '/manage', search: `${clientSearch('', client_id, '')}&tab=return` }}
                  className="link inline-flex min-h-11 min-w-0 items-center wrap-anywhere lg:min-h-0"
                >
                  {client_name ?? t`A deleted account`}
                </Link>
                <span className="figures font-semibold">{fullDollars(credit_cents)}</span>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Panel>
  );
}
