import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { useDates } from '#app/shared/format/dates.ts';
import { LoadedRows } from '#app/shared/parts/loaded.tsx';
import { useSession } from '#app/shared/session/session.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { Badge } from '#app/ui/feedback/badge.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Skeleton } from '#app/ui/feedback/skeleton.tsx';
import { NothingHere, Panel } from '#app/ui/layout/panel.tsx';
import { roleName } from '#domain/account/role-names.ts';
import { displayName } from '#domain/documents/file-display.ts';
import {
  ConfirmActionDialog,
  type ConfirmableAction,
  RoleMenu,
  useAccountActions,
} from './account-actions.tsx';
import { EmailDialog } from './email-dialog.tsx';
import { Grants, grantedAccessQuery, isOwnLogin } from './grants.tsx';
import { HandOver } from './hand-over.tsx';
import { logUrl, type OfficePerson, personQuery } from './people-query.ts';
import { SessionRow, sessionsQuery } from './sessions.tsx';

/** One person's account: what it is, what can be done to it, and where it is signed in. */
export function PersonView({ userId, back }: { userId: string; back: string }) {
  const { t } = useLingui();
  const { data: person, error } = useQuery(personQuery(userId));
  const [action, setAction] = useState<ConfirmableAction | null>(null);
  const [correcting, setCorrecting] = useState(false);
  return (
    <>
      <SmartLink to={back} className="link inline-flex min-h-11 items-center gap-1.5 self-start text-sm">
        <ArrowLeft size={16} aria-hidden />
        <Trans>All people</Trans>
      </SmartLink>
      {error && <Banner kind="danger">{messageOf(error, t)}</Banner>}
      {person === undefined && !error && <Skeleton className="h-40" />}
      {person === null && <NothingHere>{t`This account doesn’t exist.`}</NothingHere>}
      {person && (
        <>
          <Panel id="office-person" title={displayName(person)} level={2}>
            <Facts person={person} onAction={setAction} onCorrect={() => setCorrecting(true)} />
          </Panel>
          <HandOver person={person} />
          <GrantedAccess person={person} onAction={setAction} />
          <Sessions person={person} onAction={setAction} />
        </>
      )}
      {action && <ConfirmActionDialog action={action} onClose={() => setAction(null)} />}
      {person && correcting && <EmailDialog person={person} onClose={() => setCorrecting(false)} />}
    </>
  );
}

interface PartProps {
  person: OfficePerson;
  onAction: (action: ConfirmableAction) => void;
}

