import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useDates } from '#app/shared/format/dates.ts';
import type { Profile } from '#app/shared/session/profile.ts';
import { Badge } from '#app/ui/feedback/badge.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { mergeRefusal } from '#domain/clients/merge.ts';
import { showPhone } from '#domain/contact/phone.ts';
import { displayName } from '#domain/documents/file-display.ts';
import { isLanguage, languageNames } from '#domain/language/language.ts';
import { msg } from '#domain/language/message.ts';
import { CountedRecords, PreviewPart } from '../client-records.tsx';
import { type DetailsToMerge, type MergePreview, movedKinds, type PersonAfterMerge } from './merge-query.ts';

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
  const left = leftBehind(stays);
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
        <CountedRecords kinds={movedKinds} counts={moves} />
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
            <li key={line.key}>{t(line.words)}</li>
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
function useFilledIn(details: DetailsToMerge): string[] {
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

function leftBehind({
  forms,
  drafts,
  returns,
  tax_number,
}: MergePreview['stays']): { key: string; words: MessageDescriptor }[] {
  return [
    ...forms.map((year) => ({ key: `form ${year}`, words: msg`Tax form ${{ year }}` })),
    ...drafts.map((year) => ({ key: `draft ${year}`, words: msg`Unsent tax form ${{ year }}` })),
    ...returns.map(({ year, kind }) => ({
      key: `return ${year} ${kind}`,
      words:
        kind === 'business'
          ? msg`Business return ${{ year }}, with its document`
          : msg`Personal return ${{ year }}, with its document`,
    })),
    ...(tax_number ? [{ key: 'tax number', words: msg`The tax ID` }] : []),
  ];
}

const relations: Readonly<Record<string, MessageDescriptor>> = {
  self: msg({ message: 'the client', context: 'who someone is' }),
  spouse: msg({ message: 'spouse', context: 'who someone is' }),
  owner: msg({ message: 'owner', context: 'who someone is' }),
  helper: msg({ message: 'helper', context: 'who someone is' }),
};

function PersonLine({ person }: { person: PersonAfterMerge }) {
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
