import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { documentsQuery } from '#app/documents/queries.ts';
import { controlStyle } from '#app/ui/fields/control-style.ts';
import { fieldKeys, fieldOf } from '#domain/tax-form/fields.ts';
import { formsOfClientQuery } from './about-query.ts';

export interface About {
  /** The id of a document. */
  document: string | null;
  answer: { year: number; field: string } | null;
}

const aboutNothing: About = { document: null, answer: null };

const MOST_DOCUMENTS = 100;

/** As the value of an option. */
export function optionOf({ document, answer }: About): string {
  if (document !== null) return `document ${document}`;
  return answer === null ? '' : `answer ${answer.year} ${answer.field}`;
}

export function aboutOf(value: string): About {
  const [kind, first = '', field = ''] = value.split(' ');
  if (kind === 'document') return { document: first, answer: null };
  return kind === 'answer' ? { document: null, answer: { year: Number(first), field } } : aboutNothing;
}

interface AboutSelectProps {
  clientId: string;
  about: About;
  onChange: (about: About) => void;
}

/** Links the message to a document of the client, or to an answer of a tax form. */
export function AboutSelect({ clientId, about, onChange }: AboutSelectProps) {
  const { t } = useLingui();
  const id = useId();
  // Hundreds of options, which few messages need.
  const [isReached, setReached] = useState(false);
  const isFull = isReached || about.document !== null || about.answer !== null;
  const { data: documents = [] } = useQuery(documentsQuery(clientId));
  const { data: forms = [] } = useQuery(formsOfClientQuery(clientId));
  return (
    <div className="flex min-w-0 flex-1 basis-56 items-center gap-2">
      <label htmlFor={id} className="text-sm whitespace-nowrap text-muted">
        {t`About`}
      </label>
      <select
        id={id}
        value={optionOf(about)}
        onFocus={() => setReached(true)}
        onPointerEnter={() => setReached(true)}
        onChange={({ target }) => onChange(aboutOf(target.value))}
        className={`${controlStyle} cursor-pointer truncate text-sm lg:min-h-9 lg:py-0`}
      >
        <option value="">{t`Nothing in particular`}</option>
        {isFull && documents.length > 0 && (
          <optgroup label={t`Documents`}>
            {documents.slice(0, MOST_DOCUMENTS).map(
              (document) =>
                document.id !== null && (
                  <option key={document.id} value={optionOf({ document: document.id, answer: null })}>
                    {document.name}
                  </option>
                ),
            )}
          </optgroup>
        )}
        {isFull &&
          forms.map(({ year }) => (
            <optgroup key={year} label={t`Tax form ${{ year: String(year) }}`}>
              {fieldKeys.map((field) => (
                <option key={field} value={optionOf({ document: null, answer: { year, field } })}>
                  {t(fieldOf(field).question)}
                </option>
              ))}
            </optgroup>
          ))}
      </select>
    </div>
  );
}
