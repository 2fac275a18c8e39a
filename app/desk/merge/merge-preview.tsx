import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { queryOptions } from '@tanstack/react-query';
import { dataOf } from '#app/shared/api/done.ts';
import { rest } from '#app/shared/api/rest.ts';
import { useDates } from '#app/shared/format/dates.ts';
import type { Profile } from '#app/shared/session/profile.ts';
import { Badge } from '#app/ui/feedback/badge.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { mergeRefusal } from '#domain/clients/merge.ts';
import { showPhone } from '#domain/contact/phone.ts';
import { displayName } from '#domain/documents/file-display.ts';
import { isLanguage, languageNames } from '#domain/language/language.ts';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import { CountedRecords, PreviewPart, type RecordCounts } from '../client-records.tsx';

/** In the order of the preview. */
const movedKinds = [
  'documents',
  'renamed',
  'trashed',
  'forms',
  'drafts',
  'returns',
  'checklist_items',
  'notes',
  'letters',
  'messages',
  'bills',
  'signature_requests',
  'tax_numbers',
] as const;

/** What a merge would do (`preview_client_merge`, migration 0038_client_merges). */
export interface MergePreview {
  readonly problems: readonly string[];
  readonly source_has_login: boolean;
  readonly target_has_login: boolean;
  readonly moves: RecordCounts;
  readonly stays: {
    readonly forms: readonly number[];
    readonly drafts: readonly number[];
    readonly returns: readonly { readonly year: number; readonly kind: string }[];
    /** The source's full tax number: the target has one, or other last digits. */
    readonly tax_number: boolean;
  };
  /** What the target has none of and gets from the source; contacts and tags are added. */
  readonly details: Readonly<
    Partial<Record<'addresses' | 'contacts' | 'tags', true>> &
      // `texts_to` is the number of a consent to texts.
      Partial<Record<'phone' | 'email' | 'language' | 'texts_to', string>> &
      Partial<Record<'preparer' | 'reviewer' | 'client_since' | 'tax_id_last4', string>>
  >;
  /** Who will see the client that stays. */
  readonly people: readonly {
    readonly user_id: string;
    readonly name: string;
    readonly email: string;
    readonly relation: string;
    readonly last_year: number | null;
    /** Doesn't see that client yet. */
    readonly is_new: boolean;
  }[];
}

/** `source` would be archived, `target` stays. */
export function previewQuery({ source, target }: { source: string; target: string }) {
  return queryOptions({
    queryKey: ['merge', 'preview', source, target] as const,
    queryFn: async ({ signal }) => {
      const data = await dataOf(rest.rpc('preview_client_merge', { source, target }, { get: true }), signal);
      return data as unknown as MergePreview;
    },
    // Both may be worked on by others.
    staleTime: 0,
  });
}

interface PreviewProps {
  preview: MergePreview;
  /** Would be archived. */
  source: Profile;
  target: Profile;
}

/** What a merge would do, in plain words. */
export function PreviewText({ preview, source, target }: PreviewProps) {
  const { t } = useLingui();
  const { problems, moves, details, stays, people } = preview;
  const filledIn = useFilledIn(details);
  const name = { source: displayName(source), target: displayName(target) };
  const left = leftBehind(stays, t);
  if (problems.length > 0) {
    return (
      <Banner kind="warning" title={t`These clients can’t be merged now`} announce>
        {problems.map((code) => {
          const words = mergeRefusal(code);
          return words && <p key={code}>{t(words)}</p>;
        })}
      </Banner>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <PreviewPart title={t`Moves to ${{ name: name.target }}`}>
        {!movedKinds.some((kind) => moves[kind]) && (
          <li>
            <Trans>Nothing. {{ name: name.source }} has no files, forms, or notes.</Trans>
          </li>
        )}
        <CountedRecords counts={moves} order={movedKinds} />
      </PreviewPart>
      {filledIn.length > 0 && (
        <PreviewPart title={t`Added to the details of ${{ name: name.target }}`}>
          {filledIn.map((line) => (
            <li key={line} className="wrap-anywhere">
              {line}
            </li>
          ))}
        </PreviewPart>
      )}
      {left.length > 0 && (
        <PreviewPart title={t`Stays with ${{ name: name.source }}, because both have one`}>
          {left.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </PreviewPart>
      )}
      <PreviewPart title={t`Who will see ${{ name: name.target }} afterwards`}>
        {people.map((person) => (
          <PersonLine key={person.user_id} person={person} />
        ))}
        {people.length === 0 && <li>{t`Only your office. No one has a login.`}</li>}
      </PreviewPart>
    </div>
  );
}

/** The details that the client who stays doesn't have yet. */
function useFilledIn(details: MergePreview['details']): string[] {
  const { t } = useLingui();
  const { longDate } = useDates();
  const { phone, email, language, texts_to, addresses, contacts, tags } = details;
  const { preparer, reviewer, client_since, tax_id_last4 } = details;
  return [
    phone && t`Phone: ${{ phone: showPhone(phone, t) }}`,
    email && t`Email: ${{ email }}`,
    language && t`Language: ${{ language: isLanguage(language) ? languageNames[language] : language }}`,
    texts_to && t`Consent to texts to ${{ phone: showPhone(texts_to, t) }}`,
    addresses && t`Address`,
    contacts && t`Contacts`,
    tags && t`Tags`,
    preparer && t`Preparer: ${{ name: preparer }}`,
    reviewer && t`Reviewer: ${{ name: reviewer }}`,
    client_since && t`Client since ${{ day: longDate(`${client_since}T12:00:00Z`) }}`,
    tax_id_last4 && t`Tax ID ends in ${{ digits: tax_id_last4 }}`,
  ].filter((line) => typeof line === 'string');
}

function leftBehind({ forms, drafts, returns, tax_number }: MergePreview['stays'], t: Translate): string[] {
  return [
    ...forms.map((year) => t(msg`Tax form ${{ year }}`)),
    ...drafts.map((year) => t(msg`Unsent tax form ${{ year }}`)),
    ...returns.map(({ year, kind }) =>
      kind === 'business'
        ? t(msg`Business return ${{ year }}, with its document`)
        : t(msg`Personal return ${{ year }}, with its document`),
    ),
    ...(tax_number ? [t(msg`The tax ID`)] : []),
  ];
}

const relations: Readonly<Record<string, MessageDescriptor>> = {
  self: msg({ message: 'the client', context: 'who someone is' }),
  spouse: msg({ message: 'spouse', context: 'who someone is' }),
  owner: msg({ message: 'owner', context: 'who someone is' }),
  helper: msg({ message: 'helper', context: 'who someone is' }),
};

function PersonLine({ person }: { person: MergePreview['people'][number] }) {
  const { t } = useLingui();
  const { name, email, relation, last_year: year, is_new } = person;
  const words = relations[relation];
  return (
    <li>
      <span className="font-semibold break-words">{name || email}</span>{' '}
      <span className="break-all text-muted">{email}</span>
      {words && <>, {t(words)}</>}
      {year !== null && (
        <>
          , <Trans>only {{ year }} and earlier</Trans>
        </>
      )}{' '}
      {is_new && <Badge>{t`New access`}</Badge>}
    </li>
  );
}
