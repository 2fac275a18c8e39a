import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { Checkbox } from '#app/ui/fields/checkbox.tsx';
import { CheckboxGroup } from '#app/ui/fields/checkbox-group.tsx';
import { CountedArea } from '#app/ui/fields/counted-area.tsx';
import { Select } from '#app/ui/fields/select.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import type { LetterLine } from '#domain/contact/asked-documents.ts';
import {
  isLetterTemplate,
  type LetterTemplate,
  letterTemplates,
  maxLetterNote,
} from '#domain/contact/client-letters.ts';
import { msg } from '#domain/language/message.ts';
import { inWords } from '#domain/language/translate.ts';
import type { LetterDraft, LetterProblems } from './letter.ts';

const letterNames: Record<LetterTemplate, MessageDescriptor> = {
  document_request: msg`Document request`,
  form_reminder: msg`Tax form reminder`,
  return_ready: msg`Return ready`,
  payment_reminder: msg`Payment reminder`,
  message: msg`Custom message`,
};

interface LetterFieldsProps {
  draft: LetterDraft;
  problems: LetterProblems;
  /** What can be chosen of the client's checklist. */
  lines?: readonly LetterLine[];
  onChange: (draft: LetterDraft) => void;
}

export function LetterFields({ draft, problems, lines = [], onChange }: LetterFieldsProps) {
  const { t } = useLingui();
  const chosen = lines.filter(({ item }) => draft.lines.includes(item)).length;
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Select
        label={t({ message: 'Letter', context: 'email' })}
        options={letterTemplates.map((value) => ({ value, label: t(letterNames[value]) }))}
        value={draft.template}
        onChange={(template) => isLetterTemplate(template) && onChange({ ...draft, template })}
      />
      {draft.template === 'document_request' && lines.length > 0 && (
        <div className="max-h-72 overflow-y-auto rounded-control">
          {lines.length > 1 && (
            <Checkbox
              dense
              isSelected={chosen === lines.length}
              isIndeterminate={chosen > 0 && chosen < lines.length}
              onChange={(all) => onChange({ ...draft, lines: all ? lines.map(({ item }) => item) : [] })}
            >
              <Trans>Select all</Trans>
            </Checkbox>
          )}
          <CheckboxGroup
            label={t`From the client’s list`}
            options={lines.map(({ item, title }) => ({ value: item, label: inWords(title, t) }))}
            value={[...draft.lines]}
            onChange={(chosen) => onChange({ ...draft, lines: chosen })}
          />
        </div>
      )}
      {draft.template === 'document_request' && (
        <TextField
          label={lines.length > 0 ? t`Other documents` : t`Documents`}
          hint={t`One per line`}
          rows={4}
          value={draft.items}
          error={problems.items}
          onChange={(items) => onChange({ ...draft, items })}
        />
      )}
      <CountedArea
        label={t`Your message`}
        optional={draft.template !== 'message'}
        rows={4}
        limit={maxLetterNote}
        value={draft.note}
        error={problems.note}
        onChange={(note) => onChange({ ...draft, note })}
      />
    </div>
  );
}
