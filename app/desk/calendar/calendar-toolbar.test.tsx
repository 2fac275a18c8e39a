// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { PageOfOffice } from '#tests/support/page-of-office.tsx';
import type { Place } from './calendar-params.ts';
import { CalendarToolbar } from './calendar-toolbar.tsx';

afterEach(cleanup);

function Toolbar() {
  const [day, setDay] = useState('2026-01-20');
  const place = { view: 'day', day, days: [day], searchOf: () => '', isWide: true } as unknown as Place;
  return <CalendarToolbar place={{ ...place, go: (to) => void setDay(to.day ?? day) }} isLoading={false} />;
}

test('the field of a day keeps the focus while a day is typed', async () => {
  render(<Toolbar />, { wrapper: PageOfOffice });
  const field = screen.getByLabelText<HTMLInputElement>('Go to day');
  field.focus();
  for (const value of ['2026-01-20', '0002-12-20', '2026-12-20']) {
    fireEvent.change(field, { target: { value } });
    expect(field.value).toBe(value);
  }
  screen.getByRole('heading', { name: /December 20/ });
  expect(document.activeElement).toBe(field);
  fireEvent.change(field, { target: { value: '0001-12-20' } });
  await userEvent.tab();
  expect(field.value).toBe('2026-12-20');
});
