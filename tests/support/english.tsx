import { I18nProvider } from '@lingui/react';
import type { ReactNode } from 'react';
import { wordsIn } from '#app/language/words.ts';

/** Around a component in a test: `render(<Files />, { wrapper: English })`. */
export function English({ children }: { children: ReactNode }) {
  return <I18nProvider i18n={wordsIn('en').i18n}>{children}</I18nProvider>;
}
