// @vitest-environment happy-dom
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type NavigateFunction, Route, Routes, useNavigate } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { BookedTime, FreeTimes } from '#contract/calendar.ts';
import { CAPTCHA_PASS_HEADER } from '#contract/captcha.ts';
import { PageOfOffice } from '#tests/support/page-of-office.tsx';
import { BookingForm } from './form/booking-form.tsx';
import { CalendarStep } from './form/calendar-step.tsx';
import { useBooking } from './form/use-booking.ts';
import { Calendar } from './manage/calendar.tsx';
import { confirmElsewhere } from './picker/calendar-api.ts';
import { ChooseTime } from './picker/choose-time.tsx';

let passes = 0;
vi.mock('#app/shared/captcha/captcha.ts', () => ({ captchaPass: async () => `pass ${++passes}` }));

const [nine, ten] = ['2199-11-20T14:00:00.000Z', '2199-11-20T15:00:00.000Z'] as const;
const free: FreeTimes = {
  timeZone: 'America/New_York',
  slotMinutes: 30,
  firstDay: '2199-11-20',
  lastDay: '2199-12-20',
  days: [{ day: '2199-11-20', times: [nine, ten] }],
};
const booked: BookedTime = {
  id: '1',
  name: 'Rosa',
  start: nine,
  end: nine,
  status: 'confirmed',
  ticket: '1.x',
  ics: '',
};
const rosa = { name: 'Rosa', phone: '+12035550142', email: '' };
const person = { name: 'Rosa', phone: '+12035550142' };

