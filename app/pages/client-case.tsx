import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Activity, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate, useSearchParams } from 'react-router';
import { checklistQuery } from '#app/checklist/queries.ts';
import { reviewItem } from '#app/checklist/staff/checklist-actions.ts';
import { ChecklistPanel } from '#app/checklist/staff/checklist-panel.tsx';
import { ReturnPeople } from '#app/desk/assignments/return-people.tsx';
import { BadAddress, CaseHeading } from '#app/desk/case/case-heading.tsx';
import { CaseTabs } from '#app/desk/case/case-tabs.tsx';
import { ContactPanel } from '#app/desk/case/contact-panel.tsx';
import { OpenClient, type OpenClientProps } from '#app/desk/case/open-client.tsx';
import { FILES_ID, useCaseKeys } from '#app/desk/case/use-case-keys.ts';
import { DeleteButton, DeletionBanner } from '#app/desk/deletion/deletion-banner.tsx';
import { blankLetter, hasText, suggestedLetter } from '#app/desk/mails/letter.ts';
import { WriteDialog } from '#app/desk/mails/write-dialog.tsx';
import {
  answersSearch,
  type CaseTab,
  NEW_SHEET,
  parseCaseTab,
  sheetSearch,
  tabSearch,
} from '#app/desk/manage-params.ts';
import { ClientPanel } from '#app/desk/members/client-panel.tsx';
import { useSignsOnPaper } from '#app/desk/members/members-query.ts';
import { TakeOverBanner } from '#app/desk/members/take-over-banner.tsx';
import { MergeBanners } from '#app/desk/merge/merge-banners.tsx';
import { MergeButton } from '#app/desk/merge/merge-dialog.tsx';
import { type ShortcutGroup, useListedShortcuts } from '#app/desk/shortcuts.tsx';
import { CaseTasks } from '#app/desk/tasks/case-tasks.tsx';
import { fileKeys } from '#app/documents/browser/file-keys.ts';
import { FileManager } from '#app/documents/browser/file-manager.tsx';
import { createStaffTools } from '#app/documents/browser/work/staff-tools.tsx';
import { workKeys } from '#app/documents/browser/work-keys.ts';
import { useDocumentPreview, viewKeys } from '#app/documents/preview/preview-dialog.tsx';
import { RemindersPanel } from '#app/reminders/staff/reminders-panel.tsx';
import { factsOf, returnsQuery, type TaxReturn } from '#app/returns/queries.ts';
import { ReturnsPanel } from '#app/returns/staff/returns-panel.tsx';
import { invalidate } from '#app/shared/api/query-client.tsx';
import { useOfficeYear } from '#app/shared/office-year.ts';
import { onDemand } from '#app/shared/parts/on-demand.tsx';
import type { Profile } from '#app/shared/session/profile.ts';
import { useSession } from '#app/shared/session/session.tsx';
import { FILL_ID, FormManager, formLineId } from '#app/tax-form/staff/form-manager.tsx';
import { FormViewer } from '#app/tax-form/staff/form-viewer.tsx';
import { formsQuery } from '#app/tax-form/staff/forms-query.ts';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { Skeleton } from '#app/ui/feedback/skeleton.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { useWideScreen } from '#app/ui/layout/use-wide-screen.ts';
import { isSuperRole } from '#domain/account/roles.ts';
import { type LetterTemplate, maxLetterItems } from '#domain/contact/client-letters.ts';
import { displayName } from '#domain/documents/file-display.ts';
import { msg } from '#domain/language/message.ts';
import { nextAction } from '#domain/returns/return-progress.ts';
import { returnTitle } from '#domain/returns/tax-return.ts';

const fileShortcuts: ShortcutGroup = {
  title: msg`In the list of files`,
  shortcuts: [...fileKeys, ...workKeys],
};

const staffTools = createStaffTools({
  useLines: (ownerId, year) => useQuery(checklistQuery(ownerId, year)).data?.items ?? [],
  review: reviewItem,
});

const previewShortcuts: ShortcutGroup = {
  title: msg`In a preview of the whole window`,
  shortcuts: viewKeys,
};

// For a client without a login.
const DeskForm = onDemand(
  async () => (await import('#app/tax-form/editor/yearly-form.tsx')).YearlyForm,
  <Loading />,
);

