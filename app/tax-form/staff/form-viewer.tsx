import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { invalidate } from '#app/shared/api/query-client.tsx';
import { focusOnMount } from '#app/shared/focus/focus-on-mount.ts';
import { useDates } from '#app/shared/format/dates.ts';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { formsQuery, sheetQuery } from './forms-query.ts';
import { CloseButton, Sheet } from './sheet.tsx';

export interface FormViewerProps {
  clientId: string;
  formId: string;
  name: string;
  /** The files are on the right. */
  isBeside?: boolean;
  /** Puts it beside the files. */
  onBeside?: () => void;
  onClose: () => void;
}

export function FormViewer(props: FormViewerProps) {
  const { clientId, formId, name, isBeside = false, onBeside, onClose } = props;
  const { t } = useLingui();
  const { dateTimeAndZone } = useDates();
  const query = sheetQuery(clientId, formId);
  const { data: sheet, error, isPending } = useQuery(query);
  // Kept, so that the focus can return to the form's row at once.
  useQuery(formsQuery(clientId));
  const [opened, setOpened] = useState<string>();
  if (sheet && opened === undefined) setOpened(sheet.submitted_at);
  return (
    <section
      aria-labelledby="form-viewer"
      className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4 lg:p-5 print:border-0 print:p-0"
    >
      <header>
        <h3
          id="form-viewer"
          {...(!isBeside && { ref: focusOnMount })}
          tabIndex={-1}
          className="text-lg break-words"
        >
          {sheet ? t`Tax form ${{ year: sheet.year }}: ${name}` : t`Tax form: ${name}`}
        </h3>
        {sheet && (
          <p className="figures text-sm text-muted">
            <Trans>Submitted {{ time: dateTimeAndZone(sheet.submitted_at) }}</Trans>
          </p>
        )}
      </header>
      {sheet ? (
        <>
          {sheet.submitted_at !== opened && (
            <Banner kind="warning" announce className="print:hidden">
              <Trans>The form was submitted again. These are the new answers.</Trans>
            </Banner>
          )}
          <Sheet
            // The key hides revealed answers when the form was submitted again.
            key={sheet.submitted_at}
            sheet={sheet}
            isBeside={isBeside}
            onBeside={onBeside}
            onClose={onClose}
            onChanged={() => void invalidate(query.queryKey)}
          />
        </>
      ) : (
        <>
          <CloseButton onClose={onClose} isBeside={isBeside} />
          {isPending && <Loading />}
          {error && (
            <Banner kind="danger">{t`We couldn’t load the form: ${{ problem: messageOf(error, t) }}`}</Banner>
          )}
          {sheet === null && <Banner>{t`This client doesn’t have that form.`}</Banner>}
        </>
      )}
    </section>
  );
}
