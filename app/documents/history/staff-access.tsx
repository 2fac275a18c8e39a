import { useLingui } from '@lingui/react/macro';
import { Card } from '#app/ui/layout/card.tsx';
import { EventList } from './event-list.tsx';
import { staffAccessQuery } from './events-query.ts';

export function StaffAccess({ userId, isOwn = true }: { userId: string; isOwn?: boolean }) {
  const { t } = useLingui();
  const title = isOwn ? t`Who has looked at your files` : t`Who has looked at these files`;
  return (
    <Card as="section" aria-labelledby="file-visits">
      <h2 id="file-visits" className="text-lg">
        {title}
      </h2>
      <div className="mt-4 flex flex-col gap-2">
        <EventList
          label={title}
          query={(limit) => staffAccessQuery(userId, limit)}
          first={5}
          step={20}
          skeleton="h-12"
          none={
            isOwn
              ? t`No one yet. When someone from our office opens, downloads, or changes one of your files, you will see it here.`
              : t`No one yet. When someone from our office opens, downloads, or changes a file, you will see it here.`
          }
        />
      </div>
    </Card>
  );
}
