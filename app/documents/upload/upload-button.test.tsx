// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { PageOfOffice } from '#tests/support/page-of-office.tsx';
import type { Target } from '../store/target.ts';
import { UploadButton } from './upload-button.tsx';
import { uploads } from './uploads.ts';

afterEach(cleanup);

const target = { ownerId: 'rosa', clientName: null } as Target;

test('what is chosen goes to the open folder, also if the page has changed while the picker was open', () => {
  const add = vi.spyOn(uploads, 'add').mockImplementation(() => undefined);
  let open = '';
  render(
    <UploadButton target={target} openFolder={() => open}>
      Upload Your First File
    </UploadButton>,
    { wrapper: PageOfOffice },
  );
  open = '2025';
  screen.getByRole('button', { name: 'Upload Your First File' }).click();
  open = 'another';
  cleanup();
  const input = document.querySelector<HTMLInputElement>('body > input[type=file]');
  if (!input) throw new Error('no picker was opened');
  const w2 = new File(['W-2'], 'W-2.pdf');
  Object.defineProperty(input, 'files', { value: [w2] });
  input.dispatchEvent(new Event('change'));
  expect(add).toHaveBeenCalledWith({ ownerId: 'rosa', clientName: null, folder: '2025' }, [w2]);
  expect(document.querySelector('input[type=file]')).toBeNull();
});
