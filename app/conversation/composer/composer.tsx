import { Trans, useLingui } from '@lingui/react/macro';
import { Camera, FileText, Paperclip, Send, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { chooseFiles } from '#app/shared/browser/choose-files.ts';
import { useTouchScreen } from '#app/shared/browser/touch-screen.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { IconButton } from '#app/ui/actions/icon-button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { hasSsn } from '#domain/conversation/message.ts';
import { FILE_INPUT_TYPES } from '#domain/documents/document-types.ts';
import type { AttachedDocument } from '../queries.ts';
import { needsDecision } from './post-message.ts';
import type { useComposer } from './use-composer.ts';
import { useOnline } from './use-online.ts';

export interface ComposerProps {
  composer: ReturnType<typeof useComposer>;
  label: string;
  hint?: ReactNode;
  /** The button, as a verb. */
  action: string;
  mayAttach: boolean;
  /** The unfinished and failed uploads for this message. */
  uploads: ReactNode;
  /** What else there is to choose for the message. */
  options?: ReactNode;
  /** Lower, so that the thread above stays in sight. */
  low?: boolean;
  /** Smaller on wide screens. What staff write without a connection goes out only here, and not on any page. */
  byStaff?: boolean;
}

/** Writes a message, with files. Ctrl+Enter or Cmd+Enter sends. */
export function Composer(props: ComposerProps) {
  const { composer, label, hint, action, mayAttach, uploads, options, low = false, byStaff = false } = props;
  const { draft, isSending, error } = composer;
  const { t } = useLingui();
  const isOnline = useOnline();
  const isFixed = isSending || draft.isWaiting;
  // Offline, a banner says so already. About a decision, the page asks.
  const refused = isOnline && error && !needsDecision(error) && messageOf(error, t);
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        composer.send();
      }}
    >
      <TextField
        label={label}
        hint={hint}
        rows={low || byStaff ? 2 : 3}
        value={draft.text}
        error={composer.problem}
        isReadOnly={isFixed}
        onChange={composer.write}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) composer.send();
          else event.continuePropagation();
        }}
      />
      <Files files={draft.documents} isFixed={isFixed} onRemove={composer.detach} />
      {uploads}
      {composer.fileProblem && (
        <Banner kind="danger" announce>
          <Trans>We saved your file, but couldn’t attach it: {{ problem: composer.fileProblem }}</Trans>
        </Banner>
      )}
      {hasSsn(draft.text) && (
        <Banner kind="warning" announce>
          <Trans>
            This looks like a Social Security number. Please put it in the tax form, where it is encrypted.
          </Trans>
        </Banner>
      )}
      {draft.isWaiting && (
        <Banner
          announce
          actions={
            <Button variant="secondary" size="small" onPress={composer.hold}>
              <Trans>Change it</Trans>
            </Button>
          }
        >
          {byStaff ? (
            <Trans>Waiting to be sent. It goes out when you’re online again and this page is open.</Trans>
          ) : (
            <Trans>
              Waiting to be sent. It goes out when you’re online again. Keep this tab open until then.
            </Trans>
          )}
        </Banner>
      )}
      {!isOnline && !draft.isWaiting && (
        <Banner announce>
          <Trans>
            You’re offline. Your text is kept here. What you send goes out when you’re online again.
          </Trans>
        </Banner>
      )}
      {refused && (
        <Banner kind="danger" announce>
          <Trans>Not sent, but your text is still here. {{ problem: refused }}</Trans>
        </Banner>
      )}
      {options}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          type="submit"
          size={byStaff ? 'small' : 'medium'}
          busy={isSending}
          icon={<Send size={byStaff ? 16 : 20} aria-hidden />}
          className="max-lg:min-h-11"
        >
          {isSending ? t`Sending...` : action}
        </Button>
        {mayAttach && <AttachButtons low={low} dense={byStaff} onChoose={composer.attach} />}
      </div>
      <p role="status" className="sr-only">
        {composer.sentCount > 0 && draft.text === '' && <Trans>Your message was sent.</Trans>}
      </p>
    </form>
  );
}

interface AttachButtonsProps {
  low: boolean;
  dense: boolean;
  onChoose: (files: Iterable<File>) => void;
}

function AttachButtons({ low, dense, onChoose }: AttachButtonsProps) {
  const { t } = useLingui();
  const isTouch = useTouchScreen();
  return (
    <>
      <Button
        variant="secondary"
        size={dense ? 'small' : 'medium'}
        icon={<Paperclip size={dense ? 16 : 20} aria-hidden />}
        className={classNames('max-lg:min-h-11', dense && 'px-3', low && 'max-sm:w-12 max-sm:px-0')}
        onPress={() => chooseFiles({ types: FILE_INPUT_TYPES, isMultiple: true }, onChoose)}
      >
        {/* One row with the button that sends. */}
        <span className={classNames(dense && 'sr-only', low && 'max-sm:sr-only')}>
          <Trans>Attach a document</Trans>
        </span>
      </Button>
      {isTouch && (
        <IconButton
          label={t`Take a photo`}
          icon={<Camera size={24} aria-hidden />}
          className="size-12 border border-control text-action"
          onPress={() => chooseFiles({ types: ['image/*'], isPhoto: true }, onChoose)}
        />
      )}
    </>
  );
}

interface FilesProps {
  files: readonly AttachedDocument[];
  isFixed: boolean;
  onRemove: (id: string) => void;
}

/** The files of the message. Taking one off leaves it among the client's documents. */
function Files({ files, isFixed, onRemove }: FilesProps) {
  const { t } = useLingui();
  if (files.length === 0) return null;
  return (
    <ul aria-label={t`Attached documents`} className="flex flex-col gap-1">
      {files.map(({ id, name }) => (
        <li key={id} className="flex items-center gap-2 rounded-control bg-sunken pl-3 text-sm">
          <FileText size={18} aria-hidden className="shrink-0 text-muted" />
          <span className="min-w-0 flex-1 py-2 wrap-anywhere">{name}</span>
          <IconButton
            label={t`Remove ${name} from the message`}
            icon={<X size={18} aria-hidden />}
            isDisabled={isFixed}
            onPress={() => onRemove(id)}
          />
        </li>
      ))}
    </ul>
  );
}
