import { useLingui } from '@lingui/react/macro';
import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import type { Question, QuestionCategory } from './content.ts';
import { heading } from './heading.ts';

/** One category. Items are `<details>` elements, which work before hydration and open independently. */
export function QuestionList({ category, expanded }: { category: QuestionCategory; expanded: boolean }) {
  return (
    <section aria-labelledby={category.id}>
      <h2 id={category.id} className="scroll-mt-28 text-xl">
        {category.title}
      </h2>
      <div className="mt-4 border-t border-control">
        {category.questions.map((question) => (
          <Item key={`${question.id} ${expanded}`} question={question} expanded={expanded} />
        ))}
      </div>
    </section>
  );
}

function Item({ question, expanded }: { question: Question; expanded: boolean }) {
  const { t } = useLingui();
  const { hash } = useLocation();
  const [open, setOpen] = useState(expanded);
  const wanted = hash === `#${question.id}`;
  // The fragment is known only in the browser. Opening an item on the server would not match the server's page.
  useEffect(() => {
    if (wanted) setOpen(true);
  }, [wanted]);
  return (
    <details
      id={question.id}
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
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
            {t(heading.link)}
          </a>
        </p>
      </div>
    </details>
  );
}