function Facts({ person, onAction, onCorrect }: PartProps & { onCorrect: () => void }) {
  const { t } = useLingui();
  const { longDate, dateAndTime } = useDates();
  const { user } = useSession();
  const acts = useAccountActions(person);
  const isOwn = person.user_id === user?.id;
  const actionButton = (label: string, onPress: () => void) => (
    <Button variant="secondary" size="small" onPress={onPress}>
      {label}
    </Button>
  );
  return (
    <>
      <dl className="divide-y divide-line text-sm">
        <Fact
          name={t`Email`}
          action={!isOwn && actionButton(t({ message: 'Correct', context: 'verb' }), onCorrect)}
        >
          <span className="break-all">{person.email}</span>
          {person.new_email !== null && (
            <span className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1">
              <Badge tone="warning">{t`Not confirmed yet`}</Badge>
              <span className="break-all">{person.new_email}</span>
              <Button variant="quiet" size="small" onPress={() => onAction(acts.endOfCorrection)}>
                <Trans>Remove</Trans>
              </Button>
            </span>
          )}
        </Fact>
        <Fact name={t`Role`} action={<RoleMenu person={person} variant="secondary" onAction={onAction} />}>
          {roleName(person.role, t)}
        </Fact>
        <Fact
          name={t`Account`}
          action={
            !isOwn &&
            (person.deactivated
              ? actionButton(t`Reactivate`, () => onAction(acts.reactivation))
              : actionButton(t`Deactivate`, () => onAction(acts.deactivation)))
          }
        >
          {person.deactivated ? (
            <Badge tone="danger">{t`Deactivated`}</Badge>
          ) : (
            t({ message: 'Active', context: 'account' })
          )}
        </Fact>
        <Fact
          name={t`Two-step login`}
          action={
            !isOwn &&
            person.has_factor &&
            actionButton(t({ message: 'Reset', context: 'two-step login' }), () => onAction(acts.factorReset))
          }
        >
          {person.has_factor ? t`Authenticator app` : t({ message: 'None', context: 'two-step login' })}
        </Fact>
        <Fact name={t`Signed up`}>{longDate(person.created_at)}</Fact>
        <Fact name={t`Last login`}>
          {person.last_sign_in_at === null ? t`Never` : dateAndTime(person.last_sign_in_at)}
        </Fact>
      </dl>
      {isOwn && (
        <p className="text-sm text-muted">
          <Trans>
            This is your own account. To change your email, password, or authenticator app, go to your{' '}
            <SmartLink to="/account" className="link">
              account page
            </SmartLink>
            .
          </Trans>
        </p>
      )}
      <p className="flex flex-wrap gap-x-5 text-sm">
        <SmartLink
          to={`/manage?client=${person.user_id}`}
          className="link inline-flex min-h-11 items-center lg:min-h-8"
        >
          <Trans>Files and forms</Trans>
        </SmartLink>
        <SmartLink to={logUrl(person.user_id)} className="link inline-flex min-h-11 items-center lg:min-h-8">
          <Trans>See the log</Trans>
        </SmartLink>
      </p>
    </>
  );
}

function Fact({ name, action, children }: { name: string; action?: ReactNode; children: ReactNode }) {
  return (
    <div className="grid min-h-11 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 py-1.5 sm:grid-cols-[8rem_minmax(0,1fr)_auto]">
      <dt className="text-muted max-sm:col-start-1">{name}</dt>
      <dd className="min-w-0 max-sm:col-start-1">{children}</dd>
      {action && <dd className="max-sm:col-start-2 max-sm:row-span-2 max-sm:row-start-1">{action}</dd>}
    </div>
  );
}

function Sessions({ person, onAction }: PartProps) {
  const { t } = useLingui();
  const acts = useAccountActions(person);
  const query = useInfiniteQuery(sessionsQuery({ person: person.user_id }));
  const sessions = query.data;
  return (
    <Panel
      id="office-person-sessions"
      title={t`Logged in on`}
      level={2}
      actions={
        sessions &&
        sessions.length > 1 && (
          <Button variant="secondary" size="small" onPress={() => onAction(acts.endOfSessions)}>
            <Trans>Log out everywhere</Trans>
          </Button>
        )
      }
    >
      <LoadedRows query={query} skeleton="h-12" none={t`No devices.`}>
        {(session) => <SessionRow key={session.session_id} session={session} onAction={onAction} />}
      </LoadedRows>
    </Panel>
  );
}

/** What a person of the staff, also a former one, gave access to. Renders nothing if nothing of it counts anymore. */
function GrantedAccess({ person, onAction }: PartProps) {
  const { t } = useLingui();
  const acts = useAccountActions(person);
  const { data: grants = [], error } = useQuery(grantedAccessQuery(person.user_id));
  if (error) return <Banner kind="danger">{messageOf(error, t)}</Banner>;
  if (grants.length === 0) return null;
  return (
    <Panel
      id="office-granted-access"
      title={t`Access that ${{ name: displayName(person) }} gave`}
      level={2}
      actions={
        !grants.every(isOwnLogin) && (
          <Button variant="secondary" size="small" onPress={() => onAction(acts.endOfGrants)}>
            <Trans>End all access</Trans>
          </Button>
        )
      }
    >
      <Grants grants={grants} />
    </Panel>
  );
}
