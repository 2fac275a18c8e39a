import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CheckCheck, Mail, Plus } from 'lucide-react';
import { useState } from 'react';
import { type DocumentItem, documentsQuery } from '#app/documents/queries.ts';
import { useAction } from '#app/shared/api/use-action.ts';
import { Loaded } from '#app/shared/parts/loaded.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { OptionList } from '#app/ui/fields/option-list.tsx';
import { SearchField } from '#app/ui/fields/search-field.tsx';
import { NothingHere, Panel } from '#app/ui/layout/panel.tsx';
import { FormDialog } from '#app/ui/overlays/form-dialog.tsx';
import { type ListedItem, missingOf } from '#domain/checklist/state.ts';
import { inWords } from '#domain/language/translate.ts';
import { checklistQuery, reloadChecklist, useLiveChecklist } from '../queries.ts';
import { confirmAll, linkFile, requestDocument, reviewItem, unlinkFile } from './checklist-actions.ts';
import { ListTitle } from './list-title.tsx';
import { RequestForm } from './request-form.tsx';
import { ReviewRow } from './review-row.tsx';

interface ChecklistPanelProps {
  clientId: string;
  year: number;
  onPreview: (files: readonly DocumentItem[], start: DocumentItem) => void;
  /** Opens the letter that asks for these lines of the list. */
  onWrite: (lines: readonly string[]) => void;
}

export function ChecklistPanel({ clientId, year, onPreview, onWrite }: ChecklistPanelProps) {
  const { t } = useLingui();
  useLiveChecklist(clientId);
  const list = useQuery(checklistQuery(clientId, year));
  const { data: files = [] } = useQuery(documentsQuery(clientId));
  const [isAsking, setIsAsking] = useState(false);
  const { run, busy, problem } = useAction(() => reloadChecklist(clientId));
  const items = list.data?.items ?? [];
  const [linking, setLinking] = useState<ListedItem | null>(null);
  const sent = items.filter(({ state }) => state === 'sent');
  const open = missingOf(items);
  const of = { clientId, year };

  return (
    <Panel
      id="case-checklist"
      title={<ListTitle year={year} lines={items} />}
      actions={
        <>
          {sent.length > 1 && (
            <Button
              size="small"
              variant="secondary"
              icon={<CheckCheck size={16} aria-hidden />}
              busy={busy}
              onPress={() => void run(() => confirmAll(of, sent))}
            >
              <Trans>Confirm all sent ({{ count: sent.length }})</Trans>
            </Button>
          )}
          {open.length > 1 && (
            <Button
              size="small"
              variant="secondary"
              icon={<Mail size={16} aria-hidden />}
              onPress={() => onWrite(open.map(({ item }) => item))}
            >
              <Trans>Ask for what’s missing ({{ count: open.length }})</Trans>
            </Button>
          )}
          <Button
            size="small"
            variant="secondary"
            icon={<Plus size={16} aria-hidden />}
            onPress={() => setIsAsking(true)}
          >
            <Trans>Request a document</Trans>
          </Button>
        </>
      }
    >
      <Problem>{problem}</Problem>
      {isAsking && (
        <RequestForm
          withTitle
          label={t`Request document`}
          busy={busy}
          onCancel={() => setIsAsking(false)}
          onRequest={async (title, note, id) => {
            if (await run(() => requestDocument(of, title, note, id))) setIsAsking(false);
          }}
        />
      )}
      <Loaded
        query={list}
        skeleton="h-24"
        wording={(problem) => t`We couldn’t load the list: ${{ problem }}`}
      >
        {({ isFormSent }) =>
          !isFormSent && (
            <NothingHere>
              <Trans>The {year} tax form hasn’t been submitted yet. The list depends on its answers.</Trans>
            </NothingHere>
          )
        }
      </Loaded>
      {items.length > 0 && (
        <ul className="divide-y divide-line text-sm">
          {items.map((item) => {
            const attached = files.filter(({ id }) => id !== null && item.documentIds.includes(id));
            return (
              <ReviewRow
                key={item.item}
                item={item}
                files={attached}
                busy={busy}
                onPreview={(start) => onPreview(attached, start)}
                onReview={(state, note) => run(() => reviewItem(of, item, state, note))}
                onLink={() => setLinking(item)}
                onUnlink={({ key }) => run(() => unlinkFile(of, item, key))}
              />
            );
          })}
        </ul>
      )}
      {linking && (
        <LinkDialog
          title={inWords(linking.title, t)}
          files={files.filter(({ key }) => !linking.documentIds.includes(key))}
          busy={busy}
          onLink={async ({ key }) => {
            await run(() => linkFile(of, linking, key));
            setLinking(null);
          }}
          onClose={() => setLinking(null)}
        />
      )}
    </Panel>
  );
}

interface LinkDialogProps {
  title: string;
  /** Those that are not on the line. */
  files: readonly DocumentItem[];
  busy: boolean;
  onLink: (file: DocumentItem) => void;
  onClose: () => void;
}

const MANY = 8;

export function LinkDialog({ title, files, busy, onLink, onClose }: LinkDialogProps) {
  const { t } = useLingui();
  const [chosen, setChosen] = useState<string | null>(null);
  const [term, setTerm] = useState('');
  const wanted = term.trim().toLowerCase();
  const shown = files.filter(({ path }) => path.toLowerCase().includes(wanted));
  const file = shown.find(({ key }) => key === chosen);
  return (
    <FormDialog
      title={t`Link a file to “${title}”`}
      action={t`Link file`}
      busy={busy}
      isReady={file !== undefined}
      onClose={onClose}
      onSubmit={() => file && onLink(file)}
    >
      {files.length > MANY && <SearchField label={t`Search files`} value={term} onChange={setTerm} />}
      {shown.length === 0 ? (
        <p role="status" className="text-muted">
          <Trans>No files match.</Trans>
        </p>
      ) : (
        <OptionList
          label={t`Files`}
          options={shown.map(({ key, name, path }) => ({
            id: key,
            label: name,
            ...(path !== name && { hint: path.slice(0, -name.length - 1) }),
          }))}
          value={chosen}
          onChange={setChosen}
        />
      )}
    </FormDialog>
  );
}
