import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Eye, EyeOff, Printer } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { focusOnMount } from '#app/shared/focus/focus-on-mount.ts';
import { useDates } from '#app/shared/format/dates.ts';
import { FormAnswers } from '#app/tax-form/viewer/form-answers.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import { dependentNumber } from '#domain/tax-form/answers.ts';
import type { ReadItem } from '#domain/tax-form/read-out.ts';
import { type FormSheet, sheetQuery } from './forms-query.ts';
import { useReveals } from './use-reveals.ts';

export interface FormViewerProps {
  clientId: string;
  formId: string;
  name: string;
  onClose: () => void;
}

/** A client's tax form, to read and to print. */
export function FormViewer({ clientId, formId, name, onClose }: FormViewerProps) {
  const { t } = useLingui();
  const { dateTimeAndZone } = useDates();
  const { data: sheet, error, isPending } = useQuery(sheetQuery(clientId, formId));
  return (
    <section
      aria-labelledby="form-viewer"
      className="flex flex-col gap-4 rounded-card border border-line bg-surface p-4 lg:p-5 print:border-0 print:p-0"
    >
      <header>
        <h3 id="form-viewer" ref={focusOnMount} tabIndex={-1} className="text-lg break-words">
          {sheet ? t`Tax form ${{ year: sheet.year }}: ${name}` : t`Tax form: ${name}`}
        </h3>
        {sheet && (
          <p className="figures text-sm text-muted">
            <Trans>Submitted {{ time: dateTimeAndZone(sheet.submitted_at) }}</Trans>
          </p>
        )}
      </header>
      {sheet ? (
        <Sheet sheet={sheet} onClose={onClose} />
      ) : (
        <>
          <CloseButton onClose={onClose} />
          {isPending && <Loading />}
          {error && (
            <Banner kind="danger">
              <Trans>We couldn’t load the form: {{ problem: messageOf(error, t) }}</Trans>
            </Banner>
          )}
          {sheet === null && (
            <Banner>
              <Trans>This client doesn’t have that form.</Trans>
            </Banner>
          )}
        </>
      )}
    </section>
  );
}

function Sheet({ sheet, onClose }: { sheet: FormSheet; onClose: () => void }) {
  const { t } = useLingui();
  const [whole, setWhole] = useState(false);
  const { revealed, asked, error, reveal, hide } = useReveals(sheet.id);
  return (
    <>
      <div className="flex flex-wrap gap-2 print:hidden">
        <CloseButton onClose={onClose} />
        <Button
          size="small"
          variant="secondary"
          icon={<Printer size={16} aria-hidden />}
          onPress={() => window.print()}
        >
          <Trans>Print</Trans>
        </Button>
        {hasDependents(sheet) && (
          <Button size="small" variant="secondary" onPress={() => setWhole(!whole)}>
            {whole ? t`Dependents: names only` : t`Dependents: all answers`}
          </Button>
        )}
      </div>
      {error && (
        <Banner kind="danger" announce className="print:hidden">
          <Trans>We couldn’t show the answer: {{ problem: messageOf(error, t) }}</Trans>
        </Banner>
      )}
      <FormAnswers
        saved={sheet.form_data}
        dependents={whole ? 'whole' : 'brief'}
        upperCase
        dense
        revealed={revealed}
        beside={(item) =>
          item.sensitive && item.answer !== '' ? (
            <RevealButton
              item={item}
              isShown={item.path in revealed}
              isBusy={asked === item.path}
              onShow={() => reveal(item.path)}
              onHide={() => hide(item.path)}
            />
          ) : null
        }
      />
      <p className="text-xs text-muted print:hidden">
        <Trans>Numbers are shown for one minute. Each time, we record your name and the time.</Trans>
      </p>
    </>
  );
}

interface RevealButtonProps {
  item: ReadItem;
  isShown: boolean;
  isBusy: boolean;
  onShow: () => void;
  onHide: () => void;
}

function RevealButton({ item, isShown, isBusy, onShow, onHide }: RevealButtonProps) {
  const { t } = useLingui();
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Button
      size="small"
      variant="quiet"
      busy={isBusy}
      icon={<Icon size={16} aria-hidden />}
      aria-label={nameOf(item, isShown, t)}
      onPress={isShown ? onHide : onShow}
      className="-my-1 print:hidden"
    >
      {isShown ? t`Hide` : t`Show`}
    </Button>
  );
}

/** With the number of the dependent, if there is one: dependents have the same questions. */
function nameOf({ path, question }: ReadItem, isShown: boolean, t: Translate): string {
  const number = dependentNumber(path);
  if (number === undefined) return isShown ? t(msg`Hide ${{ question }}`) : t(msg`Show ${{ question }}`);
  return isShown
    ? t(msg`Hide ${{ question }}, dependent ${{ number }}`)
    : t(msg`Show ${{ question }}, dependent ${{ number }}`);
}

function hasDependents({ form_data: form }: FormSheet): boolean {
  if (typeof form !== 'object' || form === null || Array.isArray(form)) return false;
  return Array.isArray(form.dependents) && form.dependents.length > 0;
}

function CloseButton({ onClose }: { onClose: () => void }) {
  return (
    <Button
      size="small"
      variant="secondary"
      icon={<ArrowLeft size={16} aria-hidden />}
      onPress={onClose}
      className="self-start print:hidden"
    >
      <Trans>Back to files</Trans>
    </Button>
  );
}
