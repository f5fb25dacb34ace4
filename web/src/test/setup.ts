import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// Long enough for a busy machine, within a test's own timeout.
configure({ asyncUtilTimeout: 20_000 });

// jsdom has no layout and so no media queries; assume there's room for everything.
window.matchMedia = (media) => ({ media, matches: true, addEventListener: () => undefined, removeEventListener: () => undefined }) as unknown as MediaQueryList;

afterEach(cleanup);
