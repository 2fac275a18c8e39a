import { describe, onTestFinished, test } from 'vitest';
import account from '#tests/support/answers/account.json' with { type: 'json' };
import auth from '#tests/support/answers/auth.json' with { type: 'json' };
import contact from '#tests/support/answers/contact.json' with { type: 'json' };
import status from '#tests/support/answers/login-status.json' with { type: 'json' };
import { fakeService } from '#tests/support/route/fake-service.ts';
import { button, expectPath, fill, heading, text } from '#tests/support/route/on-page.ts';
import { renderRoute } from '#tests/support/route/render-route.tsx';
import { translateAlways, translationWays } from '#tests/support/route/translate.ts';

const captcha = [auth.captchaChallenge, auth.captchaPassed];

describe.each(translationWays)('with texts %s,', (way) => {
  function open(address: string, options?: Parameters<typeof renderRoute>[1]) {
    onTestFinished(translateAlways(way));
    return renderRoute(address, options);
  }

  test('a message is refused, and sent', async () => {
    const service = fakeService(auth.captchaRefused, ...captcha, contact.sent);
    const { user } = await open('/contact-us');
    await button('Send my message');
    await user.click(await button('Send my message'));
    await fill({
      Name: 'Rosa',
      Email: 'rosa@example.com',
      Subject: 'pricing',
      Message: 'What does it cost?',
    });
    await user.click(await button('Send my message'));
    await text(/Security verification failed/);
    service.answer(...captcha);
    await user.click(await button('Send my message'));
    await text(/Your message has been sent successfully/);
  });

  test('a person signs up', async () => {
    fakeService(...captcha, status.unknown, auth.signedUp);
    const { user } = await open('/signup');
    await user.click(await button('Create my account'));
    await fill({
      'First name': 'Rosa',
      'Last name': 'Delgado',
      Email: 'rosa@example.com',
      'Confirm email': 'rosa@example.com',
      'Phone number': '2035550142',
      Password: 'seis perros azules',
      'Confirm password': 'seis perros azules',
    });
    await user.click(await button('Create my account'));
    await expectPath('/confirm-email');
  });

  test('a login is refused', async () => {
    fakeService(auth.banned, ...captcha);
    const { user } = await open('/login');
    await fill({ Email: 'rosa@example.com', Password: 'not this one' });
    await user.click(await button('Log in'));
    await text('User is banned');
  });

  test('the account opens, and its details are edited', async () => {
    fakeService(...Object.values(account), auth.user);
    const { user } = await open('/account', { signedInAs: account.signedIn.body });
    await heading('Welcome, Rosa');
    await user.click(await button('Change'));
    await fill({ 'First name': '' });
    await user.click(await button('Save'));
    await text('First name is required');
    await user.click(await button('Cancel'));
    await button('Change');
  });
});
