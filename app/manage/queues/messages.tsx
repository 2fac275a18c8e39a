import { useQuery } from '@tanstack/react-query';
import { MessageRow } from './message-row.tsx';
import { type Message, messagesQuery } from './messages-query.ts';
import { NothingWaits, QueueContent, QueueGroup } from './queue-parts.tsx';
import { useAct } from './use-act.ts';

export function Messages() {
  const query = useQuery(messagesQuery());
  const acting = useAct();
  return (
    <QueueContent query={query}>
      {({ waiting, done, clients }) => {
        const row = (message: Message) => (
          <MessageRow
            key={message.id}
            message={message}
            clientId={clients.get(message.email.toLowerCase())}
            {...acting}
          />
        );
        const fresh = waiting.filter(({ status }) => status === 'new');
        const open = waiting.filter(({ status }) => status === 'open');
        return (
          <>
            {waiting.length === 0 && <NothingWaits />}
            {fresh.length > 0 && (
              <QueueGroup title="New" count={fresh.length}>
                {fresh.map(row)}
              </QueueGroup>
            )}
            {open.length > 0 && (
              <QueueGroup title="In hand" count={open.length}>
                {open.map(row)}
              </QueueGroup>
            )}
            {done.length > 0 && <QueueGroup title="Settled lately">{done.map(row)}</QueueGroup>}
          </>
        );
      }}
    </QueueContent>
  );
}
