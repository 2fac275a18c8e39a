import { useLingui } from '@lingui/react/macro';
import type { SectionId } from '#domain/tax-form/fields.ts';
import { sectionTitle } from '#domain/tax-form/sections.ts';
import type { CopyLine, CopySection } from '#domain/tax-form/staff/copy-lines.ts';
import { AnswerLine, type LineTools } from './answer-line.tsx';

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
