import { useLingui } from '@lingui/react/macro';
import { Check, Copy, Eye, EyeOff, History, TriangleAlert } from 'lucide-react';
import { Button } from '#app/ui/actions/button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import { dependentNumber } from '#domain/tax-form/answers.ts';
import type { SectionId } from '#domain/tax-form/fields.ts';
import { sectionTitle } from '#domain/tax-form/sections.ts';
import { type CopyLine, type CopySection, copiedNumber } from '#domain/tax-form/staff/copy-lines.ts';
import { type Copying, shownIdOf } from './use-copy.ts';
import type { Printing } from './use-print.ts';
import type { Reveals } from './use-reveals.ts';

/** A form in one column: each answer on its own line, to be copied. */
export function AnswerSections({ answers, tools }: { answers: readonly CopySection[]; tools: LineTools }) {
  const { t } = useLingui();
  return (
    <div className="@container flex min-w-0 flex-col gap-5">
      {answers.map(({ section, lines, dependents }) => (
        <section key={section} className="flex flex-col gap-1">
          <h4
            id={headingId(section)}
            tabIndex={-1}
            className="scroll-mt-36 border-b border-line pb-1 font-sans text-base font-semibold"
          >
            {sectionTitle(section, t)}
          </h4>
          <Lines lines={lines} tools={tools} />
          {dependents.map((person, at) => (
            <section key={person[0]?.path} className="mt-2 break-inside-avoid">
              <h5 className="border-b border-line pb-1 text-sm font-semibold">
                {t`Dependent ${{ number: at + 1 }}`}
              </h5>
              <Lines lines={person} tools={tools} />
            </section>
          ))}
        </section>
      ))}
    </div>
  );
}

function Lines({ lines, tools }: { lines: readonly CopyLine[]; tools: LineTools }) {
  return (
    <dl>
      {lines.map((line) => (
        <AnswerLine key={line.path} line={line} tools={tools} />
      ))}
    </dl>
  );
}

