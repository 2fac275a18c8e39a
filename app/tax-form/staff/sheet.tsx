import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, ClipboardX, History, PanelLeft, Printer, X } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { useDates } from '#app/shared/format/dates.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { ConfirmDialog } from '#app/ui/overlays/confirm-dialog.tsx';
import { msg, plural } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import { dependentNumber } from '#domain/tax-form/answers.ts';
import { fieldAt } from '#domain/tax-form/fields.ts';
import {
  type CopyLine,
  type CopySection,
  copiedNumber,
  copyLines,
  doubtsIn,
} from '#domain/tax-form/staff/copy-lines.ts';
import { AnswerSections, Contents, type LineTools } from './answer-sections.tsx';
import { type FormSheet, type LastPrint, lastPrintQuery } from './forms-query.ts';
import { RevealBar } from './reveal-bar.tsx';
import { type Copying, useCopy } from './use-copy.ts';
import { usePrint } from './use-print.ts';
import { type Reveals, useReveals } from './use-reveals.ts';

interface SheetProps {
  sheet: FormSheet;
  isBeside: boolean;
  onBeside: (() => void) | undefined;
  onClose: () => void;
  /** The client submitted the form again. */
  onChanged: () => void;
}

export function Sheet({ sheet, isBeside, onBeside, onClose, onChanged }: SheetProps) {
  const { t } = useLingui();
  const { recentDate } = useDates();
  const [asked, setAsked] = useState<CopyLine | null>(null);
  const [isWhole, setWhole] = useState(false);
  const reveals = useReveals(sheet, onChanged);
  const copying = useCopy();
  const printing = usePrint(sheet, reveals, onChanged);
  // Without it, nothing is marked: the form is more important.
  const { data: lastPrint = null } = useQuery(lastPrintQuery(sheet));
  const brief = copyLines(sheet.form_data, 'brief', t);
  const whole = copyLines(sheet.form_data, 'whole', t);
  // By specification, only names and relationships of dependents, until their numbers or other answers matter.
  const doubtOf = doubtsIn(sheet.form_data, t);
  const needsWhole =
    reveals.areAllShown ||
    hiddenLines(brief, whole).some(
      (line) => doubtOf(line) !== null || (lastPrint !== null && isChanged(line, lastPrint)),
    );
  const answers = isWhole || needsWhole ? whole : brief;
  const lines = linesIn(whole);
  const hasNumbers = lines.some(({ sensitive, answer }) => sensitive && answer !== '');
  const problem = reveals.error ?? printing.error;

  const tools: LineTools = {
    reveals,
    copying,
    printing,
    markOf: (line) =>
      lastPrint && isChanged(line, lastPrint)
        ? t`Changed since print on ${{ day: recentDate(lastPrint.printed_at) }}`
        : null,
    doubtOf,
    onCopyMasked: setAsked,
  };

  return (
    <>
      <div className="flex flex-wrap gap-2 print:hidden">
        <CloseButton onClose={onClose} isBeside={isBeside} />
        {onBeside && (
          <Button
            size="small"
            variant="secondary"
            icon={<PanelLeft size={16} aria-hidden />}
            className="max-lg:hidden"
            onPress={onBeside}
          >
            <Trans>Beside the files</Trans>
          </Button>
        )}
        <Button
          size="small"
          variant="secondary"
          icon={<Printer size={16} aria-hidden />}
          busy={printing.busy === 'masked'}
          onPress={() => void printing.print(false)}
        >
          <Trans>Print</Trans>
        </Button>
        {hasNumbers && (
          <Button
            size="small"
            variant="secondary"
            icon={<Printer size={16} aria-hidden />}
            busy={printing.busy === 'numbers'}
            onPress={() => void printing.print(true)}
          >
            <Trans>Print with numbers</Trans>
          </Button>
        )}
        {whole.some(({ dependents }) => dependents.length > 0) && !needsWhole && (
          <Button size="small" variant="secondary" onPress={() => setWhole(!isWhole)}>
            {isWhole ? t`Dependents: names only` : t`Dependents: all answers`}
          </Button>
        )}
      </div>
      {lastPrint && <PrintNote print={lastPrint} lines={lines} />}
      <div
        className={classNames(
          'flex flex-wrap items-center gap-x-6 gap-y-2 border-y border-line bg-surface py-2 empty:hidden sm:sticky sm:top-0 sm:z-10 lg:top-(--top-bar) low:static print:hidden',
          // On a phone, only if it is one line.
          reveals.areAllShown && 'max-sm:sticky max-sm:top-0 max-sm:z-10',
        )}
      >
        {hasNumbers && <RevealBar reveals={reveals} />}
        <ClearButton copying={copying} />
        {problem != null && (
          <Banner kind="danger" announce className="basis-full">
            {reveals.error == null
              ? t`We couldn’t print the form: ${{ problem: messageOf(problem, t) }}`
              : t`We couldn’t show the numbers: ${{ problem: messageOf(problem, t) }}`}
          </Banner>
        )}
      </div>
      <CopyStatus copying={copying} lines={lines} />
      <div
        className={classNames(
          'print:block',
          !isBeside && 'xl:grid xl:grid-cols-[10rem_minmax(0,1fr)] xl:gap-5',
        )}
      >
        {!isBeside && <Contents answers={answers} />}
        <AnswerSections answers={answers} tools={tools} />
      </div>
      {hasNumbers && (
        <p className="text-xs text-muted print:hidden">
          <Trans>
            Numbers are shown for 15 minutes at most. They hide when you switch the tab or minimize the
            window. Each time, we record your name and the time. A copied number stays on your clipboard until
            you copy something else.
          </Trans>
        </p>
      )}
      {asked && (
        <CopyNumber line={asked} reveals={reveals} copying={copying} onClose={() => setAsked(null)} />
      )}
    </>
  );
}

