import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { BrowserRouter, useLocation } from 'react-router-dom';
import { GoLink } from '../contact/screen';
import { useHold, type Ask } from './history';

function Screen({ ask }: { ask: Ask | undefined }) {
  const { pathname } = useLocation();
  useHold(pathname === '/work' ? ask : undefined);
  return (
    <>
      <p>at {pathname}</p>
      <GoLink to="/work">work</GoLink>
      <GoLink to="/else">else</GoLink>
    </>
  );
}

async function atWork(ask: Ask | undefined) {
  history.replaceState(null, '', '/start');
  render(
    <BrowserRouter>
      <Screen ask={ask} />
    </BrowserRouter>,
  );
  await userEvent.click(screen.getByRole('link', { name: 'work' }));
  await screen.findByText('at /work');
}

const popped = () => new Promise((done) => addEventListener('popstate', done, { once: true }));

afterEach(() => vi.restoreAllMocks());

it('asks before a link leads away, and continues when confirmed', async () => {
  const ask = vi.fn<Ask>();
  await atWork(ask);
  await userEvent.click(screen.getByRole('link', { name: 'else' }));
  expect(ask).toHaveBeenCalledOnce();
  screen.getByText('at /work');
  act(() => ask.mock.calls[0]?.[0]());
  await screen.findByText('at /else');
});

it('reverses the browser’s Back, and goes back when confirmed', async () => {
  const ask = vi.fn<Ask>();
  await atWork(ask);
  history.back();
  await waitFor(() => expect(ask).toHaveBeenCalledOnce());
  await waitFor(() => expect(location.pathname).toBe('/work'));
  screen.getByText('at /work');
  await act(async () => {
    const gone = popped();
    ask.mock.calls[0]?.[0]();
    await gone;
  });
  await screen.findByText('at /start');
});

it('doesn’t interfere while nothing is unsaved', async () => {
  await atWork(undefined);
  await userEvent.click(screen.getByRole('link', { name: 'else' }));
  await screen.findByText('at /else');
});
