import { useLingui } from '@lingui/react/macro';
import { Pencil } from 'lucide-react';
import { IconButton } from '#app/ui/actions/icon-button.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { Checkbox } from '#app/ui/fields/checkbox.tsx';
import { dateTitle } from '#domain/tasks/words.ts';
import type { ClientDate } from './dates-query.ts';
import { DueBadge } from './due-badge.tsx';

interface DateRowProps {
  date: ClientDate;
  today: string;
  /** Left out in the client's own case. */
  client?: { id: string; name: string };
  onFinish: () => void;
  onEdit?: () => void;
}

/** A date of a client: check it off, and edit it in the case. */
export function DateRow({ date, today, client, onFinish, onEdit }: DateRowProps) {
  const { t } = useLingui();
  const title = dateTitle(date, t);
  return (
    <li className="flex items-start gap-1 py-1">
      <Checkbox
        dense
        aria-label={client ? t`Check off: ${title}, ${{ name: client.name }}` : t`Check off: ${title}`}
        isSelected={false}
        onChange={onFinish}
      />
      <span className="flex min-w-0 flex-1 flex-col gap-1 py-1.5 text-sm">
        {client && (
          <SmartLink
            to={`/manage?client=${client.id}`}
            className="link inline-flex min-h-8 items-center self-start font-semibold wrap-anywhere lg:min-h-6"
          >
            {client.name}
          </SmartLink>
        )}
        <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <span className="wrap-anywhere">{title}</span>
          <DueBadge day={date.due_on} today={today} />
        </span>
      </span>
      {onEdit && (
        <IconButton
          dense
          label={t`Edit: ${title}`}
          icon={<Pencil size={16} aria-hidden />}
          onPress={onEdit}
        />
      )}
    </li>
  );
}
