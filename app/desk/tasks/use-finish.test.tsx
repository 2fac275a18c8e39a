// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, test, vi } from 'vitest';
import { Toasts } from '#app/ui/feedback/toast.tsx';
import { PageOfOffice } from '#tests/support/page-of-office.tsx';
import type { OpenTask } from './tasks-query.ts';
import { useFinish } from './use-finish.ts';

const answer = vi.hoisted(() => ({ next: Promise.withResolvers<object>() }));
vi.mock('#app/shared/api/rest.ts', () => ({ rest: { rpc: () => answer.next.promise } }));
afterEach(cleanup);

const correct = { id: 'correct', kind: 'manual', title: 'Correct the return' } as OpenTask;

function List() {
  const { hidden, finishTask } = useFinish();
  if (hidden.has(correct.id)) return <p>Nothing to do</p>;
  return (
    <button type="button" onClick={() => finishTask(correct)}>
      Check off
    </button>
  );
}

test.each([
  ['is shown again if a rule opens it again', null, 'Done: Correct the return'],
  ['is shown again if that fails', new Error('Too busy'), 'Too busy'],
])('a task that was checked off %s', async (_title, error, words) => {
  answer.next = Promise.withResolvers();
  render(
    <>
      <List />
      <Toasts />
    </>,
    { wrapper: PageOfOffice },
  );
  fireEvent.click(screen.getByText('Check off'));
  await screen.findByText('Nothing to do');
  answer.next.resolve({ data: null, error });
  await screen.findByText(words);
  await screen.findByText('Check off');
});
