import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useIdOf } from '#app/shared/forms/use-id-of.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { msg, plural } from '#domain/language/message.ts';

/** The database's limit, in characters. */
const LIMIT = 5000;

export interface NoteFormProps {
  label: string;
  action: string;
  text?: string;
  busy: boolean;
  takeFocus?: boolean;
  /** A second try to save the same text has the same id. */
  onSave: (body: string, id: string) => void;
  onCancel?: () => void;
}

const tooLong = (excess: number) =>
  msg`Please shorten the note by ${plural({ excess }, { one: '# character', other: '# characters' })}`;

/** Ctrl+Enter or Cmd+Enter saves. */
export function NoteForm({ label, action, text = '', busy, takeFocus, onSave, onCancel }: NoteFormProps) {
  const { t } = useLingui();
  const [body, setBody] = useState(text);
  const id = useIdOf({ body });
  const [problem, setProblem] = useState('');
  function save() {
    const trimmed = body.trim();
    const excess = [...trimmed].length - LIMIT;
    if (trimmed === '') return setProblem(t`Write something first`);
    if (excess > 0) return setProblem(t(tooLong(excess)));
    onSave(trimmed, id);
  }
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <TextField
        label={label}
        rows={2}
        value={body}
        error={problem}
        autoFocus={takeFocus ?? false}
        onChange={(next) => {
          setBody(next);
          setProblem('');
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save();
          else event.continuePropagation();
        }}
      />
      <div className="flex gap-2">
        <Button type="submit" size="small" variant="secondary" busy={busy}>
          {action}
        </Button>
        {onCancel && (
          <Button size="small" variant="quiet" onPress={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
        )}
      </div>
    </form>
  );
}
