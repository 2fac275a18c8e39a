// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { English } from '#tests/support/english.tsx';
import { CheckboxGroup } from './checkbox-group.tsx';
import { RadioGroup } from './radio-group.tsx';
import { Select } from './select.tsx';

afterEach(cleanup);

const options = [
  { value: 'w2', label: 'A job' },
  { value: 'rent', label: 'Rent' },
  { value: 'none', label: 'None' },
];

function TestSelect({ error }: { error?: string }) {
  const [value, setValue] = useState<string | null>(null);
  return <Select label="Income" options={options} value={value} onChange={setValue} error={error} />;
}

function TestRadioGroup() {
  const [value, setValue] = useState<string | null>('w2');
  return <RadioGroup label="Income" options={options} value={value} onChange={setValue} />;
}

function TestCheckboxGroup() {
  const [value, setValue] = useState<string[]>([]);
  return <CheckboxGroup label="Income" options={options} value={value} onChange={setValue} />;
}

test('Select opens a list and shows the choice', async () => {
  render(<TestSelect />, { wrapper: English });
  const button = screen.getByRole('button', { name: /Income/ });
  expect(button.textContent).toBe('Choose...');
  await userEvent.click(button);
  await userEvent.click(screen.getByRole('option', { name: 'Rent' }));
  expect(button.textContent).toBe('Rent');
  expect(screen.queryByRole('listbox')).toBeNull();
});

test('Select finds an option by its first letter', async () => {
  render(<TestSelect />, { wrapper: English });
  await userEvent.tab();
  await userEvent.keyboard('n');
  expect(screen.getByRole('button', { name: /Income/ }).textContent).toBe('None');
});

test('Select describes its button with the error', () => {
  render(<TestSelect error="Choose one" />, { wrapper: English });
  const described = screen.getByRole('button', { name: /Income/ }).getAttribute('aria-describedby') ?? '';
  const texts = described.split(' ').map((id) => document.getElementById(id)?.textContent);
  expect(texts.join(' ')).toContain('Choose one');
});

test('RadioGroup is one tab stop, and the arrow keys choose', async () => {
  render(<TestRadioGroup />, { wrapper: English });
  const radios = screen.getAllByRole<HTMLInputElement>('radio');
  await userEvent.tab();
  expect(document.activeElement).toBe(radios[0]);
  await userEvent.keyboard('{ArrowDown}');
  expect(radios.map(({ checked }) => checked)).toEqual([false, true, false]);
  await userEvent.tab();
  expect(radios).not.toContain(document.activeElement);
});

test('CheckboxGroup keeps the order in which answers were chosen', async () => {
  render(<TestCheckboxGroup />, { wrapper: English });
  const group = within(screen.getByRole('group', { name: /Income/ }));
  await userEvent.click(group.getByRole('checkbox', { name: 'None' }));
  await userEvent.click(group.getByRole('checkbox', { name: 'A job' }));
  const checked = () => group.getAllByRole<HTMLInputElement>('checkbox').map((box) => box.checked);
  expect(checked()).toEqual([true, false, true]);
  await userEvent.click(group.getByRole('checkbox', { name: 'None' }));
  expect(checked()).toEqual([true, false, false]);
});
