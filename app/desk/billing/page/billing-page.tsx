import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { clientSearch } from '#app/desk/manage-params.ts';
import { Link } from '#app/language/links.tsx';
import { changedSearch } from '#app/shared/browser/changed-search.ts';
import { useDayWords } from '#app/shared/format/days.ts';
import { useDebounced } from '#app/shared/forms/use-debounced.ts';
import { unlistedMeta } from '#app/shared/meta.ts';
import { Loaded } from '#app/shared/parts/loaded.tsx';
import { AccessDenied } from '#app/shared/session/guards/access-denied-page.tsx';
import { useSession } from '#app/shared/session/session.tsx';
import { SearchField } from '#app/ui/fields/search-field.tsx';
import { Panel } from '#app/ui/layout/panel.tsx';
import { mayManage } from '#domain/account/roles.ts';
import { dollarsAndCents, fullDollars } from '#domain/billing/money.ts';
import { msg } from '#domain/language/message.ts';
import { Aging } from './aging.tsx';
import { ExportForm } from './export-form.tsx';
import { OnAccount } from './on-account.tsx';
import { ageNames, billingSummaryQuery, isAge, openBillsQuery, useLiveBills } from './page-queries.ts';
import { Unmatched } from './unmatched.tsx';

export const meta = unlistedMeta('/manage/billing', {
  title: msg`Billing`,
  description: msg`For staff: open bills, payments, and exports.`,
});

export default function BillingPage() {
  const { role } = useSession();
  return mayManage(role) ? <BillingDesk /> : <AccessDenied />;
}

/** What clients owe, by age. The search and the age are in the URL. */
function BillingDesk() {
  const { t } = useLingui();
  const [parameters, setParameters] = useSearchParams();
  const [typed, setTyped] = useState(parameters.get('q') ?? '');
  const term = useDebounced(typed.trim());
  const asked = parameters.get('age');
  const age = isAge(asked) ? asked : null;
  const query = useInfiniteQuery(openBillsQuery(term, age));
  const { data: summary } = useQuery(billingSummaryQuery);
  useLiveBills();

  function show(changes: { q?: string | null; age?: string | null }): void {
    // Read the URL now: the other filter may have changed since this render.
    setParameters(changedSearch(window.location.search, changes), {
      replace: true,
      preventScrollReset: true,
    });
  }

  return (
    <div className="staff-page flex flex-col gap-4 py-5">
      <h1 className="text-xl">{t`Billing`}</h1>
      <Unmatched />
      <Aging
        summary={summary}
        current={age}
        onChoose={(chosen) => show({ age: chosen === age ? null : chosen })}
      />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Panel
          id="open-bills"
          level={2}
          title={age ? t`Open bills: ${{ age: t(ageNames[age]) }}` : t`Open bills`}
        >
          <SearchField
            label={t`Search by client or number`}
            placeholder={t`Search by client or number`}
            value={typed}
            onChange={(text) => {
              setTyped(text);
              show({ q: text.trim() || null });
            }}
          />
          <Loaded
            query={query}
            skeleton="h-40"
            none={
              term === '' && age === null ? (
                <Trans>No one owes you anything.</Trans>
              ) : (
                <Trans>No such bills.</Trans>
              )
            }
            wording={(problem) => t`We couldn’t load the bills: ${{ problem }}`}
          >
            {(bills) => (
              <ul aria-label={t`Open bills`} className="divide-y divide-line">
                {bills.map((bill) => (
                  <OpenBillRow key={bill.id} bill={bill} />
                ))}
              </ul>
            )}
          </Loaded>
        </Panel>
        <div className="flex flex-col gap-4">
          <OnAccount />
          <ExportForm />
        </div>
      </div>
    </div>
  );
}

function OpenBillRow({
  bill,
}: {
  bill: {
    id: string;
    number: number;
    client_id: string;
    client_name: string;
    due_on: string;
    age: string;
    total_cents: number;
    balance_cents: number;
  };
}) {
  const { t } = useLingui();
  const { mediumDay: day } = useDayWords();
  const { number, client_id, client_name, due_on, age, total_cents, balance_cents } = bill;
  const isOverdue = age !== 'not_due';
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 py-2 text-sm">
      <div className="min-w-0">
        <Link
          to={{ pathname: '/manage', search: `${clientSearch('', client_id, '')}&tab=return` }}
          className="link inline-flex min-h-11 items-center font-semibold wrap-anywhere lg:min-h-0"
        >
          {client_name ?? t`A deleted account`}
        </Link>
        <p className="figures text-muted">
          <Trans>Bill {number}</Trans>,{' '}
          <span className={isOverdue ? 'text-danger' : undefined}>{t`due ${{ date: day(due_on) }}`}</span>
        </p>
      </div>
      <p className="figures text-right">
        <span className="font-semibold">{fullDollars(balance_cents)}</span>
        {balance_cents < total_cents && (
          <span className="block text-muted">{t`of ${{ total: dollarsAndCents(total_cents) }}`}</span>
        )}
      </p>
    </li>
  );
}
