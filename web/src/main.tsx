// First: it names the order of the layers.
import './styles/index.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { content, makeQueryClient, publicSite, session } from './api/queries';
import { App } from './app/App';
import { isProbablySignedIn } from './app/hint';
import { parseContact } from './paths';
import { preloadScreen } from './routes';

const queries = makeQueryClient();
// Asked before React has drawn anything: the session, and what the screen behind it will most likely be.
void queries.prefetchQuery(session);
preloadScreen(location.pathname);
if (isProbablySignedIn(location.pathname)) {
  void queries.prefetchQuery(content(parseContact(location.search).version));
} else {
  void queries.prefetchQuery(publicSite);
  void import('./routes/login').catch(() => undefined);
}

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </QueryClientProvider>
  </StrictMode>,
);
