import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { accessRequestsQuery } from './members-query.ts';

/** Above the next step: people whose access waits for an answer. It is given further down, where all of them are. */
export function AccessNotice({ userId, clientId }: { userId: string; clientId: string }) {
  const { data: requests = [] } = useQuery(accessRequestsQuery(clientId, userId));
  const [first] = requests;
  if (!first) return null;
  const { name } = first;
  return (
    <div className="flex flex-wrap items-center gap-4 rounded-card border-2 border-action bg-surface p-5">
      <UserPlus size={28} strokeWidth={1.5} aria-hidden className="shrink-0 text-action" />
      <p className="min-w-0 flex-1 basis-48">
        <span className="block font-semibold wrap-anywhere">
          {requests.length === 1 ? (
            <Trans>Should {name} have access? Please decide.</Trans>
          ) : (
            <Plural
              value={requests.length}
              one="# person is waiting for your decision about access"
              other="# people are waiting for your decision about access"
            />
          )}
        </span>
        <span className="text-muted">
          <Trans>Nothing changes until you allow it.</Trans>
        </span>
      </p>
      <LinkButton to="#people-with-access" className="max-sm:w-full">
        <Trans>Review request</Trans>
      </LinkButton>
    </div>
  );
}
