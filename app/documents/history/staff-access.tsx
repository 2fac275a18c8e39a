import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Skeleton } from '#app/ui/feedback/skeleton.tsx';
import { Card } from '#app/ui/layout/card.tsx';
import { EventList } from './event-list.tsx';
import { staffAccessQuery } from './events-query.ts';

const FIRST_PAGE = 5;
const NEXT_PAGE = 20;

export function StaffAccess({ userId, isOwn = true }: { userId: string; isOwn?: boolean }) {
  const { t } = useLingui();
  const title = isOwn ? t`Who has looked at your files` : t`Who has looked at these files`;
  const [limit, setLimit] = useState(FIRST_PAGE);
  const { data, error, isFetching } = useQuery(staffAccessQuery(userId, limit));
  return (
    <Card as="section" aria-labelledby="file-visits">
      <h2 id="file-visits" className="text-lg">
        {title}
      </h2>
      <div className="mt-4 flex flex-col gap-2">
        {error && <Banner kind="danger">{messageOf(error, t)}</Banner>}
        {!data && !error && <Skeleton className="h-12" />}
        {data && (
          <EventList
            label={title}
            shown={data}
            none={
              isOwn
                ? t`No one yet. When someone from our office opens, downloads, or changes one of your files, you will see it here.`
                : t`No one yet. When someone from our office opens, downloads, or changes a file, you will see it here.`
            }
            isLoading={isFetching}
            onMore={() => setLimit(limit + NEXT_PAGE)}
          />
        )}
      </div>
    </Card>
  );
}
