// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { PageOfOffice } from '#tests/support/page-of-office.tsx';
import { announceFirstScreen } from '../browser/first-screen.ts';
import { onDemand } from './on-demand.tsx';

test('a part that comes after the first screen waits for it, and any other loads when it is shown', async () => {
  const load = vi.fn(async () => () => <p>Filters</p>);
  const Filters = onDemand(load, <p>Waiting</p>, 'after');
  const Case = onDemand(async () => () => <p>Case</p>);
  render(
    <PageOfOffice>
      <Filters />
      <Case />
    </PageOfOffice>,
  );
  expect(await screen.findByText('Case')).toBeTruthy();
  expect(load).not.toHaveBeenCalled();
  expect(screen.getByText('Waiting')).toBeTruthy();
  announceFirstScreen();
  expect(await screen.findByText('Filters')).toBeTruthy();
});

test('a part that a lost connection held back loads when the connection returns', async () => {
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const Tabs = onDemand(async () => () => <p>Tabs</p>);
  render(
    <PageOfOffice>
      <Tabs />
    </PageOfOffice>,
  );
  expect(await screen.findByText(/^Connection error/)).toBeTruthy();
  isOnline.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  expect(await screen.findByText('Tabs')).toBeTruthy();
  expect(screen.queryByText(/^Connection error/)).toBeNull();
});
