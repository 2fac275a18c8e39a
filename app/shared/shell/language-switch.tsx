import type { MouseEvent, ReactNode } from 'react';
import { useLocation } from 'react-router';
import { rememberLanguage } from '#app/language/choice.ts';
import { useLanguage } from '#app/language/language.tsx';
import { type Language, languageNames, languages, localizePath } from '#domain/language/language.ts';

/** Links to this page in the other languages, each in its own words. */
export function LanguageSwitch({ className = '', icon }: { className?: string; icon?: ReactNode }) {
  const current = useLanguage();
  return languages
    .filter((language) => language !== current)
    .map((language) => (
      <LanguageLink key={language} language={language} className={className}>
        {icon}
        {languageNames[language]}
      </LanguageLink>
    ));
}

interface LinkProps {
  language: Language;
  className?: string;
  children: ReactNode;
}

/**
 * Loads a document, because the language stays the same for the life of one. Works without scripts on pages that have an
 * address in each language.
 */
export function LanguageLink({ language, className, children }: LinkProps) {
  const { pathname } = useLocation();
  return (
    <a
      href={localizePath(pathname, language)}
      lang={language}
      hrefLang={language}
      className={className}
      onClick={(event) => openIn(language, event)}
      // The server renders pages with parameters, and the 404 page, under another path.
      suppressHydrationWarning
    >
      {children}
    </a>
  );
}

function openIn(language: Language, event: MouseEvent<HTMLAnchorElement>): void {
  rememberLanguage(language);
  const { pathname, search, hash } = window.location;
  const here = pathname + search + hash;
  const there = localizePath(here, language);
  if (there === here) {
    // A page with one address: the choice has changed. A link to the same address would not load it again.
    event.preventDefault();
    window.location.reload();
  } else {
    // Before the browser follows the link, also in a new tab.
    event.currentTarget.href = there;
  }
}
