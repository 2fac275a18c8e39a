import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { ToggleButton } from 'react-aria-components/ToggleButton';
import { useSearchParams } from 'react-router';
import { useOfficeClock } from '#app/desk/calendar/office-clock.ts';
import { Link } from '#app/language/links.tsx';
import { respondOwn } from '#app/shared/api/own-fetch.ts';
import { useAction } from '#app/shared/api/use-action.ts';
import { changedSearch } from '#app/shared/browser/changed-search.ts';
import { saveFile } from '#app/shared/browser/download.ts';
import { useDayWords } from '#app/shared/format/days.ts';
import { useDebounced } from '#app/shared/forms/use-debounced.ts';
import { unlistedMeta } from '#app/shared/meta.ts';
import { Loaded } from '#app/shared/parts/loaded.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { SearchField } from '#app/ui/fields/search-field.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { Panel } from '#app/ui/layout/panel.tsx';
import { dollarsAndCents, fullDollars } from '#domain/billing/money.ts';
import { msg } from '#domain/language/message.ts';
import { isDay, yearOf } from '#domain/office-time/days.ts';
import {
  type Age,
  ageNames,
  ages,
  billingSummaryQuery,
  billsOf,
  creditsQuery,
  isAge,
  type OpenBill,
  openBillsQuery,
  useLiveBills,
} from './page-queries.ts';
import { Unmatched } from './unmatched.tsx';

export const meta = unlistedMeta('/manage/billing', {
  title: msg`Billing`,
  description: msg`For staff: open bills, payments, and exports.`,
});

/** What clients owe, by age. The search and the age are in the URL. */
export default function BillingPage() {
  const { t } = useLingui();
  const [parameters, setParameters] = useSearchParams();
  const [typed, setTyped] = useState(parameters.get('q') ?? '');
  const term = useDebounced(typed.trim());
  const asked = parameters.get('age');
  const age = isAge(asked) ? asked : null;
  const query = useInfiniteQuery(openBillsQuery(term, age));
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
      <Aging current={age} onChoose={(chosen) => show({ age: chosen === age ? null : chosen })} />
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

function OpenBillRow({ bill }: { bill: OpenBill }) {
  const { t } = useLingui();
  const { mediumDay: day } = useDayWords();
  const { number, due_on, age, total_cents, balance_cents } = bill;
  const isOverdue = age !== 'not_due';
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 py-2 text-sm">
      <div className="min-w-0">
        <ClientLink client={bill} className="font-semibold" />
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

interface AgingProps {
  current: Age | null;
  onChoose: (age: Age) => void;
}

/** What is open, by how long it is overdue. Pressing one shows only its bills. */
function Aging({ current, onChoose }: AgingProps) {
  const { t } = useLingui();
  const { data: summary } = useQuery(billingSummaryQuery);
  return (
    <ul aria-label={t`Open bills by age`} className="grid grid-cols-2 gap-2 sm:grid-cols-3 lg:grid-cols-5">
      {ages.map((age) => {
        const { bills, cents } = summary?.find(({ part }) => part === age) ?? { bills: 0, cents: 0 };
        const isLate = age !== 'not_due' && bills > 0;
        return (
          <li key={age} className="flex">
            <ToggleButton
              isSelected={age === current}
              onChange={() => onChoose(age)}
              className="flex w-full cursor-pointer flex-col items-start rounded-card border border-line bg-surface p-3 text-left hover:bg-sunken selected:border-action selected:bg-action-soft"
            >
              <span className="text-sm text-muted">{t(ageNames[age])}</span>
              <span className={classNames('figures text-lg font-semibold', isLate && 'text-danger')}>
                {dollarsAndCents(cents)}
              </span>
              <span className="figures text-sm text-muted">
                <Plural value={{ bills }} one="# bill" other="# bills" />
              </span>
            </ToggleButton>
          </li>
        );
      })}
    </ul>
  );
}

/** Money that belongs to no bill: deposits, what was paid too much, and payments of void bills. */
function OnAccount() {
  const { t } = useLingui();
  return (
    <Panel id="on-account" level={2} title={t`On account`}>
      <p className="text-sm text-muted">
        <Trans>Deposits, and money that fit no open bill. Use it for a bill, or give it back.</Trans>
      </p>
      <Loaded query={useQuery(creditsQuery)} skeleton="h-9" none={t`No one has money on account.`}>
        {(credits) => (
          <ul aria-label={t`On account`} className="divide-y divide-line text-sm">
            {credits.map((client) => (
              <li key={client.client_id} className="flex items-center justify-between gap-4 py-1.5">
                <ClientLink client={client} className="min-w-0" />
                <span className="figures font-semibold">{fullDollars(client.credit_cents)}</span>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Panel>
  );
}

interface ClientLinkProps {
  client: { client_id: string; client_name: string | null };
  className: string;
}

/** To the bills in the client's case. */
function ClientLink({ client: { client_id, client_name }, className }: ClientLinkProps) {
  const { t } = useLingui();
  return (
    <Link
      to={billsOf(client_id)}
      className={`link inline-flex min-h-11 items-center wrap-anywhere lg:min-h-0 ${className}`}
    >
      {client_name ?? t`A deleted account`}
    </Link>
  );
}

const formats = [
  ['csv', msg`Spreadsheet (CSV)`],
  ['iif', msg`QuickBooks Desktop (IIF)`],
] as const;

/** The books of some days, for a spreadsheet or for QuickBooks. */
function ExportForm() {
  const { t } = useLingui();
  const today = useOfficeClock().today();
  const [since, setSince] = useState(`${yearOf(today)}-01-01`);
  const [until, setUntil] = useState(today);
  const { run, busy, problem } = useAction();
  const isReady = isDay(since) && isDay(until) && since <= until;
  const save = (format: (typeof formats)[number][0]) =>
    void run(async () => {
      const response = await respondOwn('/functions/v1/billing-export', { body: { since, until, format } });
      saveFile(await response.blob(), `${t`books`}-${since}-${until}.${format}`);
    });
  return (
    <Panel id="export-books" level={2} title={t`Export the books`}>
      <div className="grid grid-cols-2 gap-3">
        <TextField label={t`From`} type="date" value={since} onChange={setSince} />
        <TextField label={t`To`} type="date" value={until} onChange={setUntil} />
      </div>
      <Problem>{problem}</Problem>
      <div className="flex flex-wrap gap-2">
        {formats.map(([format, name]) => (
          <Button
            key={format}
            size="small"
            variant="secondary"
            busy={busy}
            isDisabled={!isReady}
            icon={<Download size={16} aria-hidden />}
            onPress={() => save(format)}
          >
            {t(name)}
          </Button>
        ))}
      </div>
      <p className="text-sm text-muted">
        <Trans>Each transaction with its entries. The export is recorded in the log.</Trans>
      </p>
    </Panel>
  );
}
