import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { DocumentItem } from '#app/documents/queries.ts';
import {
  RETURNS_ID,
  reloadReturns,
  returnsQuery,
  type TaxReturn,
  useLiveReturns,
} from '#app/returns/queries.ts';
import { done } from '#app/shared/api/done.ts';
import { rest } from '#app/shared/api/rest.ts';
import { useAction } from '#app/shared/api/use-action.ts';
import { useOfficeYear } from '#app/shared/office-year.ts';
import { Loaded } from '#app/shared/parts/loaded.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { Select } from '#app/ui/fields/select.tsx';
import { yearChoices } from '#domain/documents/folders.ts';
import {
  type FirstStatus,
  firstStatuses,
  isReturnKind,
  type ReturnKind,
  returnKindNames,
  returnKinds,
  returnStatusNames,
} from '#domain/returns/tax-return.ts';
import { ReturnBlock } from './return-block.tsx';
import { StepLetter } from './step-letter.tsx';

export interface ReturnsPanelProps {
  clientId: string;
  onPreview: (file: DocumentItem) => void;
  /** The client has no login to approve with. */
  signsOnPaper: boolean;
  /** Who works on a return. */
  people: (taxReturn: TaxReturn) => ReactNode;
  /** The fee of a return came in. */
  onPayment: (taxReturn: TaxReturn, onDone: () => void) => void;
}

export function ReturnsPanel(props: ReturnsPanelProps) {
  const { clientId, onPreview, signsOnPaper, people, onPayment } = props;
  const { t } = useLingui();
  useLiveReturns(clientId);
  const query = useQuery(returnsQuery(clientId));
  const thisYear = useOfficeYear();
  const [hasBegun, setBegun] = useState(false);
  return (
    <section
      aria-labelledby={RETURNS_ID}
      className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4"
    >
      <h3 id={RETURNS_ID} tabIndex={-1} className="font-sans text-base font-semibold">
        <Trans>Returns</Trans>
      </h3>
      <Loaded
        query={query}
        skeleton="h-16"
        none={t`No returns yet.`}
        wording={(problem) => t`We couldn’t load the returns: ${{ problem }}`}
      >
        {(returns) => (
          <ul className="flex flex-col divide-y divide-line">
            {returns.map((one) => (
              <ReturnBlock
                key={one.id}
                taxReturn={one}
                isNew={hasBegun && one.year === thisYear && one.kind === 'personal'}
                onPreview={onPreview}
                signsOnPaper={signsOnPaper}
                people={people(one)}
                onPayment={(onDone) => onPayment(one, onDone)}
              />
            ))}
          </ul>
        )}
      </Loaded>
      {query.data && <OpenReturn clientId={clientId} returns={query.data} onBegin={() => setBegun(true)} />}
    </section>
  );
}

interface OpenReturnProps {
  clientId: string;
  returns: readonly TaxReturn[];
  /** The personal return of this year was opened: its first step is next. */
  onBegin: () => void;
}

const startReturn = (
  client_id: string,
  return_year: number,
  return_kind: ReturnKind,
  first_status: FirstStatus,
  email_client: boolean,
) => done(rest.rpc('start_return', { client_id, return_year, return_kind, first_status, email_client }));

function OpenReturn(props: OpenReturnProps) {
  const { clientId, returns, onBegin } = props;
  const thisYear = useOfficeYear();
  const { run, busy, problem, clear } = useAction(() => reloadReturns(clientId));
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  // The pressed button disappears; the form of the first step takes the focus.
  function openPersonal(): Promise<boolean> {
    return run(async () => {
      await startReturn(clientId, thisYear, 'personal', 'not_started', false);
      onBegin();
    });
  }
  function close(): void {
    flushSync(() => setIsOpen(false));
    button.current?.focus();
  }
  if (isOpen) return <OpenReturnForm {...props} onClose={close} />;
  const isFirst = !returns.some((one) => one.year === thisYear && one.kind === 'personal');
  return (
    <>
      <Problem>{problem}</Problem>
      <div className="flex flex-wrap gap-2">
        {isFirst && (
          <Button
            size="small"
            busy={busy}
            icon={<Plus size={16} aria-hidden />}
            onPress={() => void openPersonal()}
          >
            <Trans>Open personal return {thisYear}</Trans>
          </Button>
        )}
        <Button
          ref={button}
          size="small"
          variant="secondary"
          icon={<Plus size={16} aria-hidden />}
          onPress={() => {
            clear();
            setIsOpen(true);
          }}
        >
          {isFirst ? <Trans>Open another return</Trans> : <Trans>Open return</Trans>}
        </Button>
      </div>
    </>
  );
}

/** Offers only years without a return of this kind: there is at most one per year. */
function OpenReturnForm({
  clientId,
  returns,
  onClose,
}: Omit<OpenReturnProps, 'onBegin'> & { onClose: () => void }) {
  const { t } = useLingui();
  const thisYear = useOfficeYear();
  const [picked, setYear] = useState(String(thisYear));
  const [kind, setKind] = useState<ReturnKind>('personal');
  const [status, setStatus] = useState<FirstStatus>('not_started');
  const [emailsClient, setEmailsClient] = useState(false);
  const { run, busy, problem } = useAction(() => reloadReturns(clientId));
  const years = yearChoices(thisYear)
    .filter((one) => !returns.some((open) => open.year === one && open.kind === kind))
    .map(String);
  const year = years.includes(picked) ? picked : (years[0] ?? null);

  async function open(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy || year === null) return;
    if (await run(() => startReturn(clientId, Number(year), kind, status, emailsClient))) onClose();
  }

  return (
    <form
      aria-label={t`Open a return`}
      onSubmit={(event) => void open(event)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
      className="flex flex-col gap-3 rounded-control bg-sunken p-3 text-sm"
    >
      <div className="flex flex-wrap gap-2">
        <Select
          label={t`Kind`}
          options={returnKinds.map((one) => ({ value: one, label: t(returnKindNames[one]) }))}
          value={kind}
          onChange={(value) => isReturnKind(value) && setKind(value)}
          className="min-w-44 flex-1"
          autoFocus
        />
        <Select
          label={t`Year`}
          options={years.map((one) => ({ value: one, label: one }))}
          value={year}
          onChange={setYear}
          className="min-w-24"
        />
        <Select
          label={t({ message: 'Status', context: 'tax return' })}
          options={firstStatuses.map((one) => ({ value: one, label: t(returnStatusNames[one]) }))}
          value={status}
          onChange={(value) => setStatus(firstStatuses.find((one) => one === value) ?? status)}
          className="min-w-44 flex-1"
        />
      </div>
      {status === 'waiting_for_documents' && year !== null && (
        <StepLetter
          taxReturn={{ user_id: clientId, year: Number(year), kind }}
          to={status}
          note=""
          isOn={emailsClient}
          onChange={setEmailsClient}
        />
      )}
      <Problem>{problem}</Problem>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="small" busy={busy} isDisabled={year === null}>
          <Trans>Open return</Trans>
        </Button>
        <Button size="small" variant="secondary" onPress={onClose}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  );
}
