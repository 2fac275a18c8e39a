import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { FileText, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { type DocumentItem, documentsQuery } from '#app/documents/queries.ts';
import { jointQuery } from '#app/returns/joint-query.ts';
import type { ReturnEventRow, TaxReturn } from '#app/returns/queries.ts';
import { dataOf } from '#app/shared/api/done.ts';
import { rest } from '#app/shared/api/rest.ts';
import { useDates } from '#app/shared/format/dates.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { displayName } from '#domain/documents/file-display.ts';
import { msg } from '#domain/language/message.ts';
import { inWords, type Translate } from '#domain/language/translate.ts';
import { noteWords } from '#domain/returns/step-note.ts';
import { isReturnStatus, returnStatusNames } from '#domain/returns/tax-return.ts';

export interface ReturnDetailsProps {
  taxReturn: TaxReturn;
  onPreview: (file: DocumentItem) => void;
}

export function ReturnDetails({ taxReturn, onPreview }: ReturnDetailsProps) {
  const { dateAndTime, dateTimeAndZone } = useDates();
  const { approved_at, approved_name, approved_address, paid_at } = taxReturn;
  const needsBoth = taxReturn.document_id !== null && taxReturn.kind === 'personal';
  const { data: joint } = useQuery({ ...jointQuery(taxReturn), enabled: needsBoth });
  return (
    <>
      <ReviewFile taxReturn={taxReturn} onPreview={onPreview} />
      {approved_at && (
        <p className="figures break-words">
          {approved_address ? (
            <Trans>
              <span className="text-muted">Signed:</span> “{approved_name}”,{' '}
              {{ time: dateTimeAndZone(approved_at) }}, from {approved_address}
            </Trans>
          ) : (
            <Trans>
              <span className="text-muted">Signed:</span> “{approved_name}”,{' '}
              {{ time: dateTimeAndZone(approved_at) }}
            </Trans>
          )}
        </p>
      )}
      {joint?.isJoint && (
        <p>
          <Trans>Joint return: the second spouse approves on paper.</Trans>
        </p>
      )}
      {paid_at && (
        <p className="figures">
          <Trans>
            <span className="text-muted">Paid:</span> {{ time: dateAndTime(paid_at) }}
          </Trans>
        </p>
      )}
    </>
  );
}

/** The file that is or was up for review, with a warning if it was changed since. */
function ReviewFile({ taxReturn, onPreview }: ReturnDetailsProps) {
  const { t } = useLingui();
  const { user_id, document_id, document_sha256 } = taxReturn;
  const { data: files } = useQuery({ ...documentsQuery(user_id), enabled: document_id !== null });
  if (document_id === null || !files) return null;
  const file = files.find(({ id }) => id === document_id);
  const isSame = file?.sha256 === document_sha256;
  return (
    <div>
      {file && (
        <Button
          size="small"
          variant="quiet"
          icon={<FileText size={18} aria-hidden />}
          onPress={() => onPreview(file)}
          className="-ml-3 max-w-full text-left"
        >
          <span className="min-w-0 break-words">{file.name}</span>
        </Button>
      )}
      {!isSame && (
        <p className="flex items-start gap-2 font-medium text-danger">
          <TriangleAlert size={16} aria-hidden className="mt-0.5 shrink-0" />
          {file
            ? t`This file changed after it was posted for review. Post it again.`
            : t`The file posted for review no longer exists.`}
        </p>
      )}
    </div>
  );
}

/** Who changed the status of the return, with notes; newest first. */
export function ReturnHistory({ taxReturn }: { taxReturn: TaxReturn }) {
  const [isOpen, setIsOpen] = useState(false);
  const { events } = taxReturn;
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="min-h-6 cursor-pointer font-medium text-link">
        <Trans>
          History (<Plural value={{ count: events.length }} one="# entry" other="# entries" />)
        </Trans>
      </summary>
      {isOpen && <Entries events={[...events].reverse()} />}
    </details>
  );
}

function Entries({ events }: { events: readonly ReturnEventRow[] }) {
  const { t } = useLingui();
  const { dateAndTime } = useDates();
  const ids = [...new Set(events.flatMap(({ actor_id }) => actor_id ?? []))].sort();
  const { data: names } = useQuery({
    queryKey: ['profile-names', ids],
    queryFn: async ({ signal }) => {
      const data = await dataOf(
        rest.from('user_profiles').select('user_id, first_name, last_name, email').in('user_id', ids),
        signal,
      );
      return new Map(data.map((person) => [person.user_id, displayName(person)]));
    },
  });
  const who = ({ actor_id, actor_role }: ReturnEventRow) =>
    names?.get(actor_id ?? '') ?? (actor_role === 'client' ? t`The client` : t`Our office`);
  return (
    <ol className="mt-1 divide-y divide-line">
      {events.map((event) => (
        <li key={event.id} className="py-1.5">
          <div className="flex flex-wrap justify-between gap-x-4">
            <span>
              <span className="font-medium">{whatHappened(event, t)}</span>{' '}
              <span className="text-muted">{t`by ${{ person: who(event) }}`}</span>
            </span>
            <time dateTime={event.at} className="figures text-muted">
              {dateAndTime(event.at)}
            </time>
          </div>
          {event.note && (
            <p className="break-words whitespace-pre-line text-muted">
              “{inWords(noteWords(event.note), t)}”
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}

function whatHappened({ kind, to_status }: ReturnEventRow, t: Translate): string {
  if (kind === 'paid') return t(msg`Payment recorded`);
  if (kind === 'payment_undone') return t(msg`Payment undone`);
  return to_status !== null && isReturnStatus(to_status)
    ? t(returnStatusNames[to_status])
    : t(msg`Status changed`);
}
