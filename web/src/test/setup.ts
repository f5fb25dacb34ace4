import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// For a busy machine too: what comes, comes within a test's time.
configure({ asyncUtilTimeout: 20_000 });

afterEach(cleanup);
