import type { MessageDescriptor } from '@lingui/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { classNames } from '#app/ui/class-names.ts';
import type { BulkPreview, LeftOutGroup, PreviewedClient } from '#contract/bulk.ts';
import { reasonNames } from '#domain/bulk/reasons.ts';
import { isLanguage, type Language } from '#domain/language/language.ts';
import { msg } from '#domain/language/message.ts';

interface PreviewProps {
  preview: BulkPreview;
  /** Whether it is of what was entered before. */
  isOld: boolean;
}

/** How many clients are reached, and who is left out and why. */
export function Reach({ preview, isOld, isLetters }: PreviewProps & { isLetters: boolean }) {
  const id = useId();
  const { reached, first, leftOut } = preview;
  const others = reached - first.length;
  return (
    <section aria-labelledby={id} aria-busy={isOld} className={classNames(part, isOld && 'opacity-60')}>
      <h3 id={id} className="font-sans text-sm font-semibold tracking-normal">
        {isLetters ? (
          <Plural
            value={reached}
            _0="No one gets a letter"
            one="# client gets a letter"
            other="# clients get a letter"
          />
        ) : (
          <Plural
            value={reached}
            _0="This changes no client"
            one="This changes # client"
            other="This changes # clients"
          />
        )}
      </h3>
      {!isLetters && reached > 0 && (
        <p className="wrap-anywhere text-muted">
          {first.map(({ name, id }) => name || id).join(', ')}
          {others > 0 && (
            <>
              {' '}
              <Plural value={others} one="and # more" other="and # more" />
            </>
          )}
        </p>
      )}
      {leftOut.length > 0 && <LeftOut groups={leftOut} />}
    </section>
  );
}

/** The first letters, as they will be sent. */
export function FirstLetters({ preview: { first }, isOld }: PreviewProps) {
  const id = useId();
  if (first.length === 0) return null;
  return (
    <section aria-labelledby={id} aria-busy={isOld} className={classNames(part, isOld && 'opacity-60')}>
      <h3 id={id} className="font-sans text-sm font-semibold tracking-normal">
        <Plural value={first.length} one="The letter" other="The first # letters" />
      </h3>
      <ul
        // Scrolled by keys, so that the button below stays in sight.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled area needs the focus
        tabIndex={0}
        aria-labelledby={id}
        className="flex flex-col gap-3 md:max-h-[calc(92dvh-17rem)] md:min-h-64 md:overflow-y-auto"
      >
        {first.map((client) => (
          <li key={client.id}>
            <Letter client={client} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const part = 'flex min-w-0 flex-col gap-3 text-sm';

function LeftOut({ groups }: { groups: readonly LeftOutGroup[] }) {
  const { t } = useLingui();
  const count = groups.reduce((sum, group) => sum + group.count, 0);
  return (
    <div className="rounded-card bg-warning-soft px-4 py-3">
      <p className="font-semibold">
        <Plural value={count} one="# client is left out:" other="# clients are left out:" />
      </p>
      {groups.map(({ reason, count, clients }) => (
        <details key={reason} className="group">
          <summary className="flex min-h-11 cursor-pointer items-center gap-2 lg:min-h-8">
            <span className="figures min-w-6 text-right font-semibold">{count}</span>
            <span className="min-w-0 underline decoration-dotted underline-offset-4">
              {t(reasonNames[reason])}
            </span>
          </summary>
          <ul className="max-h-48 overflow-y-auto pb-2 pl-8 text-muted">
            {clients.map(({ id, name }) => (
              <li key={id} className="wrap-anywhere">
                {name || <Trans>A deleted client</Trans>}
              </li>
            ))}
            {count > clients.length && (
              <li>
                <Plural value={count - clients.length} one="and # more" other="and # more" />
              </li>
            )}
          </ul>
        </details>
      ))}
    </div>
  );
}

const inLanguage: Record<Language, MessageDescriptor> = {
  en: msg`in English`,
  es: msg`in Spanish`,
};

function Letter({ client: { name, letter } }: { client: PreviewedClient }) {
  const { t } = useLingui();
  if (!letter) return null;
  const { to, language, subject, html } = letter;
  return (
    <article aria-label={name || to} className="flex flex-col gap-2 rounded-card bg-sunken p-4 wrap-anywhere">
      <p className="text-xs text-muted">
        {name && <span className="font-semibold text-ink">{name}</span>} {to}
        {isLanguage(language) && <>, {t(inLanguage[language])}</>}
      </p>
      <div lang={language} className="flex flex-col gap-2">
        <p className="font-display text-base font-semibold">{subject}</p>
        {partsOf(html)
          // The subject, usually.
          .filter(({ kind, text }) => kind !== 'heading' || text.replaceAll('\n', ' ') !== subject)
          .map(({ kind, text }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a letter have no other name
            <p key={at} className={looks[kind]}>
              {text}
            </p>
          ))}
      </div>
    </article>
  );
}

const looks = {
  heading: 'font-semibold',
  text: 'whitespace-pre-line',
  item: '-mt-1',
  button: 'mt-1 self-start rounded-control bg-action px-3 py-1 font-semibold text-on-action',
  small: 'text-xs whitespace-pre-line text-muted',
};

/**
 * The words of a letter in their order. The page's policy forbids its inline styles, and nothing of it runs here: it is
 * read as text.
 */
function partsOf(html: string): { kind: keyof typeof looks; text: string }[] {
  const plain = html.replace(/<style>[\s\S]*?<\/style>/g, '').replace(/ style="[^"]*"/g, '');
  const card = new DOMParser().parseFromString(plain, 'text/html').querySelector('.surface');
  const parts = [...(card?.querySelectorAll('h1, p') ?? [])].map((element) => {
    for (const end of element.querySelectorAll('br')) end.replaceWith('\n');
    return { kind: kindOf(element), text: (element.textContent ?? '').trim() };
  });
  return parts.filter(({ text }) => text !== '');
}

function kindOf(element: Element): keyof typeof looks {
  if (element.tagName === 'H1') return 'heading';
  if (element.querySelector('a.action')) return 'button';
  if (element.textContent?.startsWith('•')) return 'item';
  return element.classList.contains('muted') ? 'small' : 'text';
}
