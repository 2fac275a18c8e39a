import { dateAndTime } from '#app/shared/format/dates.ts';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { type LogEntry, sentenceOf } from '#domain/office/office-log.ts';
import { personUrl } from '../people/people-links.ts';

/** A log entry as a sentence that links people to their accounts. */
export function LogLine({ entry }: { entry: LogEntry }) {
  const ids = { actor: entry.actor_id, subject: entry.subject_id };
  // The subject of an invitation has no account yet.
  const isAccount = !entry.action.startsWith('staff.invit') && !entry.action.startsWith('mail.');
  return (
    <li className="grid gap-x-4 py-2 sm:grid-cols-[14rem_minmax(0,1fr)]">
      <time dateTime={entry.at} className="figures text-muted">
        {dateAndTime(entry.at)}
      </time>
      <span className="break-words">
        {sentenceOf(entry).map((part, at) => {
          if (typeof part === 'string') return part;
          const id = ids[part.person];
          // The pieces of a sentence never change places.
          const key = `${part.person} ${at}`;
          if (id === null || (part.person === 'subject' && !isAccount))
            return <span key={key}>{part.name}</span>;
          return (
            <SmartLink key={key} to={personUrl(id)} className="link">
              {part.name}
            </SmartLink>
          );
        })}
      </span>
    </li>
  );
}
