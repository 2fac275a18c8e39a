import type { Email } from 'postal-mime';
import { describe, expect, test } from 'vitest';
import { createPerson, freshEmail, visitor } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';
import { follow } from '../support/auth-wire.ts';
import { proveMailbox } from '../support/mail-proof.ts';

const portal = portalForFile();
const PASSWORD = 'maple-street-1954';

function codeIn(mail: Email): string {
  return /^ +(\d{8})$/m.exec(mail.text ?? '')?.[1] ?? '';
}

/** The link of the button, which is on a separate line. */
function linkIn(mail: Email): string {
  const link = /^https?:\S+$/m.exec(mail.text ?? '')?.[0] ?? '';
  expect(mail.html).toContain(`href="${link.replaceAll('&', '&amp;')}"`);
  return link;
}

function carriesTheOffice(mail: Email): void {
  expect(mail.from).toMatchObject({
    name: 'Nutmeg Tax & Business Services',
    address: 'hello@nutmegtax.example',
  });
  expect(mail.text).toContain('(203) 555-0142');
  expect(mail.html).toContain('Nutmeg Tax &amp; Business Services');
}

describe('the letters', () => {
  test('confirmation: the link confirms', async () => {
    const email = freshEmail('letters');
    const { error } = await visitor(portal).auth.signUp({
      email,
      password: PASSWORD,
      options: { data: { first_name: 'María' } },
    });
    expect(error).toBeNull();
    const mail = await portal.mailTo(email);
    expect(mail.subject).toBe('Please confirm your email address');
    expect(mail.text).toContain('Hello María,');
    expect(codeIn(mail)).toMatch(/^\d{8}$/);
    carriesTheOffice(mail);
    await follow(new URL(linkIn(mail)));
    const signedIn = await visitor(portal).auth.signInWithPassword({ email, password: PASSWORD });
    expect(signedIn.error).toBeNull();
  });

  test('does not include advertising text as a name', async () => {
    const email = freshEmail('stranger');
    await visitor(portal).auth.signUp({
      email,
      password: PASSWORD,
      options: { data: { first_name: 'Win $1000 at https://evil.example', firstName: '<img src=x>' } },
    });
    const mail = await portal.mailTo(email);
    expect(mail.text).toContain('Hello,');
    expect(`${mail.subject}${mail.html}${mail.text}`).not.toMatch(/evil|<img/);
  });

  test('recovery: the code signs in', async () => {
    const { email } = await createPerson(portal);
    const client = visitor(portal);
    expect((await client.auth.resetPasswordForEmail(email)).error).toBeNull();
    const mail = await portal.mailTo(email);
    expect(mail.subject).toBe('Choose a new password');
    carriesTheOffice(mail);
    linkIn(mail);
    const { data } = await client.auth.verifyOtp({ email, token: codeIn(mail), type: 'recovery' });
    expect(data.user?.email).toBe(email);
  });

  test('magic link', async () => {
    const { email } = await createPerson(portal);
    const client = visitor(portal);
    expect(
      (await client.auth.signInWithOtp({ email, options: { shouldCreateUser: false } })).error,
    ).toBeNull();
    const mail = await portal.mailTo(email);
    expect(mail.subject).toBe('Your login link for Nutmeg Tax & Business Services');
    linkIn(mail);
  });

  test('change of address: mails to the new and the old address', async () => {
    const { client, email } = await createPerson(portal);
    await proveMailbox(portal, { client, email });
    const wanted = freshEmail('moved');
    expect((await client.auth.updateUser({ email: wanted })).error).toBeNull();
    const asked = await portal.mailTo(wanted);
    expect(asked.subject).toBe('Please confirm your new email address');
    await follow(new URL(linkIn(asked)));
    const told = await portal.mailTo(email, ({ subject }) => subject === 'Your email address was changed');
    carriesTheOffice(told);
    expect(told.text).not.toContain(wanted);
  });

  test('reauthentication: a code without a link', async () => {
    const { client, email } = await createPerson(portal);
    expect((await client.auth.reauthenticate()).error).toBeNull();
    const mail = await portal.mailTo(email);
    expect(mail.subject).toBe('Your code to confirm it’s you');
    expect(codeIn(mail)).toMatch(/^\d{8}$/);
    expect(mail.text).not.toContain('http');
  });

  test('password change: a notice without the password', async () => {
    const { client, email } = await createPerson(portal);
    expect((await client.auth.updateUser({ password: 'another-street-1961' })).error).toBeNull();
    const mail = await portal.mailTo(email, ({ subject }) => subject === 'Your password was changed');
    carriesTheOffice(mail);
    expect(`${mail.html}${mail.text}`).not.toContain('another-street');
  });
});
