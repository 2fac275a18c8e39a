import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { dataOf } from '#app/shared/api/done.ts';
import { rest } from '#app/shared/api/rest.ts';
import { sharedInWords } from '#domain/clients/shared.ts';

interface SharedWithMemberProps {
  clientId: string;
  memberId: string;
}

/** Before someone's access ends: what was shared with them. Nothing until it is known. */
export function SharedWithMember({ clientId, memberId }: SharedWithMemberProps) {
  const { t } = useLingui();
  const { data } = useQuery({
    queryKey: ['shared-with-member', clientId, memberId],
    queryFn: async ({ signal }) => {
      const member = { client_id: clientId, member_id: memberId };
      return (await dataOf(rest.rpc('shared_with_member', member, { get: true }), signal))[0] ?? null;
    },
    staleTime: 0,
  });
  if (!data) return null;
  const shared = sharedInWords(data)
    .map((words) => t(words))
    .join(', ');
  if (shared === '') return null;
  return <p className="mt-3">{t`Shared until now: ${shared}.`}</p>;
}
