import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { checklistQuery } from '#app/checklist/queries.ts';
import { documentsQuery } from '#app/documents/queries.ts';
import { readQuery } from '#app/shared/api/read-query.ts';
import { rest } from '#app/shared/api/rest.ts';
import { controlStyle } from '#app/ui/fields/control-style.ts';
import { inWords } from '#domain/language/translate.ts';
import { fieldKeys, fieldOf } from '#domain/tax-form/fields.ts';

/** The forms that a client has sent, newest first, without their answers. */
export const formsOfClientQuery = (clientId: string) => ({
  ...readQuery(['conversation', clientId, 'forms'], () =>
    rest.from('tax_forms').select('id, year').eq('user_id', clientId).order('year', { ascending: false }),
  ),
  staleTime: 60_000,
});

const MOST_DOCUMENTS = 100;

interface AboutSelectProps {
  clientId: string;
  /** Of the checklist. */
  year: number;
  /** As the draft of a message keeps it; '' for nothing. */
  about: string;
  onChange: (about: string) => void;
}

export function AboutSelect({ clientId, year, about, onChange }: AboutSelectProps) {
  const { t } = useLingui();
  const id = useId();
  // Hundreds of options, which few messages need.
  const [isReached, setReached] = useState(false);
  const isFull = isReached || about !== '';
  const { data: documents = [] } = useQuery(documentsQuery(clientId));
  const { data: forms = [] } = useQuery(formsOfClientQuery(clientId));
  const { data: checklist } = useQuery({ ...checklistQuery(clientId, year), enabled: isFull });
  const lines = isFull && checklist ? checklist.items : [];
  return (
    <div className="flex min-w-0 flex-1 basis-56 items-center gap-2">
      <label htmlFor={id} className="text-sm whitespace-nowrap text-muted">
        {t`About`}
      </label>
      <select
        id={id}
        value={about}
        onFocus={() => setReached(true)}
        onPointerEnter={() => setReached(true)}
        onChange={({ target }) => onChange(target.value)}
        className={`${controlStyle} cursor-pointer truncate text-sm lg:min-h-9 lg:py-0`}
      >
        <option value="">{t`Nothing in particular`}</option>
        {lines.length > 0 && (
          <optgroup label={t`Document list for ${{ year: String(year) }}`}>
            {lines.map(({ item, title }) => (
              <option key={item} value={`line ${year} ${item}`}>
                {inWords(title, t)}
              </option>
            ))}
          </optgroup>
        )}
        {isFull && documents.length > 0 && (
          <optgroup label={t`Documents`}>
            {documents.slice(0, MOST_DOCUMENTS).map(
              (document) =>
                document.id !== null && (
                  <option key={document.id} value={`document ${document.id}`}>
                    {document.name}
                  </option>
                ),
            )}
          </optgroup>
        )}
        {isFull &&
          forms.map(({ year: at }) => (
            <optgroup key={at} label={t`Tax form ${{ year: String(at) }}`}>
              {fieldKeys.map((field) => (
                <option key={field} value={`answer ${at} ${field}`}>
                  {t(fieldOf(field).question)}
                </option>
              ))}
            </optgroup>
          ))}
      </select>
    </div>
  );
}
