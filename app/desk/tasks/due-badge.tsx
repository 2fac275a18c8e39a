import { useLingui } from '@lingui/react/macro';
import { useDayWords } from '#app/shared/format/days.ts';
import { Badge } from '#app/ui/feedback/badge.tsx';
import { addDays, yearOf } from '#domain/office-time/days.ts';

interface DueBadgeProps {
  day: string;
  today: string;
}

/** "Today", "Tomorrow", or "Fri, Mar 13"; red if it is over. */
export function DueBadge({ day, today }: DueBadgeProps) {
  const { t } = useLingui();
  const { mediumDay, shortDay } = useDayWords();
  const named = yearOf(day) === yearOf(today) ? shortDay : mediumDay;
  const words = day === today ? t`Today` : day === addDays(today, 1) ? t`Tomorrow` : named(day);
  if (day < today) {
    return (
      <Badge tone="danger">
        <span className="figures">{t`Overdue: ${{ day: words }}`}</span>
      </Badge>
    );
  }
  if (day === today) return <Badge tone="warning">{words}</Badge>;
  return <span className="figures text-sm whitespace-nowrap text-muted">{words}</span>;
}