const NotesPanel = onDemand(
  async () => (await import('#app/desk/case/notes-panel.tsx')).NotesPanel,
  <Skeleton className="h-40 rounded-card" />,
);
const BillingPanel = onDemand(
  async () => (await import('#app/desk/billing/billing-panel.tsx')).BillingPanel,
  <Skeleton className="h-32 rounded-card" />,
);
const ReturnPayment = onDemand(
  async () => (await import('#app/desk/billing/return-payment.tsx')).ReturnPayment,
);
const CaseConversation = onDemand(
  async () => (await import('./case-conversation.tsx')).CaseConversation,
  <Skeleton className="h-64 rounded-card" />,
);
const SignaturesPanel = onDemand(
  async () => (await import('#app/signing/staff/signatures-panel.tsx')).SignaturesPanel,
  <Skeleton className="h-24 rounded-card" />,
);
const ConsentsPanel = onDemand(
  async () => (await import('#app/signing/consents/consents-panel.tsx')).ConsentsPanel,
  <Skeleton className="h-24 rounded-card" />,
);
const ThreadNotice = onDemand(
  async () => (await import('#app/conversation/staff/thread-notice.tsx')).ThreadNotice,
);

export const ClientCase = (props: OpenClientProps) => <OpenClient {...props} case={Case} />;

// The pressed button disappears.
const focusFiles = () => document.getElementById(FILES_ID)?.focus();

interface Paying {
  readonly taxReturn: TaxReturn;
  readonly onDone: () => void;
}

const modeOf = (isShown: boolean) => (isShown ? 'visible' : 'hidden');

