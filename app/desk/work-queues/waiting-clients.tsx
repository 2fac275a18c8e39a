import { Plural, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { useDates } from '#app/shared/format/dates.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { displayName } from '#domain/documents/file-display.ts';
import { ActionButton } from '../queues/action-button.tsx';
import { CaseLink, EmptyQueue, MoreButton, QueueContent, QueueRow } from '../queues/queue-parts.tsx';
import {
  areAll,
  markSeen,
  PAGE_ROWS,
  startReturn,
  unseenFiles,
  type WaitingClient,
  type Wanted,
  waitingClientsQuery,
} from '../queues/waiting-clients-query.ts';

export function ClientsWithNewFiles() {
  return (
    <WaitingClients
      wanted="new_files"
      facts={({ overview }) => {
        const files = overview?.new_files ?? 0;
        return <Plural value={files} one="# new file" other="# new files" />;
      }}
      actions={(client) => <MarkAllSeen client={client} />}
    />
  );
}

function MarkAllSeen({ client }: { client: WaitingClient }) {
  const { t } = useLingui();
  const marked = useRef<readonly string[]>([]);

  async function mark() {
    const ids = await unseenFiles(client.user_id);
    if (!areAll(ids, client.overview?.new_files ?? 0))
      throw new Error(t`These files have just changed. Please look at them again.`);
    marked.current = ids;
    await markSeen(ids, true);
  }

  return (
    <ActionButton
      label={t`Mark all as seen`}
      about={displayName(client)}
      successMessage={t`${{ name: displayName(client) }}’s files are marked as seen.`}
      run={mark}
      undo={() => markSeen(marked.current, false)}
    />
  );
}

export function ClientsWithForms() {
  const { t } = useLingui();
  const { timeZone } = useOffice();
  const { dateAndTime } = useDates();
  return (
    <WaitingClients
      wanted="forms"
      facts={({ overview }) =>
        overview ? t`Form submitted ${{ when: dateAndTime(overview.form_submitted_at) }}` : ''
      }
      actions={(client) => (
        <ActionButton
          label={t`Open return`}
          about={displayName(client)}
          successMessage={t`${{ name: displayName(client) }}’s return was opened.`}
          run={() => startReturn(client.user_id, timeZone)}
        />
      )}
    />
  );
}

/** Name, address, what came. */
const columns = {
  facts: 'lg:grid-cols-[minmax(0,3fr)_minmax(0,4fr)_minmax(0,5fr)]',
  actions: 'lg:w-36',
};

interface WaitingClientsProps {
  wanted: Wanted;
  facts: (client: WaitingClient) => ReactNode;
  actions: (client: WaitingClient) => ReactNode;
}

function WaitingClients({ wanted, facts, actions }: WaitingClientsProps) {
  const office = useOffice();
  const [limit, setLimit] = useState(PAGE_ROWS);
  const query = useQuery(waitingClientsQuery(wanted, limit, office));
  return (
    <QueueContent query={query}>
      {({ clients, hasMore }) =>
        clients.length === 0 ? (
          <EmptyQueue />
        ) : (
          <>
            <ul className="divide-y divide-line">
              {clients.map((client) => (
                <QueueRow key={client.user_id} columns={columns} actions={actions(client)}>
                  <CaseLink clientId={client.user_id}>{displayName(client)}</CaseLink>
                  <span className="min-w-0 break-all text-muted">{client.email}</span>
                  <span className="figures text-muted">{facts(client)}</span>
                </QueueRow>
              ))}
            </ul>
            {hasMore && <MoreButton onPress={() => setLimit(limit + PAGE_ROWS)} />}
          </>
        )
      }
    </QueueContent>
  );
}
