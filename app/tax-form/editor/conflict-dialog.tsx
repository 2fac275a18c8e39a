import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo, useState } from 'react';
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup';
import { useDates } from '#app/shared/format/dates.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Dialog } from '#app/ui/overlays/dialog.tsx';
import { storedDeviceName } from '#domain/account/device.ts';
import type { TaxFormAnswers } from '#domain/tax-form/answers.ts';
import { type Difference, differences, joined } from '#domain/tax-form/conflict/differences.ts';
import type { Draft } from '#domain/tax-form/draft.ts';
import { sectionTitle } from '#domain/tax-form/sections.ts';

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
