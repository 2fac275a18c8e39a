import { Trans, useLingui } from '@lingui/react/macro';
import { PencilLine, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { focusOnMount } from '#app/shared/focus/focus-on-mount.ts';
import { useSite } from '#app/shared/site-data.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { wordingProblem } from '#domain/business/wording.ts';
import type { Language } from '#domain/language/language.ts';
import { lengthProblem, roomInText } from '#domain/texts/own-words.ts';
import { shortened } from '../model/changes.ts';
import { problemWords } from '../model/problem-words.ts';
import { hasForms, valuesIn } from './parts.ts';

/** Characters on a line of a field, about. */
const LINE = 60;
const MAX_ROWS = 8;

interface Props {
  id: string;
  /** What the text is; without it, the text itself is shown, with a button to change it. */
  name?: string;
  language: Language;
  /** Our English text, the key. */
  text: string;
  ours: string;
  own: string | undefined;
  /** The office's short name, for which a text message needs room. */
  office: string;
  /** Examples of the values in the text. */
  values: Record<string, string>;
  /** Where else the text is. */
  note?: string | undefined;
  error: string | undefined;
  /** Undefined: our text again. */
  onChange: (words: string | undefined) => void;
}

/** A text of ours, or the office's in its place. */
export function TextRow(props: Props) {
  const { id, name, language, text, ours, office, values, note, error, onChange } = props;
  const { t } = useLingui();
  const { siteUrl } = useSite();
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState(props.own);
  // An emptied text is ours again, but stays empty while someone types.
  const meaning = (words: string | undefined) => (words === ours || words?.trim() === '' ? undefined : words);
  const own = meaning(typed) === props.own ? typed : props.own;
  const change = (words: string | undefined) => {
    setTyped(words);
    onChange(meaning(words));
  };
  if (hasForms(text)) {
    return (
      <div className="text-sm">
        <p className="font-semibold" lang={name === undefined ? language : undefined}>
          {name ?? shortened(ours)}
        </p>
        <p className="text-muted">{t`This one changes with a number, so it stays as it is.`}</p>
      </div>
    );
  }
  if (name === undefined && own === undefined && !isOpen) {
    return (
      <div className="flex items-start justify-between gap-4">
        <p id={id} lang={language} className="min-w-0 wrap-anywhere">
          {ours}
        </p>
        <Button
          variant="quiet"
          size="small"
          className="shrink-0"
          icon={<PencilLine size={18} aria-hidden />}
          onPress={() => setOpen(true)}
        >
          <Trans>Change</Trans>
          <span className="sr-only" lang={language}>
            : {ours}
          </span>
        </Button>
      </div>
    );
  }
  const value = own ?? ours;
  const room = roomInText(text, value, { office, siteUrl });
  const problem =
    own === undefined || own.trim() === ''
      ? undefined
      : (wordingProblem(text, own) ?? (room && lengthProblem(room)));
  const found = valuesIn(text);
  const reset = () => {
    setOpen(true);
    change(undefined);
    document.getElementById(id)?.focus();
  };
  return (
    <div ref={isOpen && own === undefined ? focusField : undefined} className="flex flex-col gap-1.5">
      <TextField
        id={id}
        lang={language}
        label={name ?? t`Your text`}
        // For browsers that can't fit a field to its text.
        rows={Math.min(MAX_ROWS, Math.max(1, Math.ceil(Math.max(ours.length, value.length) / LINE)))}
        className="[&_textarea]:field-sizing-content"
        value={value}
        onChange={(words) => change(words === ours ? undefined : words)}
        autoComplete="off"
        error={problem ? t`This text ${{ problem: problemWords(problem, t) }}.` : error}
      />
      {room && (
        <p className="figures text-sm text-muted">
          <Trans>
            {{ length: room.length }} of {{ most: room.most }} characters used, not counting the office’s name
            and the link. Anything longer won’t fit in one text.
          </Trans>
        </p>
      )}
      {found.length > 0 && (
        <p className="text-sm text-muted">
          <Trans>Filled in for you:</Trans>{' '}
          {found.map((value, at) => (
            <span key={value} lang={language}>
              {at > 0 && ', '}
              <code className="text-ink">{`{${value}}`}</code>
              {values[value] !== undefined && ` (${values[value]})`}
            </span>
          ))}
        </p>
      )}
      {note && own !== undefined && <p className="text-sm">{note}</p>}
      {own !== undefined && (
        <div className="flex flex-wrap items-start justify-between gap-x-4 rounded-control bg-sunken px-3 py-2 text-sm">
          <p className="min-w-0 flex-1 basis-60 py-1 wrap-anywhere">
            <span className="text-muted">
              {own.trim() === '' ? (
                <Trans>Without a text of yours, ours is used:</Trans>
              ) : (
                <Trans>Our text:</Trans>
              )}
            </span>{' '}
            <span lang={language}>{ours}</span>
          </p>
          <Button
            variant="quiet"
            size="small"
            icon={<RotateCcw size={18} aria-hidden />}
            onPress={reset}
            aria-label={t`Use our text: ${{ name: name ?? shortened(ours) }}`}
          >
            <Trans>Use our text</Trans>
          </Button>
        </div>
      )}
    </div>
  );
}

/** After "Change", typing continues the text. */
function focusField(row: HTMLElement | null): void {
  const field = row?.querySelector('textarea');
  field?.setSelectionRange(field.value.length, field.value.length);
  focusOnMount(field ?? null);
}
