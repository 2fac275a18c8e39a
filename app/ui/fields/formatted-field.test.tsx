// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { typedPhone } from '#domain/contact/phone.ts';
import { English } from '#tests/support/english.tsx';
import { FormattedField } from './formatted-field.tsx';

afterEach(cleanup);

function PhoneField() {
  const [value, setValue] = useState('');
  return <FormattedField label="Phone" value={value} onChange={setValue} format={typedPhone} />;
}

function SecretField() {
  const [value, setValue] = useState('123456789');
  return (
    <FormattedField
      label="SSN"
      value={value}
      onChange={setValue}
      mask={(text) => `*****${text.slice(-4)}`}
      maskedName="SSN"
    />
  );
}

const input = () => screen.getByRole<HTMLInputElement>('textbox');

test('formats digits while typing', async () => {
  render(<PhoneField />, { wrapper: English });
  await userEvent.type(input(), '2035550142');
  expect(input().value).toBe('203-555-0142');
});

test('formats pasted text', async () => {
  render(<PhoneField />, { wrapper: English });
  await userEvent.click(input());
  await userEvent.paste('(203) 555-0142');
  expect(input().value).toBe('203-555-0142');
});

test('keeps what was pasted if it has more digits than fit', async () => {
  render(<PhoneField />, { wrapper: English });
  await userEvent.click(input());
  await userEvent.paste('+52 55 1234 5678');
  expect(input().value).toBe('+52 55 1234 5678');
  await userEvent.keyboard('9');
  expect(input().value).toBe('+52 55 1234 56789');
  await userEvent.clear(input());
  await userEvent.paste('20355501429');
  expect(input().value).toBe('20355501429');
  await userEvent.keyboard('{Backspace}');
  expect(input().value).toBe('203-555-0142');
});

test('a digit that is typed into a full number changes nothing', async () => {
  render(<PhoneField />, { wrapper: English });
  await userEvent.type(input(), '20355501429');
  expect(input().value).toBe('203-555-0142');
  await userEvent.type(input(), '7', { initialSelectionStart: 2, initialSelectionEnd: 2 });
  expect(input().value).toBe('203-555-0142');
  await userEvent.clear(input());
  await userEvent.type(input(), '+525512345678');
  expect(input().value).toBe('+525512345678');
});

test('masks the value while the field is not focused', async () => {
  render(<SecretField />, { wrapper: English });
  expect(input().value).toBe('*****6789');
  await userEvent.click(input());
  expect(input().value).toBe('123456789');
  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Show SSN' }));
  expect(input().value).toBe('*****6789');
});

test('reveals the value with its button', async () => {
  render(<SecretField />, { wrapper: English });
  await userEvent.click(screen.getByRole('button', { name: 'Show SSN' }));
  expect(input().value).toBe('123456789');
  await userEvent.click(screen.getByRole('button', { name: 'Hide SSN' }));
  expect(input().value).toBe('*****6789');
});

test('a fill by script after a key that changed nothing is its own undo step', async () => {
  render(<PhoneField />, { wrapper: English });
  const fill = (text: string) => fireEvent.input(input(), { target: { value: text } });
  await userEvent.click(input());
  fill('203-555-0142');
  // Delete at the end: announced, but no input event follows.
  input().dispatchEvent(
    new InputEvent('beforeinput', { bubbles: true, cancelable: true, inputType: 'deleteContentForward' }),
  );
  fill('860-555-019');
  await userEvent.keyboard('9');
  expect(input().value).toBe('860-555-0199');
  await userEvent.keyboard('{Control>}z{/Control}');
  expect(input().value).toBe('860-555-019');
});
