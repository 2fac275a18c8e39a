import type { MessageDescriptor } from '@lingui/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { ChevronDown } from 'lucide-react';
import { useFormats, useLanguage } from '#app/language/language.tsx';
import { useOffice } from '#app/shared/site-data.tsx';
import { PageHeading } from '#app/ui/layout/page-heading.tsx';
import type { Office } from '#domain/business/office.ts';
import type { Formats } from '#domain/language/formats.ts';
import { sourceLanguage } from '#domain/language/language.ts';
import type { Translate } from '#domain/language/translate.ts';

export interface LegalDocumentProps {
  /** The address of the English text. */
  path: string;
  kind: 'privacy' | 'terms';
  heading: (office: Office) => Record<'title' | 'lead', MessageDescriptor>;
  sections: (office: Office, formats: Formats) => readonly LegalSection<MessageDescriptor>[];
}

export function LegalDocument({ path, kind, heading, ...content }: LegalDocumentProps) {
  const { t } = useLingui();
  const formats = useFormats();
  const office = useOffice();
  const { title, lead } = heading(office);
  const { version, updated } = office.legal[kind];
  const sections = content.sections(office, formats).map((section) => inLanguage(section, t));
  return (
    <div className="page pt-12 pb-16 lg:pt-20 lg:pb-28 print:pt-0">
      <PageHeading
        kicker={
          <span className="figures">
            <Trans>
              Version {{ version }}, last updated {{ month: formats.monthAndYear(updated) }}
            </Trans>
          </span>
        }
        lead={t(lead)}
      >
        {t(title)}
      </PageHeading>
      <EnglishBinds path={path} />
      <div className="mt-10 grid items-start gap-x-16 gap-y-10 lg:mt-14 lg:grid-cols-[19rem_minmax(0,1fr)] print:block">
        <Contents sections={sections} />
        <div className="max-w-text">
          {sections.map((section, i) => (
            <section
              key={section.id}
              aria-labelledby={section.id}
              className="border-t border-line py-8 first:border-t-0 first:pt-0 print:break-inside-avoid print:py-3"
            >
              <h2 id={section.id} className="grid scroll-mt-28 grid-cols-[2.75rem_1fr] text-xl">
                <span className="figures text-accent">{i + 1}.</span>
                {section.title}
              </h2>
              <div className="mt-3 lg:pl-[2.75rem]">
                {section.paragraphs.map((paragraph) => (
                  <p key={paragraph} className="mb-3">
                    {paragraph}
                  </p>
                ))}
                {section.points && (
                  <ul className="flex flex-col gap-2">
                    {section.points.map((point) => (
                      <li key={point} className="flex gap-3">
                        <span aria-hidden="true" className="mt-[0.72em] h-px w-4 shrink-0 bg-accent" />
                        {point}
                      </li>
                    ))}
                  </ul>
                )}
              </div>
            </section>
          ))}
        </div>
      </div>
    </div>
  );
}

/** Above a translation. */
function EnglishBinds({ path }: { path: string }) {
  if (useLanguage() === sourceLanguage) return null;
  return (
    <p className="mt-8 max-w-text rounded-card border border-line bg-accent-soft px-5 py-4">
      <Trans>
        This translation is for your convenience. Only the English text is binding.{' '}
        <a href={path} hrefLang={sourceLanguage} className="link font-semibold">
          Read the English text
        </a>
      </Trans>
    </p>
  );
}

/** Beside the text on wide screens. Collapsed above it on phones, where the list would be longer than the screen. */
function Contents({ sections }: { sections: readonly LegalSection[] }) {
  const { t } = useLingui();
  return (
    <>
      <nav
        aria-label={t`Contents`}
        className="sticky top-26 max-h-[calc(100dvh-8rem)] overflow-y-auto rounded-card border border-line bg-surface p-4 max-lg:hidden print:hidden"
      >
        <SectionLinks sections={sections} />
      </nav>
      <nav aria-label={t`Contents`} className="lg:hidden print:hidden">
        <details className="group rounded-card border border-line bg-surface">
          <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-4 rounded-card px-5 font-semibold [&::-webkit-details-marker]:hidden">
            <Plural value={{ count: sections.length }} one="# section" other="All # sections" />
            <ChevronDown
              size={20}
              aria-hidden
              className="shrink-0 text-action transition-transform duration-150 group-open:rotate-180"
            />
          </summary>
          <div className="border-t border-line p-3 md:columns-2">
            <SectionLinks sections={sections} />
          </div>
        </details>
      </nav>
    </>
  );
}

function SectionLinks({ sections }: { sections: readonly LegalSection[] }) {
  return (
    <ol className="figures text-sm">
      {sections.map((section, i) => (
        <li key={section.id} className="break-inside-avoid">
          <a
            href={`#${section.id}`}
            className="grid min-h-11 grid-cols-[2rem_1fr] items-center rounded-control px-2 hover:bg-action-soft hover:text-action lg:min-h-9"
          >
            <span className="text-muted">{i + 1}.</span>
            {section.title}
          </a>
        </li>
      ))}
    </ol>
  );
}

const inLanguage = (
  { id, title, paragraphs, points }: LegalSection<MessageDescriptor>,
  t: Translate,
): LegalSection => ({
  id,
  title: t(title),
  paragraphs: paragraphs.map(t),
  ...(points && { points: points.map(t) }),
});

export interface LegalSection<Text = string> {
  id: string;
  title: Text;
  paragraphs: readonly Text[];
  points?: readonly Text[];
}
