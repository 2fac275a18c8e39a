import { Plural, useLingui } from '@lingui/react/macro';
import { Search } from 'lucide-react';
import { useId, useState } from 'react';
import { useFormats } from '#app/language/language.tsx';
import { useEarlyInput } from '#app/shared/browser/use-early-input.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { controlStyle } from '#app/ui/fields/control-style.ts';
import { questionData } from '../machine-readable/structured-data.ts';
import { categories } from './content.ts';
import { heading } from './heading.ts';
import { QuestionList } from './question-list.tsx';
import { searchQuestions } from './search.ts';

/** The questions and their search. Answers also open before hydration. */
export function Below() {
  const [query, setQuery] = useState('');
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
          <nav aria-label={t(heading.categories)} className="mt-4 hidden lg:block">
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
            <QuestionList key={category.id} category={category} expanded={query.trim() !== ''} />
          ))}
          {count === 0 && <p className="text-lg text-muted">{t(heading.none)}</p>}
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
        aria-label={t(heading.search)}
        placeholder={t(heading.placeholder)}
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
