import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { yearIn } from '#domain/office-time/office-day.ts';
import account from '#tests/support/answers/account.json' with { type: 'json' };
import auth from '#tests/support/answers/auth.json' with { type: 'json' };
import client from '#tests/support/answers/client.json' with { type: 'json' };
import { type Answer, fakeService, held } from '#tests/support/route/fake-service.ts';
import { button, eventually, gone, heading, link, text } from '#tests/support/route/on-page.ts';
import { renderRoute } from '#tests/support/route/render-route.tsx';

/** Opens a section of the form. */
async function open(step: string, ...answers: (Answer | Answer[])[]) {
  const { draftSaved, formSent, files, unfinished } = client;
  const known = [draftSaved, formSent, files, unfinished, ...Object.values(account), auth.user];
  const service = fakeService(...answers, ...known);
  await renderRoute(`/secured-files?form=open&step=${step}`, { signedInAs: account.signedIn.body });
  await screen.findByRole('heading', { name: /^Yearly Questions/, hidden: true });
  return service;
}

async function answer(path: string, value: string): Promise<void> {
  const id = `q-${path.replaceAll('.', '-')}`;
  await eventually(() => expect(document.getElementById(id)).not.toBeNull());
  fireEvent.change(document.getElementById(id) as HTMLElement, { target: { value } });
}

/** Opens a section by the list of all. */
async function go(title: string): Promise<void> {
  const sections = await screen.findByRole('navigation', { name: 'Sections of the form', hidden: true });
  const name = new RegExp(`^${title}`);
  fireEvent.click(within(sections).getByRole('button', { name, hidden: true }));
  await heading(title);
}

const focused = () => document.activeElement?.id;
/** Asks only whether the form was sent. */
const formStatus = { ...client.form, request: 'GET /rest/v1/tax_forms?select=id,submitted_at' };

test('asks about a doubtful number, which can be confirmed, corrected, or sent unchanged', async () => {
  const [draft] = client.draft.body;
  if (!draft) throw new Error('there is no draft');
  const [first, second] = draft.form_data.dependents;
  const form = {
    ...draft.form_data,
    ssn: '078-05-1120',
    spouseSSN: '666-12-3456',
    routingNumber: '011000016',
    dependents: [first, { ...second, ssn: '900-12-3456' }],
  };
  const service = await open('you', { ...client.draft, body: [{ ...draft, form_data: form }] });
  const sample = 'Please check this number. This is a well-known sample number.';
  await text(sample);
  fireEvent.click(await button('It’s correct: SSN or ITIN'));
  await gone(sample);
  // If the number changes, the page asks again.
  await answer('ssn', '219-09-9999');
  await text(sample);
  fireEvent.click(await button('It’s correct: SSN or ITIN'));

  await go('Your spouse');
  await text('Please check this number. No Social Security number starts with 666.');
  await answer('spouseSSN', '223-45-6789');
  await gone(/^Please check this number/);

  await go('Last questions');
  const title = await text('Please check these numbers');
  const listed = () =>
    within(title.parentElement as HTMLElement)
      .getAllByRole('link', { hidden: true })
      .map(({ textContent }) => textContent);
  expect(listed()).toEqual(['Dependent 2: SSN/ITIN', 'Routing number']);
  fireEvent.click(await link('Routing number'));
  await eventually(() => expect(focused()).toBe('q-routingNumber'));
  await text(/^Please check this number\. No bank uses this number/);
  await answer('routingNumber', '011000015');
  await gone(/No bank uses this number/);

  await go('Last questions');
  const saved = {
    ...client.draft,
    get body() {
      return [{ ...draft, ...(service.bodies(client.draftSaved).at(-1) as object) }];
    },
  };
  service.answer(formStatus, saved);
  fireEvent.click(await button('Submit'));
  await text('Thank you! We got your tax form.');
  expect(service.bodies(client.formSent)).toMatchObject([
    {
      form_data: { ...form, ssn: '219-09-9999', spouseSSN: '223-45-6789', routingNumber: '011000015' },
    },
  ]);
});

test('says at the field what does not fit, asks about impossible days, and offers usual answers', async () => {
  const [draft] = client.draft.body;
  if (!draft) throw new Error('there is no draft');
  const form = {
    ...draft.form_data,
    isNew: 'yes',
    dobMonth: '4',
    dobDay: '31',
    dobYear: '1990',
    referredBy: '',
  };
  const service = await open('you', { ...client.draft, body: [{ ...draft, form_data: form }] });
  await text('April has 30 days. Please check.');
  await answer('dobMonth', '5');
  await gone('April has 30 days. Please check.');

  // Ten digits of a longer number are another number, so none is cut off.
  const shownIn = (id: string) => (document.getElementById(id) as HTMLInputElement).value;
  await answer('ssn', '5191234567');
  await text('SSN/ITIN must have 9 digits');
  expect(shownIn('q-ssn')).toMatch(/4567$/);
  await answer('ssn', '519123456');
  await gone('SSN/ITIN must have 9 digits');
  await answer('phone', '+52 55 1234 5678');
  await text('US numbers only: ten digits');
  expect(shownIn('q-phone')).toBe('+52 55 1234 5678');
  await answer('phone', '2035550142');
  await gone('US numbers only: ten digits');

  const states = [...(document.getElementById('q-state') as HTMLSelectElement).options].map(
    ({ value }) => value,
  );
  expect(states.slice(-10)).toEqual(['WY', 'DC', 'PR', 'GU', 'VI', 'AS', 'MP', 'AA', 'AE', 'AP']);
  fireEvent.click(await button('No one'));
  await eventually(() => expect(shownIn('q-referredBy')).toBe('No one'));
  // What is saved later would reach the service of the next test.
  await eventually(() => expect(service.bodies(client.draftSaved)).not.toHaveLength(0));
});

