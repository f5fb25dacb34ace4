// First: it names the order of the layers.
import './styles/index.css';
// And then: takes out of the address what nothing may see there.
import './contact/oldAddress';
import { QueryClientProvider } from '@tanstack/react-query';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { content, makeQueryClient, publicSite, session } from './api/queries';
import { ErrorBoundary } from './app/ErrorBoundary';
import { isProbablySignedIn, SessionGate } from './app/SessionGate';
import { parseContact } from './paths';
import { Login, preloadScreen } from './routes';
import { Announcer } from './ui';

declare global {
  interface Window {
    /** Ends when the engine has taken the development sign-in's code, where the address had one: `public/first.js`. */
    codeTaken?: Promise<unknown>;
  }
}

const queries = makeQueryClient();
// Asked before React has drawn anything: the session, and what the screen behind it will most likely be.
const asked: Promise<unknown>[] = [
  Promise.resolve(window.codeTaken),
  queries.prefetchQuery(session),
  ...(isProbablySignedIn(location.pathname)
    ? [queries.prefetchQuery(content(parseContact(location.search).version)), preloadScreen(location.pathname)]
    : [queries.prefetchQuery(publicSite), Login.load()]),
];
// The first screen is drawn once, whole; at the latest when a wait would be seen, and then says what it waits for.
const seen = new Promise((wait) => setTimeout(wait, 300));

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
const screen = (
  <StrictMode>
    <QueryClientProvider client={queries}>
      {/* Which moves may take their time is `contact/screen`'s to say. */}
      <BrowserRouter useTransitions={false}>
        <Announcer />
        <ErrorBoundary>
          <SessionGate />
        </ErrorBoundary>
      </BrowserRouter>
    </QueryClientProvider>
  </StrictMode>
);
// In pieces, so that the page answers meanwhile.
void Promise.race([Promise.all(asked), seen]).then(() => startTransition(() => createRoot(root).render(screen)));
