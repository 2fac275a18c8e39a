import { Trans, useLingui } from '@lingui/react/macro';
import { Cloud, CloudOff, LoaderCircle } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup';
import { type DateFormats, useDates } from '#app/shared/format/dates.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Dialog } from '#app/ui/overlays/dialog.tsx';
import { storedDeviceName } from '#domain/account/device.ts';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import type { TaxFormAnswers } from '#domain/tax-form/answers.ts';
import { type Difference, differences, joined } from '#domain/tax-form/conflict/differences.ts';
import type { Draft } from '#domain/tax-form/draft.ts';
import { sectionTitle } from '#domain/tax-form/sections.ts';
import type { SaveState } from '../autosave/draft-autosave.ts';

interface ConflictDialogProps {
  /** The answers on this screen. */
  mine: TaxFormAnswers;
  theirs: Draft;
  onKeep: (answers: TaxFormAnswers) => void;
  onTheirs: () => void;
}

/** After edits here and on another device: the answers that differ, side by side, each to be chosen. */
export function ConflictDialog({ mine, theirs, onKeep, onTheirs }: ConflictDialogProps) {
  const { t } = useLingui();
  const { dateAndTime } = useDates();
  const [chosen, setChosen] = useState<ReadonlySet<Difference['key']>>(new Set());
  const found = useMemo(() => differences(mine, theirs.answers, t), [mine, theirs, t]);
  const device = storedDeviceName(theirs.device, t) || t`another device`;

  function choose(key: Difference['key'], isTheirs: boolean): void {
    const next = new Set(chosen);
    if (isTheirs) next.add(key);
    else next.delete(key);
    setChosen(next);
  }

  return (
    <Dialog
      isOpen
      role="alertdialog"
      width="wide"
      onClose={() => {}}
      title={t`Which answers do you want to keep?`}
      actions={
        <>
          <Button variant="secondary" onPress={onTheirs}>
            <Trans>Use the other answers</Trans>
          </Button>
          <Button autoFocus onPress={() => onKeep(joined(mine, theirs.answers, chosen))}>
            {chosen.size > 0 ? t`Keep the chosen answers` : t`Keep the answers on this screen`}
          </Button>
        </>
      }
    >
      <p className="text-muted">
        {t`You also filled out this form on ${{ device }}, last saved ${{ time: dateAndTime(theirs.updatedAt) }}.`}{' '}
        {found.length > 0 && <Trans>Choose each answer that differs, or all at once below.</Trans>}
      </p>
      {found.length > 0 && (
        <ul className="flex flex-col divide-y divide-line border-y border-line">
          {found.map(({ key, section, question, ...answers }) => (
            <li key={key} className="py-3">
              <p id={`difference-${key}`} className="text-sm font-semibold">
                <span className="font-normal text-muted">{sectionTitle(section, t)}, </span>
                {question}
              </p>
              <RadioGroup
                aria-labelledby={`difference-${key}`}
                value={chosen.has(key) ? 'theirs' : 'mine'}
                onChange={(value) => choose(key, value === 'theirs')}
                className="mt-2 grid grid-cols-2 gap-2"
              >
                <Choice value="mine" from={t`On this screen`} answer={answers.mine} />
                <Choice value="theirs" from={device} answer={answers.theirs} />
              </RadioGroup>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function Choice({ value, from, answer }: { value: string; from: string; answer: string }) {
  return (
    <Radio
      value={value}
      className="group flex min-h-12 min-w-0 cursor-pointer items-start gap-2.5 rounded-control border border-control bg-surface px-3 py-2 hover:border-ink focus-visible:outline-3 selected:border-action selected:bg-action-soft"
    >
      <span className="mt-1 size-4.5 shrink-0 rounded-full border-[1.5px] border-control bg-surface group-selected:border-[6px] group-selected:border-action" />
      <span className="min-w-0">
        <span className="block text-xs text-muted">{from}</span>
        <span className="figures block leading-snug font-medium whitespace-pre-line wrap-anywhere">
          {answer || <Trans>Not answered</Trans>}
        </span>
      </span>
    </Radio>
  );
}

/** Whether the answers are saved. Screen readers announce only problems. */
export function SaveNote({ saving }: { saving: SaveState }) {
  const { t } = useLingui();
  const { time } = useDates();
  const isProblem = saving.kind === 'retrying' || saving.kind === 'refused';
  const Icon = isProblem ? CloudOff : saving.kind === 'saving' ? LoaderCircle : Cloud;
  return (
    <p
      className={`figures flex min-h-6 items-center gap-2 text-sm ${isProblem ? 'font-semibold text-warning' : 'text-muted'}`}
    >
      <Icon size={18} strokeWidth={1.75} aria-hidden className="shrink-0" />
      <span>{textFor(saving, time, t)}</span>
      <span role="status" className="sr-only">
        {isProblem ? textFor(saving, time, t) : ''}
      </span>
    </p>
  );
}

function textFor(saving: SaveState, time: DateFormats['time'], t: Translate): string {
  switch (saving.kind) {
    case 'idle':
    case 'conflict':
      return t(msg`We save your answers as you go.`);
    case 'saving':
      return t(msg`Saving...`);
    case 'saved':
      return t(msg`Saved at ${{ time: time(saving.at.getTime()) }}`);
    case 'retrying':
      return saving.isOffline
        ? t(msg`Not saved yet because you’re offline. We’ll keep trying.`)
        : t(msg`Not saved yet. We’ll keep trying.`);
    case 'refused':
      return t(msg`Not saved. We’ll try again after your next answer. Until then, keep this page open.`);
  }
}

/** After edits here, while another device has sent the form. */
export function SentElsewhereDialog({ onMine, onTheirs }: { onMine: () => void; onTheirs: () => void }) {
  const { t } = useLingui();
  return (
    <Dialog
      isOpen
      role="alertdialog"
      onClose={() => {}}
      title={t`This form was submitted from another device`}
      actions={
        <>
          <Button variant="secondary" onPress={onTheirs}>
            <Trans>Use the submitted answers</Trans>
          </Button>
          <Button autoFocus onPress={onMine}>
            <Trans>Keep the answers on this screen</Trans>
          </Button>
        </>
      }
    >
      <p className="text-muted">
        <Trans>You can leave it as it is, or keep the answers on this screen and submit them again.</Trans>
      </p>
    </Dialog>
  );
}
