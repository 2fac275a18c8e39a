import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Eye, EyeOff, Printer } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { focusOnMount } from '#app/shared/focus/focus-on-mount.ts';
import { dateTimeAndZone } from '#app/shared/format/dates.ts';
import { FormAnswers } from '#app/tax-form/viewer/form-answers.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Loading } from '#app/ui/feedback/loading.tsx';
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
  const { data: sheet, error, isPending } = useQuery(sheetQuery(clientId, formId));
  return (
    <section
      aria-labelledby="form-viewer"
      className="flex flex-col gap-4 rounded-card border border-line bg-surface p-4 lg:p-5 print:border-0 print:p-0"
    >
      <header>
        <h3 id="form-viewer" ref={focusOnMount} tabIndex={-1} className="text-lg break-words">
          Tax form{sheet ? ` ${sheet.year}` : ''}: {name}
        </h3>
        {sheet && (
          <p className="figures text-sm text-muted">Submitted {dateTimeAndZone(sheet.submitted_at)}</p>
        )}
      </header>
      {sheet ? (
        <Sheet sheet={sheet} onClose={onClose} />
      ) : (
        <>
          <CloseButton onClose={onClose} />
          {isPending && <Loading />}
          {error && <Banner kind="danger">Failed to load the form: {messageOf(error)}</Banner>}
          {sheet === null && <Banner>This client has no such form.</Banner>}
        </>
      )}
    </section>
  );
}

function Sheet({ sheet, onClose }: { sheet: FormSheet; onClose: () => void }) {
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
          Print
        </Button>
        {hasDependents(sheet) && (
          <Button size="small" variant="secondary" onPress={() => setWhole(!whole)}>
            {whole ? 'Dependents: names only' : 'Dependents: all answers'}
          </Button>
        )}
      </div>
      {error && (
        <Banner kind="danger" announce className="print:hidden">
          The answer could not be shown: {messageOf(error)}
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
        Numbers are shown for a minute. Each time, your name and the time are recorded.
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
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Button
      size="small"
      variant="quiet"
      busy={isBusy}
      icon={<Icon size={16} aria-hidden />}
      aria-label={`${isShown ? 'Hide' : 'Show'} ${item.question}${dependentSuffix(item.path)}`}
      onPress={isShown ? onHide : onShow}
      className="-my-1 print:hidden"
    >
      {isShown ? 'Hide' : 'Show'}
    </Button>
  );
}

/** ", dependent 2": dependents have the same questions. */
function dependentSuffix(path: string): string {
  const at = path.match(/^dependents\.(\d+)\./)?.[1];
  return at === undefined ? '' : `, dependent ${Number(at) + 1}`;
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
      Back to the files
    </Button>
  );
}