/** The calls of `calendar-book`, and the answers to them. Without an answer, it was lost. */
let sent: { pass: string | null; body: Record<string, unknown> }[];
let answers: (Response | undefined)[];
beforeEach(() => {
  passes = 0;
  sent = [];
  vi.stubGlobal('fetch', async (path: string, { headers, body }: RequestInit) => {
    if (path.endsWith('/calendar-change')) {
      const { act } = JSON.parse(String(body));
      return json(act ? { ...booked, status: 'cancelled' } : booked, 200);
    }
    if (!path.endsWith('/calendar-book')) return json(free, 200);
    sent.push({ pass: new Headers(headers).get(CAPTCHA_PASS_HEADER), body: JSON.parse(String(body)) });
    const answer = answers.shift();
    if (!answer) throw new TypeError('Failed to fetch');
    return answer;
  });
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const json = (body: object, status: number) => new Response(JSON.stringify(body), { status });
const refusal = (status: number, code: string) => json({ code, message: '', details: null }, status);

async function book(time: RegExp): Promise<void> {
  await userEvent.click(await screen.findByRole('radio', { name: time }));
  await press('Book this time');
}

test('the form repeats the request, also with corrected answers', async () => {
  answers = [undefined, undefined, json({ id: '1' }, 201)];
  render(<BookingForm />, { wrapper: PageOfOffice });
  await userEvent.type(await screen.findByLabelText(/^Full name/), 'Rosa');
  await userEvent.type(screen.getByLabelText(/^Phone/), '2035550142');
  await press('Choose a time');
  await screen.findByText(/Connection error/);
  await press('Choose a time');
  await waitFor(() => expect(sent).toHaveLength(2));
  await screen.findByText(/Connection error/);
  const name = screen.getByLabelText<HTMLInputElement>(/^Full name/);
  await userEvent.clear(name);
  await screen.findByText('Please check these answers');
  await userEvent.keyboard('Rosalia');
  await press('Choose a time');
  await waitFor(() => expect(sent).toHaveLength(3));
  const [first, again, corrected] = sent;
  expect(first).toEqual({ pass: 'pass 1', body: { request: expect.any(String), ...person } });
  expect(again).toEqual({ pass: 'pass 2', body: first?.body });
  expect(corrected).toEqual({ pass: 'pass 3', body: { ...first?.body, name: 'Rosalia' } });
});

test('a new appointment and its time are one request, however often it is sent', async () => {
  answers = [undefined, refusal(409, 'time_taken'), json(booked, 201)];
  const onBooked = vi.fn();
  render(<ChooseTime visitor={rosa} onBooked={onBooked} />, { wrapper: PageOfOffice });
  await book(/^9:00/);
  await screen.findByText(/Connection error/);
  await book(/^9:00/);
  await screen.findByText(/This time was just taken/);
  // The server corrects the appointment if the first attempt has arrived.
  await userEvent.type(screen.getByLabelText(/^Full name/), 'lia');
  await book(/^10:00/);
  await waitFor(() =>
    expect(onBooked).toHaveBeenCalledWith(booked, expect.objectContaining({ email: null })),
  );
  const request = sent[0]?.body.request;
  expect(sent).toEqual([
    { pass: 'pass 1', body: { request, ...person, start: nine } },
    { pass: 'pass 2', body: { request, ...person, start: nine } },
    { pass: 'pass 3', body: { request, ...person, name: 'Rosalia', start: ten } },
  ]);
});

test('a saved appointment needs no pass; if it is gone, the form asks who it is for', async () => {
  answers = [refusal(403, 'captcha_failed'), json(booked, 201)];
  const onBooked = vi.fn();
  render(<ChooseTime saved="the first" visitor={rosa} onBooked={onBooked} />, { wrapper: PageOfOffice });
  expect(screen.queryByLabelText(/^Full name/)).toBeNull();
  await book(/^9:00/);
  expect((await screen.findByLabelText<HTMLInputElement>(/^Full name/)).value).toBe('Rosa');
  await book(/^9:00/);
  await waitFor(() =>
    expect(onBooked).toHaveBeenCalledWith(booked, expect.objectContaining({ email: null })),
  );
  const [first, other] = sent;
  expect(first).toEqual({ pass: null, body: { request: 'the first', ...person, start: nine } });
  expect(other).toMatchObject({ pass: 'pass 1', body: { ...person, start: nine } });
  expect(other?.body.request).not.toBe('the first');
});

test('only logs that a time of an outside calendar could not be confirmed', async () => {
  answers = [undefined];
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const appointment = { request: 'the first', isSaved: true, person: { ...person, email: null } };
  await confirmElsewhere({ ...appointment, language: 'en' });
  expect(sent).toEqual([{ pass: null, body: { request: 'the first', ...person, start: 'elsewhere' } }]);
  expect(warn).toHaveBeenCalledOnce();
  warn.mockRestore();
});

let navigate: NavigateFunction;
/** As the pages /booking and /calendar. */
function Pages() {
  navigate = useNavigate();
  return (
    <Routes>
      <Route path="/calendar" element={<Calendar />} />
      <Route path="*" element={<BookingSteps />} />
    </Routes>
  );
}
function BookingSteps() {
  const { booking } = useBooking();
  return booking ? <CalendarStep booking={booking} onReturn={() => undefined} /> : <BookingForm />;
}
async function cancel(): Promise<void> {
  await userEvent.click(await screen.findByRole('link', { name: 'Change or cancel your appointment' }));
  await press('Cancel appointment');
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByText('Cancel appointment'));
  await screen.findByText('For Rosa. We’ve told our office.');
}

test('an appointment waits for its time in a new document too, and is shown as it is now', async () => {
  answers = [json({ id: '1' }, 201), json(booked, 201)];
  const document = render(<Pages />, { wrapper: PageOfOffice });
  await userEvent.type(await screen.findByLabelText(/^Full name/), 'Rosa');
  await userEvent.type(screen.getByLabelText(/^Phone/), '2035550142');
  await press('Choose a time');
  await screen.findByRole('radio', { name: /^9:00/ });
  document.unmount();
  // As after a change of the language.
  render(<Pages />, { wrapper: PageOfOffice });
  await book(/^9:00/);
  await screen.findByText('You’re booked');
  expect(sent[1]).toEqual({ pass: null, body: { ...sent[0]?.body, start: nine } });
  await cancel();
  act(() => void navigate(-1));
  await screen.findByRole('heading', { name: 'This appointment is canceled' });
  expect(screen.queryByText('You’re booked')).toBeNull();
  await press('Back to form');
  await screen.findByLabelText(/^Full name/);
  expect(screen.queryByText('You have an appointment')).toBeNull();
});

test('an appointment that was booked on /calendar is shown there as it is now', async () => {
  answers = [json(booked, 201)];
  render(<Pages />, { wrapper: PageOfOffice });
  act(() => void navigate('/calendar?name=Rosa&a1=2035550142'));
  await book(/^9:00/);
  await screen.findByText('You’re booked');
  await cancel();
  act(() => void navigate(-1));
  await screen.findByRole('heading', { name: 'This appointment is canceled' });
});

test('an appointment stays known while another one waits for its time', async () => {
  answers = [json({ id: '1' }, 201), json(booked, 201), json({ id: '2' }, 201)];
  render(<Pages />, { wrapper: PageOfOffice });
  const fill = async (name: string) => {
    await userEvent.type(await screen.findByLabelText(/^Full name/), name);
    await userEvent.type(screen.getByLabelText(/^Phone/), '2035550142');
    await press('Choose a time');
    await screen.findByRole('radio', { name: /^9:00/ });
  };
  await fill('Rosa');
  await book(/^9:00/);
  await screen.findByText('You’re booked');
  act(() => void navigate('/booking'));
  await fill('Luis');
  act(() => void navigate(-1));
  await screen.findByText('You’re booked');
  await cancel();
  act(() => void navigate(-1));
  await screen.findByRole('heading', { name: 'This appointment is canceled' });
  await press('Back to form');
  // The one that waits goes on.
  await screen.findByRole('radio', { name: /^9:00/ });
  await press('Back to form');
  await screen.findByLabelText(/^Full name/);
});
