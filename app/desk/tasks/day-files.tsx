import { Plural, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Panel } from '#app/ui/layout/panel.tsx';
import { displayName } from '#domain/documents/file-display.ts';
import { waitingClientsQuery } from '../queues/waiting-clients-query.ts';
import type { Who } from './task-params.ts';

/** The list of clients has the rest. */
const MOST = 10;

const preparers: Record<Who, string | undefined> = { mine: 'me', unassigned: 'none', all: undefined };

/** The clients whose documents no one has seen. Nothing if there are none. */
export function DayFiles({ who }: { who: Who }) {
  const { t } = useLingui();
  const { data, error } = useQuery(waitingClientsQuery('new_files', MOST, useOffice(), preparers[who]));
  const clients = data?.clients ?? [];
  if (clients.length === 0 && !error) return null;
  return (
    <Panel id="day-files" title={t`New documents`} level={2}>
      {error && <Banner kind="danger">{messageOf(error, t)}</Banner>}
      <ul aria-labelledby="day-files" className="-my-1 divide-y divide-line text-sm">
        {clients.map(({ overview, ...client }) => {
          const files = overview?.new_files ?? 0;
          return (
            <li key={client.user_id} className="flex items-center gap-3">
              <SmartLink
                to={`/manage?client=${client.user_id}`}
                className="link inline-flex min-h-11 min-w-0 items-center wrap-anywhere lg:min-h-9"
              >
                {displayName(client)}
              </SmartLink>
              <span className="figures ml-auto shrink-0 text-muted">
                <Plural value={files} one="# new file" other="# new files" />
              </span>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
