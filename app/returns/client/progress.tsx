import { business } from '#app/business.ts';
import type { SentDocuments } from '#app/documents/queries.ts';
import { formatRange } from '#app/shared/facts.ts';
import { longDate } from '#app/shared/format/dates.ts';
import { Card } from '#app/ui/layout/card.tsx';
import { Timeline, type TimelineStep } from '#app/ui/layout/timeline.tsx';

export interface ProgressProps {
  sent: SentDocuments | undefined;
  /** How far the client has come (domain/returns/return-progress.ts); undefined while it is loading. */
  station: number | undefined;
}

/** What will happen, before there is a return with its own timeline. */
export function Progress(props: ProgressProps) {
  return (
    <Card as="section" aria-labelledby="progress">
      <h2 id="progress" className="text-lg">
        What happens next
      </h2>
      <div className="mt-5">
        <Timeline label="From your tax form to a filed return" steps={stepsOf(props)} />
      </div>
    </Card>
  );
}

function stepsOf({ sent, station = 0 }: ProgressProps): TimelineStep[] {
  const last = sent?.latest[0];
  const ahead: Omit<TimelineStep, 'state'>[] = [
    { id: 'form', title: 'You fill in your tax form', detail: 'Once a year, in about 15 minutes.' },
    {
      id: 'documents',
      title: 'You send your documents',
      detail: 'As photos or files, all at once or little by little.',
      ...(last && { when: longDate(last.uploaded_at) }),
    },
    {
      id: 'preparation',
      title: 'We prepare your return',
      detail: `Most returns are completed in ${formatRange(business.service.personalReturnDays)} business days.`,
    },
    { id: 'approval', title: 'You read it and approve it' },
    { id: 'payment', title: 'You pay the fee' },
    { id: 'filing', title: 'We file it' },
  ];
  return ahead.map((step, index): TimelineStep => {
    const distance = index + 1 - station;
    const state = distance < 0 ? 'done' : distance === 0 ? 'current' : 'ahead';
    const { detail, ...rest } = step;
    return state === 'done' ? { ...rest, state } : { ...rest, detail, state };
  });
}
