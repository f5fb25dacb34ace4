import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// For a busy machine too: what comes, comes within a test's time.
configure({ asyncUtilTimeout: 20_000 });

// jsdom has no layout, and so no media: there is room for everything.
window.matchMedia = (media) => ({ media, matches: true, addEventListener: () => undefined, removeEventListener: () => undefined }) as unknown as MediaQueryList;

afterEach(cleanup);
