import type { Profile } from '#app/shared/session/profile.ts';
import { letterWords } from '#domain/contact/client-letters.ts';
import { greeting } from '#domain/contact/greeting.ts';
import type { NewLetter } from '../case/contact-query.ts';

/** The words that the client will read: the mail is made of the same ones. */
export function LetterPreview({ client, letter }: { client: Profile; letter: NewLetter }) {
  const { subject, paragraphs, action } = letterWords(letter.template, letter);
  return (
    <section aria-labelledby="letter-preview" className="flex min-w-0 flex-col gap-2">
      <h3 id="letter-preview" className="font-sans text-sm font-semibold">
        What the client reads
      </h3>
      <div className="flex flex-col gap-2 rounded-card bg-sunken p-4 text-sm break-words">
        <p className="text-xs text-muted">To {client.email}</p>
        <p className="font-display text-base font-semibold">{subject}</p>
        <p>{greeting(client.first_name)}</p>
        <p className="whitespace-pre-line">{paragraphs.join('\n\n')}</p>
        <p className="mt-1 self-start rounded-control bg-action px-3 py-1 font-semibold text-on-action">
          {action}
        </p>
      </div>
    </section>
  );
}
