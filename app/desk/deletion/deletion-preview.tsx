import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useDayWords } from '#app/shared/format/days.ts';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { dollarsAndCents } from '#domain/billing/money.ts';
import { deletionRefusal } from '#domain/clients/deletion.ts';
import { CountedRecords, PreviewPart, type RecordCounts } from '../client-records.tsx';

/** Rows of one kind that the law keeps until the same day. */
interface Kept {
  readonly kind: 'return' | 'form' | 'document' | 'signature' | 'consent' | 'bills';
  readonly return_kind: string | null;
  readonly year: number | null;
  /** "2034-06-30", the last day. */
  readonly until: string;
  readonly rows: number;
  /** Of a return. */
  readonly has_document: boolean | null;
}

/** What a deletion would do (`preview_client_deletion`, migration 0074_kept_by_law). */
export interface DeletionPreview {
  readonly problems: readonly string[];
  /** Whether another super user has to agree. */
  readonly needs_second: boolean;
  /** The addresses of the logins. */
  readonly logins: readonly string[];
  /** Names of clients that were merged into this one. */
  readonly merged: readonly string[];
  readonly deletes: RecordCounts;
  readonly kept: readonly Kept[];
  readonly owes_cents: number;
  /** What the client has on account. */
  readonly credit_cents: number;
  /** Names of others who see this client today. */
  readonly people: readonly string[];
  /** Names of clients that this login sees today. */
  readonly other_clients: readonly string[];
}

/** What would be deleted, and what stays until when, in plain words. */
export function DeletionPreviewText({ preview }: { preview: DeletionPreview }) {
  const { t, i18n } = useLingui();
  const { mediumDay: day } = useDayWords();
  const { problems, deletes, kept, logins, merged, people, other_clients: clients } = preview;
  const { owes_cents: owes, credit_cents: credit } = preview;
  const list = (names: readonly string[]) => new Intl.ListFormat(i18n.locale).format(names);
  if (problems.length > 0) {
    return (
      <Banner kind="warning" title={t`This client can’t be deleted now`} announce>
        {problems.map((code) => {
          const words = deletionRefusal(code);
          return words && <p key={code}>{t(words)}</p>;
        })}
      </Banner>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <PreviewPart title={t`Will be deleted for good`}>
        {logins.map((login) => (
          <li key={login} className="break-words">
            <Trans>
              The login {{ login }} with its email and phone number. The person can’t log in anymore.
            </Trans>
          </li>
        ))}
        {merged.length > 0 && (
          <li className="break-words">{t`What was merged into this client: ${{ clients: list(merged) }}`}</li>
        )}
        <CountedRecords counts={deletes} />
        <li>{t`Address, contacts, tags, tasks, dates, and reminders`}</li>
        {people.length > 0 && (
          <li className="break-words">
            <Trans>The access of {{ people: list(people) }} to this client. Their own logins stay.</Trans>
          </li>
        )}
        {clients.length > 0 && (
          <li className="break-words">
            <Trans>The person’s access to {{ clients: list(clients) }}. These clients stay.</Trans>
          </li>
        )}
      </PreviewPart>
      <PreviewPart title={t`Stays, because the law requires it`}>
        {kept.map((part) => (
          <li key={JSON.stringify(part)}>
            <KeptText part={part} />,{' '}
            <span className="whitespace-nowrap text-muted">{t`until ${{ day: day(part.until) }}`}</span>
          </li>
        ))}
        {kept.length > 0 ? (
          <li>{t`The client’s name, as long as one of these stays. Each is deleted after its day.`}</li>
        ) : (
          <li>{t`Nothing. No law requires us to keep anything of this client.`}</li>
        )}
      </PreviewPart>
      {owes > 0 && (
        <Banner kind="warning">
          <Trans>
            {{ amount: dollarsAndCents(owes) }} is still open. The bill stays and can be paid, but no one is
            reminded of it.
          </Trans>
        </Banner>
      )}
      {credit > 0 && (
        <Banner kind="warning">
          <Trans>
            The client has {{ amount: dollarsAndCents(credit) }} on account. Pay it back before or after.
          </Trans>
        </Banner>
      )}
      <p className="text-sm text-muted">
        <Trans>
          Stored files are gone within a day. Backups keep copies until those backups are deleted.
        </Trans>
      </p>
    </div>
  );
}

function KeptText({ part: { kind, return_kind, rows, ...part } }: { part: Kept }) {
  const year = part.year ?? '';
  switch (kind) {
    case 'return':
      return (
        <>
          {return_kind === 'business' ? (
            <Trans>Business return {{ year }}</Trans>
          ) : (
            <Trans>Personal return {{ year }}</Trans>
          )}
          {part.has_document && <Trans>, with its document</Trans>}
        </>
      );
    case 'form':
      return <Trans>Tax form {{ year }}</Trans>;
    case 'document':
      return (
        <Plural
          value={rows}
          one="# file that belongs to a return or a signature"
          other="# files that belong to a return or a signature"
        />
      );
    case 'signature':
      return (
        <>
          <Plural value={rows} one="# signed document" other="# signed documents" /> ({year})
        </>
      );
    case 'consent':
      return <Plural value={rows} one="# signed consent" other="# signed consents" />;
    case 'bills':
      return <Trans>Bills and payments</Trans>;
  }
}
