/** Every screen of the app. Content defines the URLs of the flows' steps. */
import { Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import { useHere, useSigned } from './contact/screen';
import { Home } from './features/home/Home';
import { findStep, pages } from './paths';
import { ComingScreen, later, preloadMarkdown } from './ui';

// For the header of every screen. Bundled with the frame, because it must open without a connection.
export { Danger } from './features/danger/Danger';

// Parts shown over or in place of a screen, fetched when needed or ahead of time.
export const FaqPanel = later(async () => (await import('./features/faq/FaqPanel')).FaqPanel);
export const Login = later(async () => (await import('./features/sign-in/Login')).Login);
export const UpdateBanner = later(async () => (await import('./features/update/UpdateBanner')).UpdateBanner);
export const Renew = later(async () => (await import('./features/update/Renew')).Renew);

const Step = later(async () => (await import('./routes/step')).default);
const Support = later(async () => (await import('./features/support/Support')).Support);
const Finish = later(async () => (await import('./features/finish/Finish')).Finish);
const Admin = later(async () => (await import('./features/admin/Admin')).Admin);
const Review = later(async () => (await import('./features/review/Review')).Review);

/** Fetches the code of the screen at `pathname` in parallel with its data. */
export async function preloadScreen(pathname: string): Promise<void> {
  if (pathname === '/' || pathname === pages.home) return;
  const screens: Readonly<Record<string, { load: () => Promise<void> }>> = { [pages.support]: Support, [pages.finish]: Finish, [pages.admin]: Admin, [pages.review]: Review };
  await Promise.all([(screens[pathname] ?? Step).load(), preloadMarkdown()]);
}

/**
 * Fetches the code of every screen that a contact may reach, so that it can continue if the connection drops or a newer
 * build replaces this one.
 */
export const contactAhead: readonly (() => Promise<void>)[] = [preloadMarkdown, Step.load, FaqPanel.load, UpdateBanner.load, Renew.load, Finish.load, Support.load];

export function AppRoutes() {
  const { isAdmin } = useSigned();
  return (
    <Suspense fallback={<ComingScreen />}>
      <Routes>
        <Route path={pages.home} element={<Home />} />
        <Route path={pages.support} element={<Support />} />
        <Route path={pages.finish} element={<Finish />} />
        <Route path={pages.admin} element={<Admin />} />
        <Route path={pages.review} element={isAdmin ? <Review /> : <Admin />} />
        <Route path="*" element={<StepOrHome />} />
      </Routes>
    </Suspense>
  );
}

function StepOrHome() {
  const { content } = useSigned();
  const found = findStep(content.flows, useHere());
  return found === undefined ? <Navigate to={pages.home} replace /> : <Step flow={found.flow} step={found.step} />;
}
