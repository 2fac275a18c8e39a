import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Mail, TriangleAlert, Users } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useFormats } from '#app/language/language.tsx';
import { dataOf } from '#app/shared/api/done.ts';
import { functionQuery } from '#app/shared/api/read-query.ts';
import { rest } from '#app/shared/api/rest.ts';
import { focusOnMount } from '#app/shared/focus/focus-on-mount.ts';
import { useDates } from '#app/shared/format/dates.ts';
import type { Profile } from '#app/shared/session/profile.ts';
import { RoleBadge } from '#app/shared/session/role-badge.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { showPhone } from '#domain/contact/phone.ts';
import { displayName } from '#domain/documents/file-display.ts';
import { isLanguage, languageNames, sourceLanguage } from '#domain/language/language.ts';
import { useGetsEmails } from '../members/members-query.ts';

export interface CaseHeadingProps {
  client: Profile;
  onWrite: () => void;
  onClear: () => void;
}

export function CaseHeading({ client, onWrite, onClear }: CaseHeadingProps) {
  const getsEmails = useGetsEmails(client);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 print:hidden">
      <div className="min-w-0">
        <h2 ref={focusOnMount} tabIndex={-1} className="text-lg leading-tight break-words">
          <Trans>Managing files for {{ name: displayName(client) }}</Trans>
        </h2>
        <ContactLine client={client}>
          <CaseVisitors clientId={client.user_id} />
        </ContactLine>
      </div>
      <div className="flex flex-wrap gap-2">
        {getsEmails && (
          <Button
            variant="secondary"
            size="small"
            icon={<Mail size={18} aria-hidden />}
            onPress={onWrite}
            className="max-lg:hidden"
          >
            <Trans>Email client</Trans>
          </Button>
        )}
        <Button variant="secondary" size="small" onPress={onClear} className="max-lg:min-h-11">
          <Trans>Clear Selection</Trans>
        </Button>
      </div>
    </div>
  );
}

/** How to reach a client. */
export function ContactLine({ client, children }: { client: Profile; children?: ReactNode }) {
  const { t } = useLingui();
  const { longDate } = useDates();
  return (
    <p className="flex flex-wrap items-center gap-x-4 text-sm text-muted">
      {client.email === '' ? (
        <span>{t`No email`}</span>
      ) : (
        <SmartLink to={`mailto:${client.email}`} className="link break-all">
          {client.email}
        </SmartLink>
      )}
      {client.phone === '' ? (
        <span>{showPhone(client.phone, t)}</span>
      ) : (
        <SmartLink to={`tel:${client.phone}`} className="link figures whitespace-nowrap">
          {showPhone(client.phone, t)}
        </SmartLink>
      )}
      <span className="max-lg:hidden">{t`Client since ${{ date: longDate(client.created_at) }}`}</span>
      {client.referred_by && (
        <span className="break-words">{t`Referred by ${{ referrer: client.referred_by }}`}</span>
      )}
      {/* Of our emails to the client, and of the pages they see. */}
      {isLanguage(client.language) && client.language !== sourceLanguage && (
        <span className="font-semibold">
          <Trans>Language: {{ language: languageNames[client.language] }}</Trans>
        </span>
      )}
      <RoleBadge role={client.role} />
      {children}
    </p>
  );
}

/** Shown if a mail server has rejected the client’s address. */
export function BadAddress({ clientId }: { clientId: string }) {
  const { longDate } = useDates();
  const { data = [] } = useQuery(
    functionQuery(['case', clientId, 'bad-address'], 'bad_address_of', { client_id: clientId }),
  );
  const [bad] = data;
  if (!bad) return null;
  return (
    <p className="flex max-w-(--container-text) items-start gap-2 text-sm text-danger print:hidden">
      <TriangleAlert size={18} aria-hidden className="mt-0.5 shrink-0" />
      <span className="min-w-0 wrap-anywhere">
        <Trans>
          Emails to this address have bounced since {{ date: longDate(bad.since) }}. Ask the client for the
          correct one.
        </Trans>
        <span className="block text-xs text-muted">
          <Trans>The server’s response: {{ response: bad.reason }}</Trans>
        </span>
      </span>
    </p>
  );
}

/** The database forgets a visit after 75 seconds. */
const VISIT_MS = 30_000;

/** Colleagues who have the case open, too. Tells them of the reader while the page is visible. */
function CaseVisitors({ clientId }: { clientId: string }) {
  const { t } = useLingui();
  const { andList } = useFormats();
  const { data: visitors = [] } = useQuery({
    queryKey: ['case', clientId, 'visitors'] as const,
    queryFn: ({ signal }) => dataOf(rest.rpc('visit_case', { client_id: clientId }), signal),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: VISIT_MS,
  });
  useEffect(
    () => () => {
      // If this fails, the visit ends a minute later. The request begins with `then`.
      rest.rpc('visit_case', { client_id: clientId, leave: true }).then(undefined, () => undefined);
    },
    [clientId],
  );
  return (
    <span role="status" className="inline-flex items-center gap-1 font-semibold text-warning">
      {visitors.length > 0 && (
        <>
          <Users size={16} aria-hidden className="shrink-0" />
          <span className="min-w-0 wrap-anywhere">
            {t`Also open: ${{ names: andList(visitors.map(({ name }) => name)) }}`}
          </span>
        </>
      )}
    </span>
  );
}
