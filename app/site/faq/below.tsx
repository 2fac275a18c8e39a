import { Plural, useLingui } from '@lingui/react/macro';
import { Plus, Search } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { useLocation } from 'react-router';
import { useFormats } from '#app/language/language.tsx';
import { useEarlyInput } from '#app/shared/browser/use-early-input.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { controlStyle } from '#app/ui/fields/control-style.ts';
import { questionData } from '../machine-readable/structured-data.ts';
import { categories, type Question, type QuestionCategory } from './content.ts';
import { searchQuestions } from './search.ts';

/** The questions and their search. Answers also open before hydration. */
export function Below() {
  const [query, setQuery] = useState('');
  /** What was open before a search is open after it. */
  const [opened] = useState(() => new Set<string>());
  const { t } = useLingui();
  const all = categories(useOffice(), useFormats(), t);
  const shown = searchQuestions(all, query);
  const count = shown.reduce((sum, category) => sum + category.questions.length, 0);
  return (
    <>
      <JsonLd data={questionData(all)} />
      <div className="mt-10 grid items-start gap-x-16 gap-y-10 lg:mt-14 lg:grid-cols-[17rem_minmax(0,1fr)]">
        <div className="lg:sticky lg:top-28">
          <SearchBox query={query} onChange={setQuery} />
          <p role="status" className="figures mt-2 min-h-6 text-sm text-muted">
            {query.trim() && <Plural value={count} one="# question found" other="# questions found" />}
          </p>
          <nav aria-label={t`Categories`} className="mt-4 hidden lg:block">
            <ul className="border-l border-line">
              {shown.map((category) => (
                <li key={category.id}>
                  <a
                    href={`#${category.id}`}
                    className="-ml-px flex min-h-11 items-center border-l border-transparent pl-4 hover:border-action hover:text-action"
                  >
                    {category.title}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        </div>
        <div className="flex flex-col gap-12">
          {shown.map((category) => (
            <QuestionList
              key={category.id}
              category={category}
              opened={opened}
              expanded={query.trim() !== ''}
            />
          ))}
          {count === 0 && (
            <p className="text-lg text-muted">{t`No questions match. Ask us, and a real person will answer.`}</p>
          )}
        </div>
      </div>
    </>
  );
}

function SearchBox({ query, onChange }: { query: string; onChange: (query: string) => void }) {
  const id = useId();
  const { t } = useLingui();
  useEarlyInput(id, query, onChange);
  return (
    <search id="question-search" className="relative block">
      <Search
        size={18}
        aria-hidden
        className="pointer-events-none absolute inset-y-0 left-3.5 my-auto text-muted"
      />
      <input
        id={id}
        type="search"
        aria-label={t`Search the questions`}
        placeholder={t`Refund, password, mistake`}
        value={query}
        onChange={(event) => onChange(event.currentTarget.value)}
        className={`${controlStyle} pl-11`}
      />
    </search>
  );
}

/** Structured data for search engines, in the page's body. Browsers don't run it. */
function JsonLd({ data }: { data: object }) {
  // Escaped, so that no text can close the script element.
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return <script type="application/ld+json">{json}</script>;
}

interface Shown {
  /** The questions whose answers are open. */
  opened: Set<string>;
  /** By a search. */
  expanded: boolean;
}

/** One category. Items are `<details>` elements, which work before hydration and open independently. */
function QuestionList({ category, ...shown }: { category: QuestionCategory } & Shown) {
  return (
    <section aria-labelledby={category.id}>
      <h2 id={category.id} className="scroll-mt-28 text-xl">
        {category.title}
      </h2>
      <div className="mt-4 border-t border-control">
        {category.questions.map((question) => (
          <Item key={`${question.id} ${shown.expanded}`} question={question} {...shown} />
        ))}
      </div>
    </section>
  );
}

function Item({ question, opened, expanded }: { question: Question } & Shown) {
  const { t } = useLingui();
  const { hash } = useLocation();
  const [open, setOpen] = useState(expanded || opened.has(question.id));
  const wanted = hash === `#${question.id}`;
  // The fragment is known only in the browser. Opening an item on the server would not match the server's page.
  useEffect(() => {
    if (wanted) setOpen(true);
  }, [wanted]);
  function toggle(isOpen: boolean): void {
    setOpen(isOpen);
    if (expanded) return;
    if (isOpen) opened.add(question.id);
    else opened.delete(question.id);
  }
  return (
    <details
      id={question.id}
      open={open}
      onToggle={(event) => toggle(event.currentTarget.open)}
      className="group scroll-mt-28 border-b border-line"
    >
      <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-5 rounded-control py-3 font-semibold hover:text-action [&::-webkit-details-marker]:hidden">
        {question.question}
        <Plus
          size={20}
          aria-hidden
          className="shrink-0 text-action transition-transform duration-150 group-open:rotate-45 print:hidden"
        />
      </summary>
      <div className="max-w-text pb-6">
        {question.answer.map((paragraph) => (
          <p key={paragraph} className="mb-3">
            {paragraph}
          </p>
        ))}
        <p className="flex flex-wrap gap-x-6">
          {question.link && (
            <SmartLink to={question.link.to} className="link inline-flex min-h-11 items-center font-semibold">
              {question.link.label}
            </SmartLink>
          )}
          <a
            href={`#${question.id}`}
            className="inline-flex min-h-11 items-center text-sm text-muted underline-offset-4 hover:underline"
          >
            {t`Link to this answer`}
          </a>
        </p>
      </div>
    </details>
  );
}
