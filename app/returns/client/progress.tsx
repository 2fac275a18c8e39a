import { Trans, useLingui } from '@lingui/react/macro';
import type { SentDocuments } from '#app/documents/queries.ts';
import { formatRange } from '#app/shared/facts.ts';
import { type DateFormats, useDates } from '#app/shared/format/dates.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { Card } from '#app/ui/layout/card.tsx';
import { Timeline, type TimelineStep } from '#app/ui/layout/timeline.tsx';
import type { Office } from '#domain/business/office.ts';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';

export interface ProgressProps {
  sent: SentDocuments | undefined;
  /** How far the client has come (domain/returns/return-progress.ts); undefined while it is loading. */
  station: number | undefined;
}

/** What will happen, before there is a return with its own timeline. */
export function Progress(props: ProgressProps) {
  const office = useOffice();
  const dates = useDates();
  const { t } = useLingui();
  return (
    <Card as="section" aria-labelledby="progress">
      <h2 id="progress" className="text-lg">
        <Trans>What happens next</Trans>
      </h2>
      <div className="mt-5">
        <Timeline label={t`From your tax form to a filed return`} steps={stepsOf(props, office, dates, t)} />
      </div>
    </Card>
  );
}

function stepsOf(
  { sent, station = 0 }: ProgressProps,
  { service }: Office,
  { longDate }: DateFormats,
  t: Translate,
): TimelineStep[] {
  const last = sent?.latest[0];
  const ahead: Omit<TimelineStep, 'state'>[] = [
    {
      id: 'form',
      title: t(msg`You fill out your tax form`),
      detail: t(msg`Once a year. It takes about 15 minutes.`),
    },
    {
      id: 'documents',
      title: t(msg`You send your documents`),
      detail: t(msg`Upload photos or files, all at once or a few at a time.`),
      ...(last && { when: longDate(last.uploaded_at) }),
    },
    {
      id: 'preparation',
      title: t(msg`We prepare your return`),
      detail: t(
        msg`Most returns are completed in ${{ days: formatRange(service.personalReturnDays) }} business days.`,
      ),
    },
    { id: 'approval', title: t(msg`You read it and approve it`) },
    { id: 'payment', title: t(msg`You pay the fee`) },
    { id: 'filing', title: t(msg`We file it`) },
  ];
  return ahead.map((step, index): TimelineStep => {
    const distance = index + 1 - station;
    const state = distance < 0 ? 'done' : distance === 0 ? 'current' : 'ahead';
    const { detail, ...rest } = step;
    return state === 'done' ? { ...rest, state } : { ...rest, detail, state };
  });
}
