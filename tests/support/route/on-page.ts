import { fireEvent, screen } from '@testing-library/react';
import { expect, vi } from 'vitest';

// What a person finds on the page, as soon as it is there. happy-dom has no style sheets, so whether a parent is hidden
// is not asked: it only costs time.
const named = (name: string) => ({ name, hidden: true });

export const button = (name: string) => screen.findByRole('button', named(name));
export const link = (name: string) => screen.findByRole('link', named(name));
export const heading = (name: string) => screen.findByRole('heading', named(name));
export const dialog = (name: string) => screen.findByRole('dialog', named(name));
export const text = (words: string | RegExp) => screen.findByText(words);
export const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);

/** Writes into the fields with these labels at once. Typing is for tests of fields that change what is typed. */
export async function fill(answers: Record<string, string>): Promise<void> {
  for (const [label, answer] of Object.entries(answers))
    fireEvent.change(await field(label), { target: { value: answer } });
}

/** Waits until something is true. */
export const eventually = (check: () => void) => vi.waitFor(check, { timeout: 12_000, interval: 10 });

export const expectPath = (path: string) => eventually(() => expect(window.location.pathname).toBe(path));

export const gone = (words: string | RegExp) =>
  eventually(() => expect(screen.queryByText(words)).toBeNull());
