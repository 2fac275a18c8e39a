import { CircleCheck } from 'lucide-react';
import { useCallback } from 'react';
import { dateTimeAndZone } from '#app/shared/format/dates.ts';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { PageHeading } from '#app/ui/layout/page-heading.tsx';
import { returnName, waitsForClient } from '#domain/returns/tax-return.ts';
import type { TaxReturn } from '../queries.ts';

/** Confirms the approval and says what happens next. */
export function Approved({ taxReturn }: { taxReturn: TaxReturn }) {
  const { status, approved_at, approved_name, paid_at } = taxReturn;
  const owesFee = waitsForClient(status) && paid_at === null;
  // The form that had the focus was removed.
  const focusHeading = useCallback(
    (element: HTMLDivElement | null) => element?.querySelector('h1')?.focus(),
    [],
  );
  return (
    <div ref={focusHeading} className="flex flex-col gap-6">
      <PageHeading
        lead={
          owesFee
            ? 'We file it as soon as the fee is paid.'
            : status === 'approved'
              ? 'We send you the bill next, and file the return once it is paid. You get an email at each step.'
              : 'We keep you informed with an email at each step.'
        }
      >
        Thank you: {returnName(taxReturn)} is approved
      </PageHeading>
      {approved_at && (
        <p className="flex items-start gap-3 rounded-card bg-success-soft p-4">
          <CircleCheck size={22} aria-hidden className="mt-0.5 shrink-0 text-success" />
          <span className="min-w-0 break-words">
            Signed as “{approved_name}” on {dateTimeAndZone(approved_at)}. We keep this with the return, and
            with the fingerprint of the file that you read.
          </span>
        </p>
      )}
      {owesFee && (
        <LinkButton to="/payment" size="large" className="self-start max-sm:w-full">
          Choose how to pay
        </LinkButton>
      )}
    </div>
  );
}
