import { dateTimeAndZone, longDate } from '#app/shared/format/dates.ts';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { Card } from '#app/ui/layout/card.tsx';
import { Timeline, type TimelineStep } from '#app/ui/layout/timeline.tsx';
import { type TimelineStation, timelineOf } from '#domain/returns/return-timeline.ts';
import { type ReturnStatus, returnKindNames, returnStatusNames } from '#domain/returns/tax-return.ts';
import type { TaxReturn } from '../queries.ts';

/** One return as a timeline: past stations with their dates, the current one with the office's note, and the next ones. */
export function ReturnCard({ taxReturn }: { taxReturn: TaxReturn }) {
  const { id, year, kind, status, events } = taxReturn;
  const titleId = `return-${id}`;
  const title = `${returnKindNames[kind]} ${year}`;
  return (
    <Card as="section" aria-labelledby={titleId}>
      <h2 id={titleId} className="text-lg">
        {title}
      </h2>
      <div className="mt-5">
        <Timeline
          label={`Where your ${title.toLowerCase()} stands`}
          steps={timelineOf(status, events).map((station) => stepOf(station, taxReturn))}
        />
      </div>
    </Card>
  );
}

function stepOf({ status, state, at, note }: TimelineStation, taxReturn: TaxReturn): TimelineStep {
  const isCurrent = state === 'current' || state === 'problem';
  const facts = state === 'ahead' ? [] : factsAt(status, taxReturn);
  return {
    id: status,
    title: returnStatusNames[status],
    state,
    when: at && longDate(at),
    detail: (isCurrent || note || facts.length > 0) && (
      <>
        {isCurrent && <p>{explanations[status]}</p>}
        {facts.map((fact) => (
          <p key={fact} className="break-words">
            {fact}
          </p>
        ))}
        {isCurrent && status === 'ready_for_review' && (
          <SmartLink to={`/account/returns/${taxReturn.id}`} className="link mt-1 inline-block font-semibold">
            Read and approve it
          </SmartLink>
        )}
        {note && (
          <p className="mt-1 break-words whitespace-pre-line">
            <span className="font-semibold">We wrote:</span> {note}
          </p>
        )}
      </>
    ),
  };
}

function factsAt(status: TimelineStation['status'], { approved_at, approved_name, paid_at }: TaxReturn) {
  if (status === 'approved' && approved_at) {
    return [`Signed as \u201c${approved_name}\u201d on ${dateTimeAndZone(approved_at)}.`];
  }
  if (status === 'payment_due' && paid_at) return [`Paid: noted on ${longDate(paid_at)}. Thank you.`];
  return [];
}

/** What each status means, for people who don't know how a return is prepared. */
const explanations: Record<ReturnStatus, string> = {
  documents_received: 'We have what you sent and are starting to review it.',
  in_preparation: 'A preparer is working on your return.',
  waiting_for_documents: 'We need something more from you before we can continue.',
  ready_for_review: 'It is your turn: read your return and approve it.',
  approved: 'You approved it. We are writing the bill.',
  payment_due: 'We will file it as soon as the fee is paid.',
  e_filed: 'The return is on its way to the tax office.',
  accepted: 'The tax office has accepted it. You are done.',
  rejected: 'The tax office rejected it. We will correct it and file it again.',
};
