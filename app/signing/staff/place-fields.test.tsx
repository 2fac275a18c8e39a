// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { PageOfOffice } from '#tests/support/page-of-office.tsx';
import type { Pdf } from '../document/use-document.ts';
import { PlaceFields } from './place-fields.tsx';

const letter = { x: 0, y: 0, width: 612, height: 792, rotation: 0 };
vi.mock('../document/sheet.tsx', () => ({
  Sheet: ({ children }: { children: (shape: typeof letter) => ReactNode }) => children(letter),
}));
afterEach(cleanup);

test('a press places a field, and a finger that scrolls places none', () => {
  const onPlace = vi.fn();
  const none = () => undefined;
  const rest = { fields: [], nameOf: () => '', selected: null, onSelect: none, onMove: none, onRemove: none };
  render(<PlaceFields pdf={{ numPages: 1 } as Pdf} onPlace={onPlace} {...rest} />, { wrapper: PageOfOffice });
  const page = screen.getByTitle('Press to place a field');
  fireEvent.pointerDown(page, { pointerType: 'touch' });
  fireEvent.pointerCancel(page, { pointerType: 'touch' });
  expect(onPlace).not.toHaveBeenCalled();
  fireEvent.click(page);
  expect(onPlace).toHaveBeenCalledOnce();
});
