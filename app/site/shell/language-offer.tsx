import { X } from 'lucide-react';
import { rememberLanguage } from '#app/language/choice.ts';
import { useLanguage } from '#app/language/language.tsx';
import { LanguageLink } from '#app/shared/shell/language-switch.tsx';
import type { Language } from '#domain/language/language.ts';

/** In the language that is offered, not in that of the page. */
const wordings: Record<Language, { label: string; view: string; dismiss: string }> = {
  en: { label: 'Language', view: 'View this page in English', dismiss: 'No, thanks' },
  es: { label: 'Idioma', view: 'Ver esta página en español', dismiss: 'No, gracias' },
};

interface Props {
  language: Language;
  onDismiss: () => void;
}

/** One line above the lower edge of the window, so that nothing on the page moves; at the end of the page in a low one. */
export default function LanguageOffer({ language, onDismiss }: Props) {
  const current = useLanguage();
  const { label, view, dismiss } = wordings[language];
  return (
    <section
      lang={language}
      aria-label={label}
      data-offer
      className="fixed right-4 bottom-[calc(var(--bottom-bar)+var(--dock)+1rem)] z-30 flex animate-appear low:static low:m-4 items-center rounded-card border border-line bg-surface pl-4 shadow-float print:hidden"
    >
      <LanguageLink language={language} className="link inline-flex min-h-11 items-center font-semibold">
        {view}
      </LanguageLink>
      <button
        type="button"
        aria-label={dismiss}
        onClick={() => {
          rememberLanguage(current);
          onDismiss();
        }}
        className="inline-flex size-11 cursor-pointer items-center justify-center rounded-control text-ink"
      >
        <X size={18} aria-hidden />
      </button>
    </section>
  );
}
