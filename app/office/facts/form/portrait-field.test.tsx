// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type FieldErrors, useForm } from 'react-hook-form';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { English } from '#tests/support/english.tsx';
import type { DraftFacts } from '../model/facts.ts';
import { PortraitField } from './portrait-field.tsx';

const upload = vi.hoisted(() =>
  vi.fn<(file: File, onProgress: (percent: number) => void) => Promise<string>>(),
);
vi.mock(import('./upload-picture.ts'), async (original) => ({
  ...(await original()),
  uploadPicture: upload,
}));

beforeEach(() => void upload.mockReset());
afterEach(cleanup);

const ID = 'a'.repeat(64);

function Row({ saved = null, error }: { saved?: string | null; error?: string }) {
  const { control } = useForm({
    defaultValues: { team: [{ name: 'Ana Ruiz', portrait: saved }] } as DraftFacts,
    errors: (error
      ? { team: [{ portrait: { type: 'fact', message: error } }] }
      : {}) as FieldErrors<DraftFacts>,
  });
  return <PortraitField control={control} name="team.0.portrait" />;
}

function open(props: { saved?: string | null; error?: string } = {}) {
  const view = render(
    <QueryClientProvider client={new QueryClient()}>
      <Row {...props} />
    </QueryClientProvider>,
    { wrapper: English },
  );
  const input = view.container.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('no file input');
  return input;
}

const jpeg = new File(['picture'], 'ana.jpg', { type: 'image/jpeg' });
const button = (name: string) => screen.queryByRole('button', { name });

test('shows how far the upload is, and then the picture', async () => {
  const answer = Promise.withResolvers<string>();
  let progress: (percent: number) => void = () => undefined;
  upload.mockImplementation((_file, onProgress) => {
    progress = onProgress;
    return answer.promise;
  });
  const input = open();
  await userEvent.upload(input, jpeg);
  progress(40);
  expect(await screen.findByText('40%')).toBeDefined();
  expect(screen.queryByRole('img')).toBeNull();
  progress(100);
  expect(await screen.findByText('Preparing the picture')).toBeDefined();
  answer.resolve(ID);
  const picture = await screen.findByRole('img', { name: 'Portrait of Ana Ruiz' });
  expect(picture.getAttribute('src')).toBe(`/pictures/${ID}-256.webp`);
  expect(screen.queryByRole('progressbar')).toBeNull();
});

test('removes a picture', async () => {
  open({ saved: ID });
  await userEvent.click(screen.getByRole('button', { name: 'Remove the picture of Ana Ruiz' }));
  expect(screen.queryByRole('img')).toBeNull();
  expect(button('Choose picture of Ana Ruiz')).not.toBeNull();
});

test.each([
  [new File(['text'], 'ana.txt', { type: 'text/plain' }), 'Choose a JPEG, PNG, or WebP picture.'],
  [new File([], 'ana.jpg', { type: 'image/jpeg' }), 'This file is empty. Choose another one.'],
  [
    new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'ana.jpg', { type: 'image/jpeg' }),
    'This picture is larger than 10 MB. Choose a smaller one.',
  ],
])('refuses a file before it is sent and keeps the present picture', async (file, problem) => {
  const input = open({ saved: ID });
  await userEvent.upload(input, file, { applyAccept: false });
  expect(await screen.findByText(problem)).toBeDefined();
  expect(upload).not.toHaveBeenCalled();
  expect(screen.getByRole('img')).toBeDefined();
});

test('says what the server says, and lets people try again', async () => {
  upload.mockRejectedValueOnce(new Error('This file is damaged. Choose another one.'));
  upload.mockResolvedValueOnce(ID);
  const input = open();
  await userEvent.upload(input, jpeg);
  expect(await screen.findByText('This file is damaged. Choose another one.')).toBeDefined();
  await userEvent.upload(input, new File(['another'], 'ana-2.jpg', { type: 'image/jpeg' }));
  expect(await screen.findByRole('img')).toBeDefined();
  expect(screen.queryByText('This file is damaged. Choose another one.')).toBeNull();
});

test('shows the problem that saving has found', () => {
  open({ saved: ID, error: 'is gone: choose the picture again' });
  expect(screen.getByRole('status').textContent).toBe('is gone: choose the picture again');
});
