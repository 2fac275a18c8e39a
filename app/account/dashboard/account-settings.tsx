import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { rememberLanguage } from '#app/language/choice.ts';
import { useLanguage } from '#app/language/language.tsx';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { useCurrentClient } from '#app/shared/session/clients/current-client.tsx';
import { saveLanguage } from '#app/shared/session/persons-language.ts';
import type { Profile } from '#app/shared/session/session.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { Card } from '#app/ui/layout/card.tsx';
import { type Language, languageNames, languages } from '#domain/language/language.ts';
import { PeopleWithAccess } from '../clients/people-with-access.tsx';
import { Security } from '../security/security.tsx';
import { AccountDetails } from './account-details.tsx';

export interface AccountSettingsProps {
  userId: string;
  profile: Profile | null;
  email: string;
}

/** What the person can change about their account. */
export function AccountSettings({ userId, profile, email }: AccountSettingsProps) {
  return (
    <>
      {/* The key: AccountDetails looks for a draft when it mounts, and needs the profile for that. */}
      <AccountDetails key={profile?.user_id ?? ''} profile={profile} email={email} />
      <LanguageChoice userId={userId} />
      <Security />
      <PeopleWithAccess client={useCurrentClient()} />
    </>
  );
}

/** The language of the pages behind the login and of our mails. */
function LanguageChoice({ userId }: { userId: string }) {
  const { t } = useLingui();
  const current = useLanguage();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (language: Language) => saveLanguage(userId, language),
    onSuccess: (_, language) => {
      rememberLanguage(language);
      // The language stays for the life of a document.
      window.location.reload();
    },
  });

  return (
    <Card as="section" aria-labelledby="language">
      <h2 id="language" className="text-lg">
        <Trans>Language / Idioma</Trans>
      </h2>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p>{t`Your account and our emails are in English.`}</p>
        {languages
          .filter((language) => language !== current)
          .map((language) => (
            <Button key={language} variant="secondary" busy={isPending} onPress={() => mutate(language)}>
              <span lang={language}>{languageNames[language]}</span>
            </Button>
          ))}
      </div>
      <Problem className="mt-4">{error && messageOf(error, t)}</Problem>
    </Card>
  );
}
