import { useLingui } from '@lingui/react/macro';
import { useLanguage } from '#app/language/language.tsx';
import { Badge } from '#app/ui/feedback/badge.tsx';
import { locales } from '#domain/language/language.ts';
import { addDays, midnightUtc, yearOf } from '#domain/office-time/days.ts';

interface DueBadgeProps {
  day: string;
  today: string;
}

/** "Today", "Tomorrow", or "Fri, Mar 13"; red if it is over. */
export function DueBadge({ day, today }: DueBadgeProps) {
  const { t } = useLingui();
  const language = useLanguage();
  const format = new Intl.DateTimeFormat(locales[language], {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
    ...(yearOf(day) !== yearOf(today) && { weekday: undefined, year: 'numeric' }),
  });
  const words =
    day === today ? t`Today` : day === addDays(today, 1) ? t`Tomorrow` : format.format(midnightUtc(day));
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
