import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { checklistQuery } from '#app/checklist/queries.ts';
import { ChecklistPanel } from '#app/checklist/staff/checklist-panel.tsx';
import { FileManager } from '#app/documents/browser/file-manager.tsx';
import { useDocumentPreview } from '#app/documents/preview/document-preview.tsx';
import { factsOf, returnsQuery } from '#app/returns/queries.ts';
import { ReturnsPanel } from '#app/returns/staff/returns-panel.tsx';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { useOfficeYear } from '#app/shared/office-year.ts';
import type { Profile } from '#app/shared/session/profile.ts';
import { useSession } from '#app/shared/session/session.tsx';
import { CaseHeading } from '#app/staff/case/case-heading.tsx';
import { CaseTabs } from '#app/staff/case/case-tabs.tsx';
import { ContactPanel } from '#app/staff/case/contact-panel.tsx';
import { NotesPanel } from '#app/staff/case/notes-panel.tsx';
import { clientQuery } from '#app/staff/clients/clients-query.ts';
import { blankLetter, hasText, suggestedLetter } from '#app/staff/mails/letter.ts';
import { WriteDialog } from '#app/staff/mails/write-dialog.tsx';
import { type CaseTab, parseCaseTab, sheetSearch } from '#app/staff/manage-params.ts';
import { FormManager, formLineId } from '#app/tax-form/staff/form-manager.tsx';
import { FormViewer } from '#app/tax-form/staff/form-viewer.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { useWideScreen } from '#app/ui/layout/use-wide-screen.ts';
import { isSuperRole } from '#domain/account/roles.ts';
import type { LetterTemplate } from '#domain/contact/client-letters.ts';
import { displayName } from '#domain/documents/file-display.ts';
import { nextAction } from '#domain/returns/return-progress.ts';

/** A client's case: contact, returns, checklist, forms, and files. */
export function ClientCase({ clientId, onClear }: { clientId: string; onClear: () => void }) {
  const { t } = useLingui();
  const { data: client, isPending, error, refetch } = useQuery(clientQuery(clientId));
  if (client) return <Case client={client} onClear={onClear} />;
  if (isPending) return <Loading />;
  return (
    <Banner
      kind="danger"
      title={
        error
          ? t`We couldn’t load this client: ${{ problem: messageOf(error, t) }}`
          : t`There’s no user at this address`
      }
      announce
      actions={
        <>
          {error && (
            <Button variant="secondary" onPress={() => void refetch()}>
              <Trans>Try again</Trans>
            </Button>
          )}
          <Button variant="secondary" onPress={onClear}>
            <Trans>Clear Selection</Trans>
          </Button>
        </>
      }
    />
  );
}

/** Wide screens show all parts, phones one at a time. */
function Case({ client, onClear }: { client: Profile; onClear: () => void }) {
  const isWide = useWideScreen();
  const [parameters] = useSearchParams();
  const sheet = parameters.get('sheet');
  const year = useOfficeYear();
  const [draft, setDraft] = useState(blankLetter);
  const [isWriting, setWriting] = useState(false);
  const suggested = useSuggestedLetter(client.user_id, year);
  const tab = sheet === null ? parseCaseTab(parameters) : 'files';
  const shows = (...parts: CaseTab[]) => isWide || parts.includes(tab);
  const clientId = client.user_id;
  const preview = useDocumentPreview(clientId, { isStaff: true });

  function write(template: LetterTemplate = hasText(draft) ? draft.template : suggested) {
    setDraft({ ...draft, template });
    setWriting(true);
  }

  return (
    <div className="flex flex-col gap-3">
      <CaseHeading client={client} onWrite={() => write()} onClear={onClear} />
      <CaseTabs current={tab} />
      {/* The parts keep their keys, since printing switches a wide screen to a narrow one. */}
      <div className="grid items-start gap-3 lg:grid-cols-[minmax(20rem,2fr)_minmax(0,5fr)] print:block">
        {shows('return', 'contact', 'notes') && (
          <div key="case" className="flex min-w-0 flex-col gap-3 print:hidden">
            {shows('return') && (
              <ReturnsPanel clientId={clientId} onPreview={(file) => preview.open([file])} />
            )}
            {shows('notes') && <NotesPanel clientId={clientId} />}
            {shows('return') && (
              // By far the longest part: it scrolls separately, so that the next parts stay near.
              <div className="rounded-card lg:max-h-[32rem] lg:overflow-y-auto">
                <ChecklistPanel clientId={clientId} year={year} onPreview={preview.open} />
              </div>
            )}
            {shows('contact') && <ContactPanel client={client} onWrite={() => write()} />}
          </div>
        )}
        {shows('files') && (
          <div key="files" className="flex min-w-0 flex-col gap-3">
            <FormsAndFiles
              client={client}
              sheet={sheet}
              year={year}
              onRemind={() => write('form_reminder')}
            />
          </div>
        )}
      </div>
      {preview.dialog}
      {isWriting && (
        <WriteDialog client={client} draft={draft} onChange={setDraft} onClose={() => setWriting(false)} />
      )}
    </div>
  );
}

/** The letter that fits the client's next step. */
function useSuggestedLetter(clientId: string, year: number): LetterTemplate {
  const { data: checklist } = useQuery(checklistQuery(clientId, year));
  const { data: returns } = useQuery(returnsQuery(clientId));
  if (!checklist || !returns) return blankLetter.template;
  const { isFormSent, items } = checklist;
  return suggestedLetter(nextAction({ year, isFormSent, checklist: items, returns: returns.map(factsOf) }));
}

interface FormsAndFilesProps {
  client: Profile;
  /** The id of the open tax form. */
  sheet: string | null;
  year: number;
  onRemind: () => void;
}

/** The tax forms and files, or one open form. */
function FormsAndFiles({ client, sheet, year, onRemind }: FormsAndFilesProps) {
  const navigate = useNavigate();
  const name = displayName(client);
  useFocusBack(sheet);
  if (sheet !== null) {
    return (
      <FormViewer
        // The key resets revealed answers when another form opens.
        key={sheet}
        clientId={client.user_id}
        formId={sheet}
        name={name}
        onClose={() => void navigate({ search: sheetSearch(window.location.search, null) })}
      />
    );
  }
  return (
    <>
      <FormManager
        clientId={client.user_id}
        name={name}
        year={year}
        formSearch={sheetSearch}
        onRemind={onRemind}
      />
      <ClientFiles ownerId={client.user_id} clientName={name} />
    </>
  );
}

/** Focuses the row of a form when the form is closed. */
function useFocusBack(sheet: string | null): void {
  const before = useRef(sheet);
  useEffect(() => {
    const was = before.current;
    before.current = sheet;
    if (was !== null && sheet === null) document.getElementById(formLineId(was))?.focus();
  }, [sheet]);
}

function ClientFiles({ ownerId, clientName }: { ownerId: string; clientName: string }) {
  const seesCounts = isSuperRole(useSession().role);
  const target = useMemo(
    () => ({ ownerId, clientName, mayDelete: true, dense: true, seesCounts }),
    [ownerId, clientName, seesCounts],
  );
  return <FileManager target={target} />;
}
