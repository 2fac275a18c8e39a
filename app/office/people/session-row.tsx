import { Trans, useLingui } from '@lingui/react/macro';
import { Laptop, Smartphone } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLanguage } from '#app/language/language.tsx';
import { done } from '#app/shared/api/done.ts';
import { rest } from '#app/shared/api/rest.ts';
import { useDates } from '#app/shared/format/dates.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Badge } from '#app/ui/feedback/badge.tsx';
import { deviceName } from '#domain/account/device.ts';
import { knownZoneInWords } from '#domain/office-time/time-zone.ts';
import type { ConfirmableAction } from './account-actions.tsx';
import type { PersonSession } from './sessions-query.ts';

interface SessionRowProps {
  session: PersonSession;
  /** The owner, in a list of several people. */
  whose?: ReactNode;
  name: string;
  onAction: (action: ConfirmableAction) => void;
}

export function SessionRow({ session, whose, name, onAction }: SessionRowProps) {
  const { t } = useLingui();
  const { dateAndTime } = useDates();
  const device = deviceName(session.user_agent, t) ?? t`Unknown device`;
  const Icon = /Mobi|iPhone|iPad|Android/.test(session.user_agent ?? '') ? Smartphone : Laptop;
  const zone = knownZoneInWords(session.time_zone, useLanguage());
  const used = dateAndTime(session.last_used_at);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <span className="flex min-w-0 flex-1 basis-64 items-center gap-3">
        <Icon size={20} strokeWidth={1.5} aria-hidden className="shrink-0 text-action" />
        <span className="min-w-0">
          {whose}
          <span className="flex flex-wrap items-center gap-x-2">
            <span>{device}</span>
            {session.is_current && <Badge tone="info">{t`This device`}</Badge>}
          </span>
          <span className="figures block text-muted">
            <Trans>Last used {used}</Trans>
            {zone === undefined ? '' : ` · ${t`Device clock: ${zone}`}`}
          </span>
        </span>
      </span>
      {!session.is_current && (
        <Button
          variant="quiet"
          size="small"
          aria-label={t`Log out ${name}: ${device}, last used ${used}`}
          onPress={() =>
            onAction({
              title: t`Log out ${device}?`,
              confirmLabel: t`Log out`,
              danger: true,
              description: t`${name} will have to log in again on this device.`,
              run: () =>
                done(
                  rest.rpc('end_sessions_of', {
                    target_user_id: session.user_id,
                    target_session_id: session.session_id,
                  }),
                ),
              successMessage: t`${device} was logged out`,
            })
          }
        >
          <Trans>Log out</Trans>
        </Button>
      )}
    </li>
  );
}
