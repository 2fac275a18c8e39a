import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  returnsQuery,
  type TaxReturn,
  useLiveReturns,
  useReloadReturns,
} from '#app/account/returns/returns-query.ts';
import { business } from '#app/business.ts';
import { messageOf } from '#app/client/error-wording.ts';
import { useAct } from '#app/client/use-act.ts';
import { Banner } from '#app/ui/banner.tsx';
import { Button } from '#app/ui/button.tsx';
import { Select } from '#app/ui/select.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { yearChoices, yearIn } from '#domain/folders.ts';
import { isReturnKind, type ReturnKind, returnKindNames, returnKinds } from '#domain/tax-return.ts';
import { startReturn } from './returns-acts.ts';
import { ReturnBlock } from './returns-block.tsx';

/** A client's returns: where each stands, and the steps that it may take next. */
export function ReturnsPanel({ clientId }: { clientId: string }) {
  useLiveReturns(clientId);
  const { data, error } = useQuery(returnsQuery(clientId));
  return (
    <section
      aria-labelledby="case-returns"
      className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4"
    >
      <h3 id="case-returns" className="font-sans text-base font-semibold">
        Returns
      </h3>
      {error && !data && <Banner kind="danger">Failed to load returns: {messageOf(error)}</Banner>}
      {!data && !error && <Skeleton className="h-16" />}
      {data?.length === 0 && <p className="text-sm text-muted">No return has been opened yet.</p>}
      {data && data.length > 0 && (
        <ul className="flex flex-col divide-y divide-line">
          {data.map((one) => (
            <ReturnBlock key={one.id} taxReturn={one} />
          ))}
        </ul>
      )}
      {data && <OpenReturn clientId={clientId} returns={data} />}
    </section>
  );
}

const kinds = returnKinds.map((kind) => ({ value: kind, label: returnKindNames[kind] }));

/** Offers what is not open already: there is one return of a kind for a year. */
function OpenReturn({ clientId, returns }: { clientId: string; returns: readonly TaxReturn[] }) {
  const [thisYear] = useState(() => yearIn(business.timeZone, new Date()));
  const [picked, setYear] = useState(String(thisYear));
  const [kind, setKind] = useState<ReturnKind>('personal');
  const { run, busy, problem } = useAct(useReloadReturns(clientId));
  const years = yearChoices(thisYear)
    .filter((one) => !returns.some((open) => open.year === one && open.kind === kind))
    .map(String);
  const year = years.includes(picked) ? picked : (years[0] ?? null);
  return (
    <div className="flex flex-col gap-2 border-t border-line pt-3">
      <div className="flex flex-wrap items-end gap-2 text-sm">
        <Select
          label="Kind"
          options={kinds}
          value={kind}
          onChange={(value) => isReturnKind(value) && setKind(value)}
          className="min-w-44 flex-1"
        />
        <Select
          label="Year"
          options={years.map((one) => ({ value: one, label: one }))}
          value={year}
          onChange={setYear}
          className="min-w-24"
        />
        <Button
          variant="secondary"
          busy={busy}
          isDisabled={year === null}
          onPress={() => void run(() => startReturn(clientId, Number(year), kind))}
        >
          Open return
        </Button>
      </div>
      {problem && (
        <Banner kind="danger" announce>
          {problem}
        </Banner>
      )}
    </div>
  );
}
