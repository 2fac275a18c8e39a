import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Laptop, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { useLanguage } from '#app/language/language.tsx';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { invalidate } from '#app/shared/api/query-client.tsx';
import { readQuery } from '#app/shared/api/read-query.ts';
import { rest } from '#app/shared/api/rest.ts';
import { useAction } from '#app/shared/api/use-action.ts';
import { useDates } from '#app/shared/format/dates.ts';
import { useSession } from '#app/shared/session/session.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { Badge } from '#app/ui/feedback/badge.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { Skeleton } from '#app/ui/feedback/skeleton.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { ConfirmDialog } from '#app/ui/overlays/confirm-dialog.tsx';
import type { Database } from '#contract/generated/database.ts';
import { deviceName } from '#domain/account/device.ts';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import { knownZoneInWords } from '#domain/office-time/time-zone.ts';
import { logOutOthers } from '../auth-service.ts';
import { Part } from './part.tsx';

type Target = OwnSession | 'others' | null;

const nameOf = ({ user_agent: agent }: OwnSession, t: Translate) =>
  deviceName(agent, t) ?? t(msg`Unknown device`);

export function Devices() {
  const { t } = useLingui();
  const { user } = useSession();
  const query = ownSessionsQuery(user?.id ?? '');
  const { data: sessions, error } = useQuery(query);
  const [target, setTarget] = useState<Target>(null);
  const { run, busy, problem } = useAction(() => invalidate(query.queryKey));

  async function end(): Promise<void> {
    if (target === null) return;
    const isDone = await run(() => (target === 'others' ? logOutOthers() : endSession(target.id)));
    if (!isDone) return;
    notify(
      'success',
      target === 'others'
        ? t`All your other devices are logged out.`
        : t`${{ device: nameOf(target, t) }} is logged out.`,
    );
    setTarget(null);
  }

  return (
    <Part
      id="devices"
      title={t`Where you’re logged in`}
      action={
        sessions &&
        sessions.length > 1 && (
          <Button variant="quiet" className="-mx-5" onPress={() => setTarget('others')}>
            <Trans>Log out all others</Trans>
          </Button>
        )
      }
    >
      {error && <Banner kind="danger">{messageOf(error, t)}</Banner>}
      {!sessions && !error && <Skeleton className="h-12" />}
      {sessions && (
        <ul className="flex flex-col gap-3">
          {sessions.map((session) => (
            <Device key={session.id} session={session} onEnd={() => setTarget(session)} />
          ))}
        </ul>
      )}
      <ConfirmDialog
        isOpen={target !== null}
        title={
          target === 'others'
            ? t`Log out all other devices?`
            : t`Log out ${{ device: target ? nameOf(target, t) : '' }}?`
        }
        confirmLabel={t`Log out`}
        danger
        busy={busy}
        onConfirm={() => void end()}
        onCancel={() => setTarget(null)}
      >
        <Trans>Anyone using it will have to log in again. If it isn’t yours, change your password too.</Trans>
        <Problem className="mt-4">{problem}</Problem>
      </ConfirmDialog>
    </Part>
  );
}

function Device({ session, onEnd }: { session: OwnSession; onEnd: () => void }) {
  const { t } = useLingui();
  const { dateAndTime } = useDates();
  const Icon = /Mobi|iPhone|iPad|Android/.test(session.user_agent ?? '') ? Smartphone : Laptop;
  const name = nameOf(session, t);
  const time = dateAndTime(session.last_used_at);
  /** What the device reports about its clock. This does not say where the device is. */
  const zone = knownZoneInWords(session.time_zone, useLanguage());
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <span className="flex min-w-0 items-center gap-3">
        <Icon size={22} strokeWidth={1.5} aria-hidden className="shrink-0 text-action" />
        <span className="min-w-0">
          {name} {session.is_current && <Badge tone="info">{t`This device`}</Badge>}
          <span className="figures block text-sm text-muted">
            {zone === undefined ? t`Last used ${time}` : t`Last used ${time} · Device clock: ${zone}`}
          </span>
        </span>
      </span>
      {!session.is_current && (
        <Button
          variant="quiet"
          className="-mx-5"
          aria-label={t`Log out ${name}, last used ${time}`}
          onPress={onEnd}
        >
          <Trans>Log out</Trans>
        </Button>
      )}
    </li>
  );
}

async function endSession(id: string): Promise<void> {
  const { error } = await rest.rpc('end_my_session', { session_id: id });
  // P0002: it was ended before, and the answer was lost.
  if (error && error.code !== 'P0002') throw error;
}

type OwnSession = Database['public']['Functions']['my_sessions']['Returns'][number];

/** The person's sessions: this device first, the others by last use. */
const ownSessionsQuery = (userId: string) => ({
  ...readQuery(['account', 'sessions', userId], () => rest.rpc('my_sessions')),
  select: (sessions: OwnSession[]) =>
    [...sessions].sort((a, b) => Number(b.is_current) - Number(a.is_current)),
});
