import { test } from 'vitest';
import { CAPTCHA_PASS_HEADER } from '#contract/captcha.ts';
import { forgedPass, signedPass } from '#tests/support/captcha.ts';
import { portalForFile } from '#tests/support/server/portal.ts';
import { recordAnswers } from './recorder.ts';

const portal = portalForFile('visitors');
test('what a visitor’s message is answered with', async () => {
  const { record, compare } = recordAnswers(portal);
  const pass = await signedPass('contact');
  const body = {
    name: 'Rosa',
    email: 'rosa@example.com',
    subject: 'pricing',
    message: 'How much?',
    status: 'new',
  };
  const send = (name: string, row: object, captcha: string) =>
    record(name, 'POST /rest/v1/contact_submissions', {
      query: 'select=id',
      body: row,
      headers: { [CAPTCHA_PASS_HEADER]: captcha, prefer: 'return=representation' },
    });
  await send('sent', body, pass);
  await send('passRefused', body, await forgedPass({ action: 'contact', secondsLeft: -1 }));
  await send('rowRefused', { ...body, subject: 'sales' }, await signedPass('contact'));
  const found = { query: 'select=id', headers: { [CAPTCHA_PASS_HEADER]: pass } };
  await record('found', 'GET /rest/v1/contact_submissions', found);
  await compare('contact');
});
