import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useDates } from '#app/shared/format/dates.ts';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { Card } from '#app/ui/layout/card.tsx';
import { Timeline, type TimelineStep } from '#app/ui/layout/timeline.tsx';
import { msg, select } from '#domain/language/message.ts';
import { inWords } from '#domain/language/translate.ts';
import { type TimelineStation, timelineOf } from '#domain/returns/return-timeline.ts';
import { noteWords } from '#domain/returns/step-note.ts';
import { type ReturnStatus, returnStatusNames, returnTitle } from '#domain/returns/tax-return.ts';
import type { TaxReturn } from '../queries.ts';

export function ReturnCard({ taxReturn, mayApprove = true }: { taxReturn: TaxReturn; mayApprove?: boolean }) {
  const { t } = useLingui();
  const { dateTimeAndZone, longDate } = useDates();
  const { id, year, kind, events, approved_at, approved_name, paid_at } = taxReturn;
  const titleId = `return-${id}`;

  function factAt(status: ReturnStatus): string | null {
    if (status === 'approved' && approved_at) {
      return t`Signed as “${{ name: approved_name ?? '' }}” on ${{ time: dateTimeAndZone(approved_at) }}.`;
    }
    return status === 'payment_due' && paid_at ? t`Paid on ${{ date: longDate(paid_at) }}. Thank you!` : null;
  }

  function stepOf({ status, state, at, note }: TimelineStation): TimelineStep {
    const isCurrent = state === 'current' || state === 'problem';
    const fact = state === 'ahead' ? null : factAt(status);
    return {
      id: status,
      title: t(returnStatusNames[status]),
      state,
      when: at && longDate(at),
      detail: (isCurrent || note || fact) && (
        <>
          {isCurrent && <p>{t(explanationOf(status, mayApprove))}</p>}
          {fact && <p className="break-words">{fact}</p>}
          {isCurrent && status === 'ready_for_review' && (
            <SmartLink to={`/account/returns/${id}`} className="link mt-1 inline-block font-semibold">
              {mayApprove ? t`Read and approve it` : t`Read it`}
            </SmartLink>
          )}
          {note && (
            <p className="mt-1 break-words whitespace-pre-line">
              <Trans>
                <span className="font-semibold">We wrote:</span> {{ note: inWords(noteWords(note), t) }}
              </Trans>
            </p>
          )}
        </>
      ),
    };
  }

  return (
    <Card as="section" aria-labelledby={titleId}>
      <h2 id={titleId} className="text-lg">
        {t(returnTitle(taxReturn))}
      </h2>
      <div className="mt-5">
        <Timeline
          label={t(
            msg`Status of your ${select({ kind }, { business: 'business return', other: 'personal return' })} ${{ year }}`,
          )}
          steps={timelineOf(taxReturn.status, events).map(stepOf)}
        />
      </div>
    </Card>
  );
}

function explanationOf(status: ReturnStatus, mayApprove: boolean): MessageDescriptor {
  return status === 'ready_for_review' && !mayApprove
    ? msg`It’s ready to be approved.`
    : explanations[status];
}

/** What each status means, for people who don't know how a return is prepared. */
const explanations: Record<ReturnStatus, MessageDescriptor> = {
  not_started: msg`We haven’t started working on it yet.`,
  documents_received: msg`We have your documents and are starting to review them.`,
  in_preparation: msg`A preparer is working on your return.`,
  waiting_for_documents: msg`We need something else from you before we can continue.`,
  ready_for_review: msg`It’s your turn. Please read your return and approve it.`,
  approved: msg`You approved it. We’re preparing your bill.`,
  payment_due: msg`We’ll file it as soon as the fee is paid.`,
  e_filed: msg`We’ve sent your return to the IRS.`,
  accepted: msg`The IRS accepted it. You’re all done.`,
  rejected: msg`The IRS rejected it. We’ll correct it and file it again.`,
};
