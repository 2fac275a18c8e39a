import { Trans, useLingui } from '@lingui/react/macro';
import { Camera, Upload } from 'lucide-react';
import { useState } from 'react';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import type { DocumentItem } from '#app/documents/queries.ts';
import { useAction } from '#app/shared/api/use-action.ts';
import { useTouchScreen } from '#app/shared/browser/touch-screen.ts';
import { useDates } from '#app/shared/format/dates.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { Checkbox } from '#app/ui/fields/checkbox.tsx';
import { SearchField } from '#app/ui/fields/search-field.tsx';
import { Dialog } from '#app/ui/overlays/dialog.tsx';
import type { ListedItem } from '#domain/checklist/state.ts';
import { FILE_INPUT_TYPES } from '#domain/documents/document-types.ts';
import { formatSize } from '#domain/documents/file-display.ts';
import { inWords } from '#domain/language/translate.ts';
import { isFound } from '#domain/text/search.ts';
import { answerItem, type ItemRef, usableDocuments } from './answers.ts';

export interface SendDialogProps {
  itemRef: ItemRef;
  item: ListedItem;
  files: readonly DocumentItem[];
  /** Undefined if the user may not upload. */
  onUpload?: (item: ItemRef, files: FileList) => void;
  onClose: () => void;
}

/** Answers an item with new files from the device, or with documents that are already stored. */
export function SendDialog({ itemRef, item, files, onUpload, onClose }: SendDialogProps) {
  const { t } = useLingui();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(usableDocuments(item)));
  const { run, busy, problem, setProblem, clear } = useAction();
  const isTouch = useTouchScreen();
  const wasSent = usableDocuments(item).length > 0;

  function send(list: FileList | null): void {
    if (!list || list.length === 0) return;
    onUpload?.(itemRef, list);
    onClose();
  }

  async function save(): Promise<void> {
    const documentIds = [...chosen];
    if (documentIds.length === 0 && !wasSent) {
      return setProblem(t`Choose a file from your device, or pick one you’ve already uploaded.`);
    }
    const answer =
      documentIds.length > 0 ? ({ state: 'sent', documentIds } as const) : ({ state: 'open' } as const);
    if (await run(() => answerItem(itemRef, answer))) onClose();
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Send: ${{ title: inWords(item.title, t) }}`}
      actions={
        files.length > 0 && (
          <>
            <Button variant="secondary" onPress={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button variant={wasSent ? 'primary' : 'secondary'} busy={busy} onPress={() => void save()}>
              {wasSent ? t`Save` : t`Use the selected files`}
            </Button>
          </>
        )
      }
    >
      {onUpload && (
        <div className="flex flex-col gap-3">
          <FileTrigger allowsMultiple acceptedFileTypes={FILE_INPUT_TYPES} onSelect={send}>
            <Button size="large" icon={<Upload size={20} aria-hidden />}>
              <Trans>Choose from this device</Trans>
            </Button>
          </FileTrigger>
          {isTouch && (
            <FileTrigger acceptedFileTypes={['image/*']} defaultCamera="environment" onSelect={send}>
              <Button variant="secondary" size="large" icon={<Camera size={20} aria-hidden />}>
                <Trans>Take a photo</Trans>
              </Button>
            </FileTrigger>
          )}
        </div>
      )}
      {!onUpload && files.length === 0 && (
        <p>{t`There are no files to choose from yet, and you can’t upload new ones.`}</p>
      )}
      <Problem>{problem}</Problem>
      {files.length > 0 && (
        <FileChoice
          files={files}
          chosen={chosen}
          onChange={(next) => {
            setChosen(next);
            clear();
          }}
        />
      )}
    </Dialog>
  );
}

const MAX_WITHOUT_SEARCH = 8;

interface FileChoiceProps {
  files: readonly DocumentItem[];
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
}

/** Check boxes for the stored files: the ones chosen before first, then the newest. */
function FileChoice({ files, chosen, onChange }: FileChoiceProps) {
  const { t } = useLingui();
  const { longDate } = useDates();
  const [search, setSearch] = useState('');
  const [before] = useState(chosen);
  const found = files.filter((file) => isFound(file.path, search));
  const wasChosen = ({ id }: DocumentItem) => id !== null && before.has(id);
  const shown = [...found.filter(wasChosen), ...found.filter((file) => !wasChosen(file))];
  const isLong = files.length > MAX_WITHOUT_SEARCH;

  function toggle(id: string, isChosen: boolean): void {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    onChange(next);
  }

  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-2 text-sm font-semibold">{t`Or choose from your files`}</legend>
      {isLong && (
        <SearchField label={t`Find a file`} placeholder={t`File name`} value={search} onChange={setSearch} />
      )}
      <ul className="-mx-1 max-h-64 divide-y divide-line overflow-auto px-1">
        {shown.map((file) => (
          <li key={file.key}>
            <Checkbox
              isSelected={file.id !== null && chosen.has(file.id)}
              onChange={(isChosen) => file.id !== null && toggle(file.id, isChosen)}
              className="w-full py-1.5"
            >
              <span className="min-w-0">
                <span className="block text-[0.9375rem] leading-snug font-medium break-words">
                  {file.name}
                </span>
                <span className="figures block text-sm text-muted">
                  {t(formatSize(file.size))}
                  {file.uploadedAt && `, ${longDate(file.uploadedAt)}`}
                </span>
              </span>
            </Checkbox>
          </li>
        ))}
      </ul>
      <p role="status" className="text-sm text-muted empty:hidden">
        {shown.length === 0 && <Trans>No files match.</Trans>}
      </p>
    </fieldset>
  );
}
