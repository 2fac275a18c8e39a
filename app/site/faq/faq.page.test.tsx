import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeService } from '#tests/support/route/fake-service.ts';
import { eventually, text } from '#tests/support/route/on-page.ts';
import { renderRoute } from '#tests/support/route/render-route.tsx';

const open = () => [...document.querySelectorAll('details[open]')].map(({ id }) => id);

test('an entry opens from its URL, and a search opens what it finds', async () => {
  fakeService();
  const { user } = await renderRoute('/frequently-asked-questions#amend');
  await eventually(() => expect(open()).toEqual(['amend']));
  const other = document.querySelector('details:not([open])') as HTMLDetailsElement;
  other.open = true;
  fireEvent(other, new Event('toggle'));
  const search = await screen.findByRole('searchbox', { name: 'Search the questions', hidden: true });
  await user.click(search);
  await user.paste('MISTAKE guarantee');
  await text('1 question found');
  expect(open()).toEqual(['accuracy-guarantee']);
  await user.clear(search);
  await user.paste('xylophone');
  await text('0 questions found');
  await text(/No questions match/);
  await user.clear(search);
  await eventually(() => expect(open().sort()).toEqual(['amend', other.id].sort()));
});
