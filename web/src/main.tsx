// Must come first: it defines the order of the cascade layers.
import './styles/index.css';
// Must come next: it removes old search text from the URL before any other code sees it.
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
    /**
     * Resolves when the engine has accepted the development sign-in code, if the URL had one: see `public/first.js`.
     */
    codeTaken?: Promise<unknown>;
  }
}

const queries = makeQueryClient();
// Requested before React renders anything: the session, and what the first signed-in screen will most likely need.
const asked: Promise<unknown>[] = [
  Promise.resolve(window.codeTaken),
  queries.prefetchQuery(session),
  ...(isProbablySignedIn(location.pathname)
    ? [queries.prefetchQuery(content(parseContact(location.search).version)), preloadScreen(location.pathname)]
    : [queries.prefetchQuery(publicSite), Login.load()]),
];
// The first screen renders once, complete. If that takes long enough to notice, it renders anyway, with placeholders
// for what hasn't loaded.
const seen = new Promise((wait) => setTimeout(wait, 300));

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
const screen = (
  <StrictMode>
    <QueryClientProvider client={queries}>
      {/* `contact/screen` decides which moves are transitions. */}
      <BrowserRouter useTransitions={false}>
        <Announcer />
        <ErrorBoundary>
          <SessionGate />
        </ErrorBoundary>
      </BrowserRouter>
    </QueryClientProvider>
  </StrictMode>
);
// A transition, so that the page stays responsive.
void Promise.race([Promise.all(asked), seen]).then(() => startTransition(() => createRoot(root).render(screen)));