test('shows what another device has saved or submitted before it submits', async () => {
  const [draft] = client.draft.body;
  if (!draft) throw new Error('there is no draft');
  const service = await open('finish', client.draft);
  await heading('Last questions');
  const newer = { ...draft.form_data, briefDescription: 'We moved in June.' };
  service.answer({ ...client.draft, body: [{ ...draft, form_data: newer, version: draft.version + 1 }] });
  fireEvent.click(await button('Submit'));
  const notice = await text('Your form is not submitted yet');
  expect(notice.closest('[role=alert]')?.parentElement).toBe(document.activeElement);
  await text('We moved in June.');

  service.answer({ ...client.jointForm, body: [{ form_data: draft.form_data, submitted_at: 'later' }] });
  fireEvent.click(await button('Submit'));
  await text('This form was submitted from another device');
  expect(service.bodies(client.formSent)).toEqual([]);
  fireEvent.click(await button('Keep the answers on this screen'));
  await eventually(() => expect(service.bodies(client.draftSaved)).toMatchObject([{ version: 1 }]));
});

test('links each problem in the error summary to its field and sends nothing', async () => {
  const service = await open('finish');
  await heading('Last questions');
  fireEvent.click(await button('Submit'));
  await heading('Please complete the following required fields:');
  const summary = await screen.findByRole('alert', { hidden: true });
  expect(document.activeElement).toBe(summary);
  const listed = () =>
    within(summary)
      .queryAllByRole('link', { hidden: true })
      .map(({ textContent }) => textContent);
  expect(listed()).toEqual([
    'Please select if you are a new client',
    'SSN/ITIN is required',
    'Occupation is required',
    'Answer about business taxes is required',
    'Answer about a change of your filing status is required',
    'Answer about being claimed as a dependent is required',
    'Answer about Obamacare is required',
    'At least one health insurance type is required',
    'Answer about cryptocurrency is required',
    'Answer about direct deposit is required',
    'Preferred contact method is required',
  ]);
  expect(service.bodies(client.formSent)).toEqual([]);

  // A link to a field of another section.
  fireEvent.click(await link('Occupation is required'));
  await eventually(() => expect(focused()).toBe('q-occupation'));
  const occupation = document.activeElement as HTMLElement;
  expect(occupation.getAttribute('aria-invalid')).toBe('true');
  const ids = occupation.getAttribute('aria-describedby')?.split(' ') ?? [];
  expect(ids.map((id) => document.getElementById(id)?.textContent)).toContain('Occupation is required');
  // Editing removes the highlight and the line in the summary.
  await answer('occupation', 'Cook');
  await eventually(() => expect(listed()).toHaveLength(10));
  expect(listed()).not.toContain('Occupation is required');
  expect(occupation.getAttribute('aria-invalid')).toBeNull();
  fireEvent.click(await link('Answer about cryptocurrency is required'));
  await eventually(() =>
    expect(document.getElementById('q-cryptocurrency')?.contains(document.activeElement)).toBe(true),
  );
  // What is saved later would reach the service of the next test.
  await eventually(() => expect(service.bodies(client.draftSaved)).toHaveLength(1));
});

test('can’t be edited while it is sent, and says if its year is over', async () => {
  const sending = held(client.otherYear);
  await open('finish', client.draft, sending.answer);
  const description = () => document.getElementById('q-briefDescription') as HTMLTextAreaElement;
  const isLocked = () => description().closest('[inert]') !== null;
  await heading('Last questions');
  expect(isLocked()).toBe(false);
  fireEvent.click(await button('Submit'));
  await button('Submitting...');
  expect(isLocked()).toBe(true);
  // Old browsers don't know "inert".
  await answer('briefDescription', 'Too late');
  expect(description().value).not.toBe('Too late');
  sending.release();
  const notice = await text('Only the form for 2026 can be sent');
  expect(notice.closest('[role=alert]')?.parentElement).toBe(document.activeElement);
  await text(/^Please check the date on this device/);
  expect(isLocked()).toBe(false);
});

test('offers last year’s answers, even if they were not sent', async () => {
  const lastYear = yearIn('America/New_York', new Date()) - 1;
  const request = `GET /rest/v1/tax_form_drafts?year=eq.${lastYear}`;
  const service = await open('you', { ...client.draft, request });
  await text(`We have your answers from ${lastYear}`);
  fireEvent.click(await button('Use last year’s answers'));
  const occupation = document.getElementById('q-occupation') as HTMLInputElement;
  await eventually(() => expect(occupation.value).toBe(client.draft.body[0]?.form_data.occupation));
  // What is saved later would reach the service of the next test.
  await eventually(() => expect(service.bodies(client.draftSaved)).not.toHaveLength(0));
});
