import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useCallback } from 'react';
import { useDates } from '#app/shared/format/dates.ts';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { PageHeading } from '#app/ui/layout/page-heading.tsx';
import { msg, select } from '#domain/language/message.ts';
import { waitsForClient } from '#domain/returns/tax-return.ts';
import { jointQuery } from '../joint-query.ts';
import type { TaxReturn } from '../queries.ts';
import { JointNote } from './joint-note.tsx';

/** Confirms the approval and says what happens next. */
export function Approved({ taxReturn }: { taxReturn: TaxReturn }) {
  const { t } = useLingui();
  const { data: joint } = useQuery(jointQuery(taxReturn));
  const { dateTimeAndZone } = useDates();
  const { year, kind, status, approved_at, approved_name, paid_at } = taxReturn;
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
            ? t`We’ll file it as soon as the fee is paid.`
            : status === 'approved'
              ? t`Next, we’ll send you the bill. We’ll file the return once you’ve paid. You’ll get an email at each step.`
              : t`We’ll email you at each step.`
        }
      >
        {t(
          msg`Thank you for approving your ${{ year }} ${select({ kind }, { business: 'business return', other: 'return' })}`,
        )}
      </PageHeading>
      {approved_at && (
        <p className="flex items-start gap-3 rounded-card bg-success-soft p-4">
          <CircleCheck size={22} aria-hidden className="mt-0.5 shrink-0 text-success" />
          <span className="min-w-0 break-words">
            <Trans>
              Signed as “{approved_name}” on {{ time: dateTimeAndZone(approved_at) }}. We keep this record
              with the return, along with a digital fingerprint of the file you read.
            </Trans>
          </span>
        </p>
      )}
      {joint?.isJoint && <JointNote spouse={joint.spouse} />}
      {owesFee && (
        <LinkButton to="/payment" size="large" className="self-start max-sm:w-full">
          <Trans>Choose how to pay</Trans>
        </LinkButton>
      )}
    </div>
  );
}
