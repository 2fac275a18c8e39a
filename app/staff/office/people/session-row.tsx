import { Laptop, Smartphone } from 'lucide-react';
import type { ReactNode } from 'react';
import { dateAndTime } from '#app/shared/format/dates.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Badge } from '#app/ui/feedback/badge.tsx';
import { deviceName } from '#domain/account/device.ts';
import { placeOfTimeZone } from '#domain/office-time/time-zone.ts';
import type { ConfirmableAction } from './confirm-action-dialog.tsx';
import { peopleActions } from './people-actions.ts';
import type { PersonSession } from './sessions-query.ts';

interface SessionRowProps {
  session: PersonSession;
  /** The owner, in a list of several people. */
  whose?: ReactNode;
  name: string;
  onAction: (action: ConfirmableAction) => void;
}

/** A device with an open session. */
export function SessionRow({ session, whose, name, onAction }: SessionRowProps) {
  const device = deviceName(session.user_agent) ?? 'Unnamed program';
  const Icon = /Mobi|iPhone|iPad|Android/.test(session.user_agent ?? '') ? Smartphone : Laptop;
  const zone = session.time_zone === null ? undefined : placeOfTimeZone(session.time_zone);
  const used = dateAndTime(session.last_used_at);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <span className="flex min-w-0 flex-1 basis-64 items-center gap-3">
        <Icon size={20} strokeWidth={1.5} aria-hidden className="shrink-0 text-action" />
        <span className="min-w-0">
          {whose}
          <span className="flex flex-wrap items-center gap-x-2">
            <span>{device}</span>
            {session.is_current && <Badge tone="info">This device</Badge>}
          </span>
          <span className="figures block text-muted">
            Last used {used}
            {zone === undefined ? '' : `, clock set to ${zone} time`}
          </span>
        </span>
      </span>
      {!session.is_current && (
        <Button
          variant="quiet"
          size="small"
          aria-label={`Sign out ${name}: ${device}, last used ${used}`}
          onPress={() =>
            onAction({
              title: `Sign out ${device}?`,
              confirmLabel: 'Sign out',
              danger: true,
              description: `${name} has to sign in again on this device.`,
              run: () => peopleActions.endSession(session.user_id, session.session_id),
              successMessage: `${device} is signed out`,
            })
          }
        >
          Sign out
        </Button>
      )}
    </li>
  );
}
