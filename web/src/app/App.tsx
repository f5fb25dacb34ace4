import { Announcer } from '../ui';
import { ErrorBoundary } from './ErrorBoundary';
import { SessionGate } from './SessionGate';

export function App() {
  return (
    <>
      <Announcer />
      <ErrorBoundary>
        <SessionGate />
      </ErrorBoundary>
    </>
  );
}
