import { Trans, useLingui } from '@lingui/react/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { dataOf } from '#app/shared/api/done.ts';
import { messageOf } from '#app/shared/api/error-wording.ts';
import type { RowOf } from '#app/shared/api/read-query.ts';
import { rest } from '#app/shared/api/rest.ts';
import { lastMoment, useDates } from '#app/shared/format/dates.ts';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Checkbox } from '#app/ui/fields/checkbox.tsx';
import type { Relation, Right } from '#domain/clients/membership.ts';
import { relationName, rightsInWords } from '#domain/clients/membership-words.ts';
import { displayName } from '#domain/documents/file-display.ts';
import { type OfficePerson, personUrl } from './people-query.ts';

/** Names and email are empty for none. */
type Grant = RowOf<'granted_access', 'last_year' | 'ends_at'> & { relation: Relation; rights: Right[] };

/** The client's own login, which took the client over. It is not ended with the rest. */
export const isOwnLogin = ({ client_id, member_id }: Grant) => client_id === member_id;

export function grantedAccessQuery(person: string) {
  return queryOptions({
    queryKey: ['office', 'granted-access', person] as const,
    queryFn: async ({ signal }) =>
      (await dataOf(rest.rpc('granted_access', { person }, { get: true }), signal)) as Grant[],
    // Others of the staff give and end access at any time.
    staleTime: 0,
  });
}

interface GrantsOfProps {
  person: OfficePerson;
  isEnding: boolean;
  onChange: (isEnding: boolean) => void;
}

export function GrantsOf({ person, isEnding, onChange }: GrantsOfProps) {
  const { t } = useLingui();
  const { data: grants = [], error } = useQuery(grantedAccessQuery(person.user_id));
  if (error) {
    return (
      <Banner kind="danger" className="mt-3 text-ink">
        {messageOf(error, t)}
      </Banner>
    );
  }
  if (grants.length === 0) return null;
  const title = t`Access that ${{ name: displayName(person) }} gave`;
  return (
    <div className="mt-4 text-ink">
      <h3 className="font-sans text-base font-semibold wrap-anywhere">{title}</h3>
      {/* Scrolls by keyboard, too. */}
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls needs the focus
        tabIndex={0}
        aria-label={title}
        className="mt-1 max-h-60 overflow-y-auto border-y border-line"
      >
        <Grants grants={grants} />
      </section>
      {!grants.every(isOwnLogin) && (
        <Checkbox className="mt-2" isSelected={isEnding} onChange={onChange}>
          <Trans>End all this access too</Trans>
        </Checkbox>
      )}
    </div>
  );
}

export function Grants({ grants }: { grants: readonly Grant[] }) {
  const { t } = useLingui();
  return (
    <ul aria-label={t`Access to clients`} className="divide-y divide-line text-sm">
      {grants.map((grant) => (
        <Line key={`${grant.client_id} ${grant.member_id}`} grant={grant} />
      ))}
    </ul>
  );
}

function Line({ grant }: { grant: Grant }) {
  const { t } = useLingui();
  const { mediumDate } = useDates();
  const { client_name, member_id, member_name, member_email, ends_at, granted_at } = grant;
  return (
    <li className="py-2">
      <SmartLink
        to={`/manage?client=${grant.client_id}&tab=contact#case-client`}
        className="link inline-flex min-h-11 items-center font-semibold wrap-anywhere lg:min-h-7"
      >
        {client_name === '' ? <Trans>Client without a name</Trans> : client_name}
      </SmartLink>
      <span className="block wrap-anywhere">
        {member_name === '' ? member_email : `${member_name} (${member_email})`}
      </span>
      <span className="block text-muted">
        {isOwnLogin(grant) ? (
          <Trans>
            This login became the client’s own. It isn’t ended with the rest: if it’s the wrong person,{' '}
            <SmartLink to={personUrl(member_id)} className="link">
              deactivate their account
            </SmartLink>
            .
          </Trans>
        ) : (
          `${t(relationName(grant.relation))}: ${rightsInWords({
            rights: grant.rights,
            lastYear: grant.last_year,
          })
            .map((words) => t(words))
            .join(' · ')}`
        )}
      </span>
      <span className="block text-muted">
        {ends_at === null
          ? t`Given on ${{ date: mediumDate(granted_at) }}`
          : t`Given on ${{ date: mediumDate(granted_at) }}, until ${{ end: mediumDate(lastMoment(ends_at)) }}`}
      </span>
    </li>
  );
}