/** Jumps to the sections, beside them on wide screens. */
export function Contents({ answers }: { answers: readonly CopySection[] }) {
  const { t } = useLingui();
  return (
    <nav
      aria-label={t`Sections of the form`}
      className="sticky top-[calc(var(--top-bar)+5.5rem)] self-start max-xl:hidden low:static print:hidden"
    >
      <ul className="border-l border-line text-sm">
        {answers.map(({ section }) => (
          <li key={section}>
            <a
              href={`#${headingId(section)}`}
              onClick={(event) => {
                // No entry in the history: Back closes the form.
                event.preventDefault();
                const heading = document.getElementById(headingId(section));
                heading?.scrollIntoView();
                heading?.focus({ preventScroll: true });
              }}
              className="block rounded-sm px-3 py-1.5 text-muted no-underline hover:bg-action-soft hover:text-ink"
            >
              {sectionTitle(section, t)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const headingId = (section: SectionId) => `form-section-${section}`;

/** What a line can do, and what it says beside its answer. */
export interface LineTools {
  reveals: Reveals;
  copying: Copying;
  printing: Printing;
  /** Why the line is marked: "Changed since print on Mar 3"; null if it is not. */
  markOf: (line: CopyLine) => string | null;
  /** Why the answer is probably wrong; null if nothing speaks for it. */
  doubtOf: (line: CopyLine) => string | null;
  /** Copies a number that is masked. */
  onCopyMasked: (line: CopyLine) => void;
}

function AnswerLine({ line, tools }: { line: CopyLine; tools: LineTools }) {
  const { reveals, copying, printing, markOf, doubtOf, onCopyMasked } = tools;
  const { t } = useLingui();
  const { path, question, answer, sensitive } = line;
  const number = reveals.numbers[path];
  const mark = markOf(line);
  const doubt = doubtOf(line);
  const isNumber = sensitive && answer !== '';
  const text = number === undefined ? line.copied : copiedNumber(number);
  // A tax program takes a number as its digits, and a state as its letters.
  const typed = number ?? (sensitive ? '' : answer);
  const name = nameOf(line, t);
  return (
    <div className="group/line -mx-2 grid gap-x-6 break-inside-avoid rounded-sm px-2 py-0.5 hover:bg-sunken @lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] @lg:items-baseline print:grid-cols-[2fr_3fr] print:py-1">
      <dt className="text-xs text-muted uppercase max-sm:pt-1">{question}</dt>
      <dd className="flex flex-wrap items-center gap-x-1 font-medium max-sm:-mt-1">
        <span
          id={shownIdOf(path)}
          className="figures min-w-0 flex-1 leading-snug wrap-anywhere whitespace-pre-line"
        >
          {number === undefined ? (
            answer || <span className="font-normal text-muted">{t`Not answered`}</span>
          ) : (
            <ShownNumber number={number} mask={answer} isPrinted={printing.hasNumbers} />
          )}
        </span>
        {isNumber && <ShowButton name={name} path={path} reveals={reveals} />}
        {(isNumber || line.copied !== '') && (
          <CopyButton
            name={name}
            outcome={copying.last?.path === path ? copying.last.outcome : null}
            onCopy={() => {
              if (text === '') onCopyMasked(line);
              else void copying.copy(line, text);
            }}
          />
        )}
        {typed !== '' && typed !== text && (
          <Button
            size="small"
            variant="quiet"
            aria-label={t`Copy ${{ name }} as typed`}
            onPress={() => void copying.copy(line, typed)}
            className={classNames(lineButton, shownInLine)}
          >
            {t`As typed`}
          </Button>
        )}
        {doubt !== null && <Mark icon={TriangleAlert} text={doubt} />}
        {mark !== null && <Mark icon={History} text={mark} />}
      </dd>
    </div>
  );
}

function Mark({ icon: Icon, text }: { icon: typeof History; text: string }) {
  return (
    <span className="flex basis-full items-center gap-1.5 pb-1 text-xs leading-snug font-semibold text-warning">
      <Icon size={14} aria-hidden className="shrink-0" />
      {text}
    </span>
  );
}

/** On paper it is masked, unless the form is printed with its numbers. */
function ShownNumber({ number, mask, isPrinted }: { number: string; mask: string; isPrinted: boolean }) {
  if (isPrinted) return number;
  return (
    <>
      <span className="print:hidden">{number}</span>
      <span className="hidden print:inline">{mask}</span>
    </>
  );
}

function ShowButton({ name, path, reveals }: { name: string; path: string; reveals: Reveals }) {
  const { t } = useLingui();
  const isShown = reveals.numbers[path] !== undefined;
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Button
      size="small"
      variant="quiet"
      busy={reveals.asked === path}
      icon={<Icon size={16} aria-hidden />}
      aria-label={isShown ? t`Hide ${{ name }}` : t`Show ${{ name }}`}
      onPress={() => (isShown ? reveals.hide(path) : void reveals.show(path))}
      className={lineButton}
    >
      {isShown ? t`Hide` : t`Show`}
    </Button>
  );
}

interface CopyButtonProps {
  name: string;
  outcome: 'copied' | 'selected' | null;
  onCopy: () => void;
}

/** Visible on the line that has the pointer or the focus, and always where nothing can hover. */
function CopyButton({ name, outcome, onCopy }: CopyButtonProps) {
  const { t } = useLingui();
  const Icon = outcome === 'copied' ? Check : Copy;
  return (
    <Button
      size="small"
      variant="quiet"
      icon={<Icon size={16} aria-hidden />}
      aria-label={
        outcome === 'copied'
          ? t`Copied ${{ name }}`
          : outcome === 'selected'
            ? t`Selected ${{ name }}`
            : t`Copy ${{ name }}`
      }
      onPress={onCopy}
      className={classNames(lineButton, outcome === null && shownInLine)}
    >
      {outcome === 'copied' ? t`Copied` : outcome === 'selected' ? t`Selected` : t`Copy`}
    </Button>
  );
}

/** Only in the line that has the pointer or the focus. */
const shownInLine =
  'opacity-0 group-focus-within/line:opacity-100 group-hover/line:opacity-100 [@media(hover:none)]:opacity-100';

/** The scroll margin keeps a focused button below the bar that stays at the top. */
const lineButton = 'shrink-0 scroll-mt-36 px-2! py-0! max-sm:min-h-11 sm:min-h-7! print:hidden';

/** With the number of the dependent, if there is one: dependents have the same questions. */
function nameOf({ path, question }: CopyLine, t: Translate): string {
  const number = dependentNumber(path);
  return number === undefined ? question : t(msg`${{ question }}, dependent ${{ number }}`);
}
