import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Laptop, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { supabase } from '#app/shared/api/supabase.ts';
import { dateAndTime } from '#app/shared/format/dates.ts';
import { useSession } from '#app/shared/session/session.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { Badge } from '#app/ui/feedback/badge.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Skeleton } from '#app/ui/feedback/skeleton.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { ConfirmDialog } from '#app/ui/overlays/confirm-dialog.tsx';
import { deviceName } from '#domain/account/device.ts';
import { placeOfTimeZone } from '#domain/office-time/time-zone.ts';
import { type OwnSession, ownSessionsQuery } from './own-sessions-query.ts';
import { Part } from './part.tsx';

/** What is to be ended: one device, or all but this. */
type Asked = OwnSession | 'others' | null;

const nameOf = ({ user_agent: agent }: OwnSession) => deviceName(agent) ?? 'Unnamed program';

/** What the device reports about its clock. This does not say where the device is. */
function clockOf({ time_zone: zone }: OwnSession): string {
  const place = zone === null ? undefined : placeOfTimeZone(zone);
  return place === undefined ? '' : `, clock set to ${place} time`;
}

/** Where the person is logged in, and the way to end it there. */
export function Devices() {
  const { user } = useSession();
  const query = ownSessionsQuery(user?.id ?? '');
  const { data: sessions, error } = useQuery(query);
  const queries = useQueryClient();
  const [asked, setAsked] = useState<Asked>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function end(): Promise<void> {
    if (asked === null) return;
    setBusy(true);
    setProblem(null);
    const failed =
      asked === 'others'
        ? (await supabase.auth.signOut({ scope: 'others' })).error
        : (await supabase.rpc('end_my_session', { session_id: asked.id })).error;
    setBusy(false);
    await queries.invalidateQueries({ queryKey: query.queryKey });
    if (failed) {
      setProblem(messageOf(failed));
      return;
    }
    notify(
      'success',
      asked === 'others' ? 'All other devices are logged out.' : `${nameOf(asked)} is logged out.`,
    );
    setAsked(null);
  }

  return (
    <Part
      id="devices"
      title="Where you are logged in"
      action={
        sessions &&
        sessions.length > 1 && (
          <Button variant="quiet" className="-mx-5" onPress={() => setAsked('others')}>
            Log out all others
          </Button>
        )
      }
    >
      {error && <Banner kind="danger">{messageOf(error)}</Banner>}
      {!sessions && !error && <Skeleton className="h-12" />}
      {sessions && (
        <ul className="flex flex-col gap-3">
          {sessions.map((session) => (
            <Device key={session.id} session={session} onEnd={() => setAsked(session)} />
          ))}
        </ul>
      )}
      <ConfirmDialog
        isOpen={asked !== null}
        title={asked === 'others' ? 'Log out all other devices?' : `Log out ${asked ? nameOf(asked) : ''}?`}
        confirmLabel="Log out"
        danger
        busy={busy}
        onConfirm={() => void end()}
        onCancel={() => setAsked(null)}
      >
        Whoever uses it has to log in again. If it is not yours, change your password, too.
        {problem && (
          <Banner kind="danger" announce className="mt-4">
            {problem}
          </Banner>
        )}
      </ConfirmDialog>
    </Part>
  );
}

function Device({ session, onEnd }: { session: OwnSession; onEnd: () => void }) {
  const Icon = /Mobi|iPhone|iPad|Android/.test(session.user_agent ?? '') ? Smartphone : Laptop;
  const name = nameOf(session);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <span className="flex min-w-0 items-center gap-3">
        <Icon size={22} strokeWidth={1.5} aria-hidden className="shrink-0 text-action" />
        <span className="min-w-0">
          {name} {session.is_current && <Badge tone="info">This device</Badge>}
          <span className="figures block text-sm text-muted">
            Last used {dateAndTime(session.last_used_at)}
            {clockOf(session)}
          </span>
        </span>
      </span>
      {!session.is_current && (
        <Button
          variant="quiet"
          className="-mx-5"
          aria-label={`Log out ${name}, last used ${dateAndTime(session.last_used_at)}`}
          onPress={onEnd}
        >
          Log out
        </Button>
      )}
    </li>
  );
}
