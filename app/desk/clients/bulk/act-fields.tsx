import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Button } from '#app/ui/actions/button.tsx';
import { CountedArea } from '#app/ui/fields/counted-area.tsx';
import { RadioGroup } from '#app/ui/fields/radio-group.tsx';
import { Select } from '#app/ui/fields/select.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import type { BulkKind } from '#domain/bulk/jobs.ts';
import { maxLetterNote } from '#domain/contact/client-letters.ts';
import { useStaff } from '../../inbox/assignees.ts';
import { LetterFields } from '../../mails/letter-fields.tsx';
import { tagsQuery } from '../clients-query.ts';
import type { ActDraft, DraftProblems } from './act-draft.ts';

interface ActFieldsProps {
  kind: BulkKind;
  draft: ActDraft;
  problems: DraftProblems;
  year: number;
  isArchive: boolean;
  onChange: (draft: ActDraft) => void;
}

/** What the act needs from the person. */
export function ActFields({ kind, draft, problems, year, isArchive, onChange }: ActFieldsProps) {
  const { t } = useLingui();
  const { preparers, nameOf } = useStaff();
  const set = (changes: Partial<ActDraft>) => onChange({ ...draft, ...changes });

  switch (kind) {
    case 'remind':
      return (
        <div className="flex min-w-0 flex-col gap-4">
          <p className="text-sm">
            <Trans>
              Each client gets a letter that lists only the documents we still need from them for {{ year }}.
            </Trans>
          </p>
          <CountedArea
            label={t`Your message`}
            optional
            rows={3}
            limit={maxLetterNote}
            value={draft.letter.note}
            error={problems.note}
            onChange={(note) => set({ letter: { ...draft.letter, note } })}
          />
        </div>
      );
    case 'letter':
      return <LetterFields draft={draft.letter} problems={problems} onChange={(letter) => set({ letter })} />;
    case 'assign':
      return (
        <Select
          label={t`Preparer`}
          hint={t`A return with its own preparer keeps it.`}
          options={[
            ...preparers.map(({ user_id }) => ({ value: user_id, label: nameOf(user_id) })),
            { value: '', label: t`No preparer` },
          ]}
          value={draft.person}
          onChange={(person) => set({ person })}
        />
      );
    case 'tag':
      return <TagFields draft={draft} problems={problems} onChange={set} />;
    case 'task':
      return (
        <div className="flex min-w-0 flex-col gap-4">
          <p className="text-sm">{t`Each client gets a task with this date.`}</p>
          <TextField
            label={t`Task`}
            autoFocus
            autoComplete="off"
            value={draft.title}
            error={problems.title}
            onChange={(title) => set({ title })}
          />
          <TextField
            label={t`Due date`}
            type="date"
            value={draft.due}
            error={problems.due}
            onChange={(due) => set({ due })}
          />
          <Select
            label={t({ message: 'Owner', context: 'of a task' })}
            options={[
              { value: 'preparer', label: t`The client’s preparer` },
              { value: 'starter', label: t`You` },
            ]}
            value={draft.owner}
            onChange={(owner) => set({ owner: owner === 'starter' ? 'starter' : 'preparer' })}
          />
        </div>
      );
    case 'archive':
      return (
        <p className="text-sm">
          {isArchive ? (
            <Trans>These clients will be on the list again.</Trans>
          ) : (
            <Trans>Archived clients aren’t on the list. You can bring them back anytime.</Trans>
          )}
        </p>
      );
  }
}

/** The most frequent ones. */
const MOST_TAGS = 8;

interface TagFieldsProps {
  draft: ActDraft;
  problems: DraftProblems;
  onChange: (changes: Partial<ActDraft>) => void;
}

function TagFields({ draft, problems, onChange }: TagFieldsProps) {
  const { t } = useLingui();
  const { data: tags = [] } = useQuery(tagsQuery);
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <TextField
        label={t`Tag`}
        autoFocus
        autoComplete="off"
        value={draft.tag}
        error={problems.tag}
        onChange={(tag) => onChange({ tag })}
      />
      {tags.length > 0 && (
        <ul aria-label={t`Tags in use`} className="-mt-2 flex flex-wrap gap-1.5">
          {tags.slice(0, MOST_TAGS).map((tag) => (
            <li key={tag}>
              <Button
                variant="secondary"
                size="small"
                className="max-w-56 lg:min-h-8"
                onPress={() => onChange({ tag })}
              >
                <span className="truncate">{tag}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <RadioGroup
        label={t`What to do`}
        inline
        options={[
          { value: 'add', label: t`Add the tag` },
          { value: 'remove', label: t`Remove the tag` },
        ]}
        value={draft.remove ? 'remove' : 'add'}
        onChange={(value) => onChange({ remove: value === 'remove' })}
      />
    </div>
  );
}
