import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeService } from '#tests/support/route/fake-service.ts';
import { button, eventually, heading } from '#tests/support/route/on-page.ts';
import { loadDocument, renderRoute } from '#tests/support/route/render-route.tsx';

const checked = () =>
  screen
    .getAllByRole<HTMLInputElement>('checkbox', { hidden: true })
    .filter((box) => box.checked)
    .map(({ name }) => name);

test('the checklist is saved on the device, for both pages that have it', async () => {
  fakeService();
  const { user } = await renderRoute('/upload');
  await heading('What we need to see');
  await user.click(await screen.findByLabelText(/^W-2/));
  await user.click(await screen.findByLabelText(/^Photo ID/));
  const papers = checked();
  expect(papers).toHaveLength(2);
  await loadDocument('/booking');
  await eventually(() => expect(checked()).toEqual(papers));
  await loadDocument('/upload');
  await eventually(() => expect(checked()).toEqual(papers));
  await user.click(await button('Clear all'));
  expect(localStorage.getItem('nutmeg.papers-ready')).toBeNull();
});
