import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight, Mail, Pencil } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { useDates } from '#app/shared/format/dates.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Skeleton } from '#app/ui/feedback/skeleton.tsx';
import { NothingHere, Panel } from '#app/ui/layout/panel.tsx';
import { atDeskQuery, type FormLine, formsQuery } from './forms-query.ts';

export const FILL_ID = 'fill-form';

export interface FormManagerProps {
  clientId: string;
  name: string;
  year: number;
  /** The query string that opens a form, from the current one. */
  formSearch: (search: string, formId: string) => string;
  /** Opens a reminder to the client. */
  onRemind: () => void;
  /** Opens the form of this year, for a client without a login. */
  onFill: () => void;
}

/** The tax forms that the client has sent: this year's and earlier ones. */
export function FormManager(props: FormManagerProps) {
  const { clientId, name, year, formSearch, onRemind, onFill } = props;
  const { t } = useLingui();
  const { data: isAtDesk = false } = useQuery(atDeskQuery(clientId));
  // By specification, a load error shows as no forms. Opening the client again retries.
  const { data: forms = [], isPending } = useQuery(formsQuery(clientId));
  const current = forms.filter((form) => form.year === year);
  const earlier = forms.filter((form) => form.year < year);
  return (
    <Panel
      id="case-forms"
      title={t`Form Manager`}
      actions={
        isPending ? null : isAtDesk ? (
          <Button
            id={FILL_ID}
            variant="quiet"
            size="small"
            icon={<Pencil size={16} aria-hidden />}
            onPress={onFill}
          >
            {current.length === 0 ? t`Fill out the form` : t`Correct the form`}
          </Button>
        ) : current.length === 0 ? (
          <Button variant="quiet" size="small" icon={<Mail size={16} aria-hidden />} onPress={onRemind}>
            <Trans>Send a reminder</Trans>
          </Button>
        ) : null
      }
    >
      {isPending ? (
        <Skeleton className="h-10" />
      ) : current.length === 0 ? (
        <NothingHere>{t`No tax form for ${year}.`}</NothingHere>
      ) : (
        <FormLines label={t`Tax forms for ${year}`} forms={current} name={name} formSearch={formSearch} />
      )}
      {earlier.length > 0 && (
        <details className="group text-sm">
          <summary className="cursor-pointer py-1 font-semibold text-link">
            <Trans>Earlier years ({{ count: earlier.length }})</Trans>
          </summary>
          <FormLines
            label={t`Tax forms from earlier years`}
            forms={earlier}
            name={name}
            formSearch={formSearch}
          />
        </details>
      )}
    </Panel>
  );
}

interface FormLinesProps extends Pick<FormManagerProps, 'name' | 'formSearch'> {
  label: string;
  forms: readonly FormLine[];
}

function FormLines({ label, forms, name, formSearch }: FormLinesProps) {
  const { dateAndTime } = useDates();
  const { search } = useLocation();
  return (
    <ul aria-label={label} className="divide-y divide-line text-sm">
      {forms.map((form) => (
        <li
          key={form.id}
          className="relative -mx-2 flex min-h-11 flex-wrap items-center gap-x-3 rounded-sm py-1.5 pr-8 pl-2 hover:bg-sunken"
        >
          <Link
            id={formLineId(form.id)}
            to={{ search: formSearch(search, form.id) }}
            className="min-w-0 basis-full font-semibold wrap-anywhere text-ink after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:rounded-sm focus-visible:after:outline-3 focus-visible:after:outline-focus"
          >
            {name}
          </Link>
          <span className="figures shrink-0">{form.year}</span>
          <span className="figures shrink-0 text-muted">
            <span className="sr-only">
              <Trans>Submitted</Trans>{' '}
            </span>
            {dateAndTime(form.submitted_at)}
          </span>
          <ChevronRight size={16} aria-hidden className="absolute right-2 text-muted" />
        </li>
      ))}
    </ul>
  );
}

/** The element that gets the focus when the form is closed. */
export const formLineId = (formId: string) => `tax-form-${formId}`;
