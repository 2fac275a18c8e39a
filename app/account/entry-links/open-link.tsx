import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useLoaderData } from 'react-router';
import { useNavigate } from '#app/language/links.tsx';
import { ApiError } from '#app/shared/api/api.ts';
import { Envelope } from '#app/shared/drawings/envelope.tsx';
import { unlistedMeta } from '#app/shared/meta.ts';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { msg } from '#domain/language/message.ts';
import * as authService from '../auth-service.ts';
import { AllDone } from '../entry/all-done.tsx';
import { EntryLayout } from '../entry/entry-layout.tsx';
import { acceptOrOffer, type OfferedSession } from '../entry/link-session.ts';
import { type MailedLink, openMailedLink, readMailedLink } from '../entry/mailed-link.ts';
import { PressFirst } from '../entry/press-first.tsx';
import { useOpenedHere } from '../entry/use-opened-here.ts';
import { OfferedAccount } from '../sign-in/offered-account.tsx';
import { linkProblem } from './link-token.ts';
import { RefusedLink } from './refused-link.tsx';

export const meta = unlistedMeta('/open-link', {
  title: msg`Open your link`,
  description: msg`Open the link from our email.`,
});

const refused = msg`This link was already used or has expired. If you pressed its button before, try logging in. Otherwise, ask for a new link.`;

interface Words {
  title: MessageDescriptor;
  lead: MessageDescriptor;
  button: MessageDescriptor;
}

const words: Record<string, Words> = {
  email_change: {
    title: msg`Is this your address?`,
    lead: msg`Confirm that it’s yours, and we’ll use it from now on.`,
    button: msg`Use this address`,
  },
  recovery: {
    title: msg`Choose a new password`,
    lead: msg`Press the button to go on. The link works once.`,
    button: msg`Continue`,
  },
  signup: {
    title: msg`Confirm your email`,
    lead: msg`Press the button to finish signing up.`,
    button: msg`Confirm my email`,
  },
};
const logIn: Words = {
  title: msg`Log in by email`,
  lead: msg`Press the button to log in. The link works once.`,
  button: msg`Log in`,
};

type Outcome =
  | { state: 'unpressed' }
  | { state: 'refused'; error: unknown }
  | { state: 'offered'; offer: OfferedSession }
  | { state: 'address-changed' };

/** The page of links without a page of their own: logins, changes of address, and what other apps asked for. */
export function clientLoader(): MailedLink | null {
  return readMailedLink(window.location.hash);
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <Loading />;
}

export default function OpenLinkPage() {
  const link = useLoaderData<typeof clientLoader>();
  useOpenedHere();
  return <OpenLink key={link?.tokenHash} link={link} />;
}

function OpenLink({ link }: { link: MailedLink | null }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [outcome, setOutcome] = useState<Outcome>({ state: 'unpressed' });
  const { title, lead, button } = (link && words[link.type]) ?? logIn;
  const toAccount = () => void navigate('/account', { replace: true });

  async function press(pressed: MailedLink): Promise<string | null> {
    try {
      const found = await openMailedLink(pressed);
      if (pressed.redirectTo !== null) {
        window.location.replace(found);
        return null;
      }
      const next = await takeUp(found, pressed.type);
      if (next === null) toAccount();
      else setOutcome(next);
      return null;
    } catch (error) {
      return linkProblem(error, refused, t);
    }
  }

  if (link === null) return <RefusedLink title={t(title)} problem={t(refused)} />;
  switch (outcome.state) {
    case 'refused':
      return <RefusedLink title={t(title)} problem={linkProblem(outcome.error, refused, t)} />;
    case 'offered':
      return <OfferedAccount offer={outcome.offer} onTaken={toAccount} />;
    case 'address-changed':
      return (
        <EntryLayout takesOver title={t`Your address is confirmed`} picture={Envelope}>
          <AllDone to="/login" label={t`Log in`} />
        </EntryLayout>
      );
    case 'unpressed':
      return <PressFirst title={t(title)} lead={t(lead)} label={t(button)} onPress={() => press(link)} />;
  }
}

/** What the used link gives: null if the person is logged in now. */
async function takeUp({ hash, searchParams }: URL, type: string): Promise<Outcome | null> {
  const found = new URLSearchParams(hash.slice(1));
  const accessToken = found.get('access_token');
  const refreshToken = found.get('refresh_token');
  if (accessToken && refreshToken) {
    const offer = await acceptOrOffer(authService, null, { accessToken, refreshToken });
    return offer && { state: 'offered', offer };
  }
  // With the challenge of another app, only that app can log in. The address is changed all the same.
  if (searchParams.has('code') && type === 'email_change') return { state: 'address-changed' };
  const error = { code: found.get('error_code'), message: found.get('error_description') };
  return { state: 'refused', error: error.code && new ApiError(403, error) };
}
