// First: it names the order of the layers.
import './styles/index.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { content, makeQueryClient, session } from './api/queries';
import { App } from './app/App';
import { wasSignedIn } from './app/hint';

const queries = makeQueryClient();
// Asked before React has drawn anything; content too where this browser was signed in last time.
void queries.prefetchQuery(session);
if (wasSignedIn()) void queries.prefetchQuery(content());

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