function CopyStatus({ copying: { last }, lines }: { copying: Copying; lines: readonly CopyLine[] }) {
  const { t } = useLingui();
  const question = lines.find(({ path }) => path === last?.path)?.question ?? '';
  return (
    <p role="status" className="sr-only">
      {last &&
        (last.outcome === 'copied'
          ? t`Copied: ${{ question }}`
          : t`Selected: ${{ question }}. Now copy it yourself.`)}
    </p>
  );
}

/** Offered after a number was copied. One line, so that the answers below don't move under the pointer. */
function ClearButton({ copying: { last, clear } }: { copying: Copying }) {
  const { t } = useLingui();
  if (!last?.isNumber || last.outcome !== 'copied') return null;

  async function clearNow() {
    if (await clear()) notify('success', t`The clipboard was cleared.`);
    else notify('danger', t`Your browser doesn’t allow that. Copy something else instead.`);
  }

  return (
    <Button
      size="small"
      variant="quiet"
      icon={<ClipboardX size={16} aria-hidden />}
      className="ml-auto px-2!"
      onPress={() => void clearNow()}
    >
      <span className="max-sm:sr-only">{t`Clear clipboard`}</span>
    </Button>
  );
}

const linesIn = (answers: readonly CopySection[]): CopyLine[] =>
  answers.flatMap(({ lines, dependents }) => [...lines, ...dependents.flat()]);

/** Answers of dependents that are not shown. */
function hiddenLines(brief: readonly CopySection[], whole: readonly CopySection[]): CopyLine[] {
  const shown = new Set(linesIn(brief).map(({ path }) => path));
  return linesIn(whole).filter(({ path }) => !shown.has(path));
}

interface CopyNumberProps {
  line: CopyLine;
  reveals: Reveals;
  copying: Copying;
  onClose: () => void;
}

/** Asks before a masked number is shown and copied. */
function CopyNumber({ line, reveals, copying, onClose }: CopyNumberProps) {
  const { t } = useLingui();
  const { path, question } = line;

  async function showAndCopy() {
    const number = await reveals.show(path);
    onClose();
    if (number !== null) await copying.copy(line, copiedNumber(number));
  }

  return (
    <ConfirmDialog
      isOpen
      title={t`Show this number?`}
      confirmLabel={t`Show and copy`}
      busy={reveals.asked === path}
      onConfirm={() => void showAndCopy()}
      onCancel={onClose}
    >
      <Trans>“{question}” is masked. To copy it, we show it and record your name and the time.</Trans>
    </ConfirmDialog>
  );
}

/** When the form was last printed, and how many answers changed since. */
function PrintNote({ print, lines }: { print: LastPrint; lines: readonly CopyLine[] }) {
  const { t } = useLingui();
  const { dateAndTime } = useDates();
  const time = dateAndTime(print.printed_at);
  const person = print.printed_by || t`a deleted account`;
  const marked = lines.filter((line) => isChanged(line, print)).length;
  const removed = removedFrom(lines, print, t);
  return (
    <div className="flex flex-col gap-0.5 text-sm">
      <p className="figures text-muted">
        {print.with_numbers
          ? t`Printed with numbers by ${{ person }}, ${{ time }}`
          : t`Printed by ${{ person }}, ${{ time }}`}
      </p>
      {marked + removed.length > 0 && (
        <p className="flex items-start gap-1.5 font-semibold text-warning">
          <History size={16} aria-hidden className="mt-0.5 shrink-0" />
          <span>
            {marked > 0 &&
              t(
                msg`${plural({ count: marked }, { one: '# answer changed since then.', other: '# answers changed since then.' })}`,
              )}{' '}
            {removed.length > 0 && t`Removed since then: ${{ answers: removed.join(', ') }}`}
          </span>
        </p>
      )}
    </div>
  );
}

const isChanged = ({ paths }: CopyLine, { changed }: LastPrint): boolean =>
  paths.some((path) => changed.includes(path));

/** The names of changed answers that have no line anymore. */
function removedFrom(lines: readonly CopyLine[], { changed }: LastPrint, t: Translate): string[] {
  const shown = new Set(lines.flatMap(({ paths }) => paths));
  const people = new Set(lines.map(({ path }) => dependentNumber(path)));
  const names = changed
    .filter((path) => !shown.has(path))
    .map((path) => {
      const number = dependentNumber(path);
      return number !== undefined && !people.has(number)
        ? t(msg`Dependent ${{ number }}`)
        : t(fieldAt(path).question);
    });
  return [...new Set(names)];
}

export function CloseButton({ isBeside, onClose }: { isBeside: boolean; onClose: () => void }) {
  return (
    <Button
      size="small"
      variant="secondary"
      icon={isBeside ? <X size={16} aria-hidden /> : <ArrowLeft size={16} aria-hidden />}
      onPress={onClose}
      className="self-start print:hidden"
    >
      {isBeside ? <Trans>Close the answers</Trans> : <Trans>Back to files</Trans>}
    </Button>
  );
}