/** Wide screens show all parts, phones one at a time. */
function Case({ client, onClear }: { client: Profile; onClear: () => void }) {
  const { t } = useLingui();
  const isWide = useWideScreen();
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  useListedShortcuts(fileShortcuts);
  useListedShortcuts(previewShortcuts);
  const sheet = parameters.get('sheet');
  const year = useOfficeYear();
  const answers = isWide && sheet === null ? parameters.get('answers') : null;
  const { data: sentForms = [] } = useQuery(formsQuery(client.user_id));
  const showAnswers = (formId: string | null) =>
    void navigate({ search: answersSearch(window.location.search, formId) }, { preventScrollReset: true });
  useCaseKeys(() => {
    const newest = sentForms[0]?.id;
    if (isWide && newest !== undefined) showAnswers(answers === null ? newest : null);
  });
  const [draft, setDraft] = useState(blankLetter);
  const [isWriting, setWriting] = useState(false);
  const [paying, setPaying] = useState<Paying | null>(null);
  const suggested = useSuggestedLetter(client.user_id, year);
  const tab = sheet === null ? parseCaseTab(parameters) : 'files';
  const shows = (...parts: CaseTab[]) => isWide || parts.includes(tab);
  const isBeside = (...parts: CaseTab[]) => answers === null && shows(...parts);
  /** What was begun in it stays while another part is shown instead. */
  const part = (tab: CaseTab, content: ReactNode) => (
    <Activity mode={modeOf(isBeside(tab))}>{content}</Activity>
  );
  const clientId = client.user_id;
  const preview = useDocumentPreview(clientId);
  const signsOnPaper = useSignsOnPaper(clientId);

  const notices = (
    <>
      <BadAddress clientId={clientId} />
      <DeletionBanner client={client} />
      <MergeBanners clientId={clientId} />
      <TakeOverBanner clientId={clientId} />
      <ThreadNotice clientId={clientId} search={(current) => tabSearch(current, 'contact')} />
    </>
  );
  const forms = sheet === null && (
    <FormManager
      clientId={clientId}
      name={displayName(client)}
      year={year}
      formSearch={sheetSearch}
      onRemind={() => write('form_reminder')}
      onFill={() => void navigate({ search: sheetSearch(window.location.search, NEW_SHEET) })}
    />
  );

  /** @param lines of the client's list, instead of those that were chosen before */
  function write(
    template: LetterTemplate = hasText(draft) ? draft.template : suggested,
    lines: readonly string[] = draft.lines,
  ) {
    setDraft({ ...draft, template, lines });
    setWriting(true);
  }

  return (
    <div className="flex flex-col gap-3">
      <CaseHeading client={client} onWrite={() => write()} onClear={onClear} />
      {!isWide && notices}
      <CaseTabs current={tab} />
      {/* The parts keep their keys, since printing switches a wide screen to a narrow one. */}
      <div className="grid items-start gap-3 lg:grid-cols-[minmax(20rem,2fr)_minmax(0,5fr)] print:block">
        {answers !== null && (
          <FormViewer
            key={answers}
            clientId={clientId}
            formId={answers}
            name={displayName(client)}
            isBeside
            onClose={() => {
              showAnswers(null);
              focusFiles();
            }}
          />
        )}
        <Activity key="case" mode={modeOf(isBeside('return', 'contact', 'notes'))}>
          <div className="flex min-w-0 flex-col gap-3 print:hidden">
            {isWide && notices}
            {part(
              'return',
              <ReturnsPanel
                clientId={clientId}
                onPreview={(file) => preview.open([file])}
                signsOnPaper={signsOnPaper}
                people={(taxReturn) => (
                  <ReturnPeople taxReturn={taxReturn} clientName={displayName(client)} />
                )}
                onPayment={(taxReturn, onDone) => setPaying({ taxReturn, onDone })}
              />,
            )}
            {/* Beside the files, so that they begin at the top. */}
            {isWide && forms}
            {part(
              'return',
              <>
                {/* By far the longest part: it scrolls separately, so that the next parts stay near. */}
                <div className="rounded-card lg:max-h-[32rem] lg:overflow-y-auto">
                  <ChecklistPanel
                    clientId={clientId}
                    year={year}
                    onPreview={preview.open}
                    onWrite={(lines) => write('document_request', lines.slice(0, maxLetterItems))}
                  />
                </div>
                <CaseTasks client={{ id: clientId, name: displayName(client) }} />
              </>,
            )}
            {/* Its draft is stored, and sent when there is a connection: only one place may have it. */}
            {isBeside('contact') && <CaseConversation client={client} year={year} />}
            {part('notes', <NotesPanel clientId={clientId} />)}
            {part('contact', <RemindersPanel client={client} />)}
            {part(
              'return',
              <>
                <BillingPanel clientId={clientId} />
                <SignaturesPanel clientId={clientId} />
                <ConsentsPanel clientId={clientId} />
              </>,
            )}
            {part(
              'contact',
              <>
                <ClientPanel client={client} />
                <ContactPanel client={client} onWrite={() => write()} />
                <MergeButton client={client} />
                <DeleteButton client={client} />
              </>,
            )}
          </div>
        </Activity>
        {shows('files') && (
          <section
            key="files"
            id={FILES_ID}
            aria-label={t`Client’s files`}
            tabIndex={-1}
            className="flex min-w-0 flex-col gap-3"
          >
            {!isWide && forms}
            <SheetOrFiles
              client={client}
              sheet={sheet}
              year={year}
              onBeside={(formId) => {
                showAnswers(formId);
                focusFiles();
              }}
            />
          </section>
        )}
      </div>
      {preview.dialog}
      {paying && (
        <ReturnPayment
          taxReturn={paying.taxReturn}
          about={`${displayName(client)}: ${t(returnTitle(paying.taxReturn))}`}
          onDone={() => {
            // The dialog has to be gone: it keeps the focus.
            flushSync(() => setPaying(null));
            paying.onDone();
          }}
          onClose={() => setPaying(null)}
        />
      )}
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

interface SheetOrFilesProps {
  client: Profile;
  /** The id of the open tax form. */
  sheet: string | null;
  year: number;
  /** Puts a form beside the files. */
  onBeside: (formId: string) => void;
}

/** The files, or one open form. */
function SheetOrFiles({ client, sheet, year, onBeside }: SheetOrFilesProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const name = displayName(client);
  useFocusBack(sheet);
  const close = () => void navigate({ search: sheetSearch(window.location.search, null) });
  if (sheet === NEW_SHEET) {
    return (
      <DeskForm
        key={client.user_id}
        userId={client.user_id}
        year={year}
        profile={client}
        isMasked
        leaveLabel={t`Back to the files`}
        onSent={() => {
          void invalidate(['case', client.user_id]);
          void invalidate(checklistQuery(client.user_id, year).queryKey);
          notify('success', t`The tax form was submitted for ${name}.`);
          close();
        }}
        onPutOff={close}
        onSentElsewhere={close}
      />
    );
  }
  if (sheet !== null) {
    return (
      <FormViewer
        // The key resets revealed answers when another form opens.
        key={sheet}
        clientId={client.user_id}
        formId={sheet}
        name={name}
        onBeside={() => onBeside(sheet)}
        onClose={close}
      />
    );
  }
  return <ClientFiles ownerId={client.user_id} clientName={name} />;
}

/** Focuses the row of a form when the form is closed. */
function useFocusBack(sheet: string | null): void {
  const before = useRef(sheet);
  useEffect(() => {
    const was = before.current;
    before.current = sheet;
    if (was === null || sheet !== null) return;
    (document.getElementById(formLineId(was)) ?? document.getElementById(FILL_ID))?.focus();
  }, [sheet]);
}

function ClientFiles({ ownerId, clientName }: { ownerId: string; clientName: string }) {
  const seesCounts = isSuperRole(useSession().role);
  const target = useMemo(
    () => ({ ownerId, clientName, mayChange: true, mayDelete: true, dense: true, seesCounts }),
    [ownerId, clientName, seesCounts],
  );
  return <FileManager target={target} staffTools={staffTools} />;
}
