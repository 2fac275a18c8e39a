import { useEffect } from 'react';
import { rememberLanguage } from '#app/language/choice.ts';
import { useLanguage } from '#app/language/language.tsx';
import { chosenLanguage } from '#domain/language/choice.ts';
import { isLanguage, type Language, sourceLanguage } from '#domain/language/language.ts';
import { done } from '../api/done.ts';
import { rest } from '../api/rest.ts';
import { storedText } from '../drafts/stored-value.ts';
import { useSession } from './session.tsx';

/** The id of the person whose choice this browser's cookie is. */
const owner = storedText('local', 'nutmeg.language-of');

interface Known {
  id: string;
  /** From the profile. English is also what a person has who never chose. */
  inProfile: Language;
  /** This browser's choice, or else the language that is shown. */
  chosen: Language;
  /** Whose choice it is; null before the first login here. */
  chosenBy: string | null;
}

/** After a login in another browser, or after someone else's, the profile decides. After that, the choice in this one. */
export function languageOfPerson({ id, inProfile, chosen, chosenBy }: Known): Language {
  return chosenBy === id || (chosenBy === null && inProfile === sourceLanguage) ? chosen : inProfile;
}

/**
 * Keeps two choices the same: the one in the profile, which our mails follow, and this browser's, which the pages behind
 * the login follow.
 */
export function usePersonsLanguage(): void {
  const shown = useLanguage();
  const { profile, profileLoading } = useSession();
  const id = profile?.user_id;
  const inProfile = profile?.language;

  useEffect(() => {
    if (profileLoading || id === undefined || !isLanguage(inProfile)) return;
    const chosen = chosenLanguage(document.cookie) ?? shown;
    const language = languageOfPerson({ id, inProfile, chosen, chosenBy: owner.read() });
    rememberLanguage(language);
    owner.save(id);
    if (language !== inProfile) {
      saveLanguage(id, language).catch((error: unknown) =>
        console.warn('The language could not be saved', error),
      );
    }
    // A browser without cookies would load the page forever.
    if (language !== shown && chosenLanguage(document.cookie) === language) window.location.reload();
  }, [profileLoading, id, inProfile, shown]);
}

/** Saves the language in the person's profile. Throws if that fails, also if there is no profile. */
export async function saveLanguage(userId: string, language: Language): Promise<void> {
  await done(rest.from('user_profiles').update({ language }).eq('user_id', userId).select('id').single());
}
