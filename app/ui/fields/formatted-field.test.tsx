// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
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
