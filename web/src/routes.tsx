/** Every screen of the app. The steps of the flows stand at the addresses that content gives them. */
import { lazy, Suspense } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { useSigned } from './contact/AppContext';
import { findStep, pages } from './paths';
import Home from './routes/home';
import { Coming } from './ui';

const step = () => import('./routes/step');
const pagesOf = {
  [pages.support]: () => import('./routes/support'),
  [pages.finish]: () => import('./routes/finish'),
  [pages.admin]: () => import('./routes/admin'),
  [pages.review]: () => import('./routes/review'),
};
const Step = lazy(step);
const Support = lazy(pagesOf[pages.support]);
const Finish = lazy(pagesOf[pages.finish]);
const Admin = lazy(pagesOf[pages.admin]);
const Review = lazy(pagesOf[pages.review]);

/** Fetches the code of the screen at `pathname` beside what it will show, and not after it. */
export function preloadScreen(pathname: string): void {
  if (pathname === '/' || pathname === pages.home) return;
  void (pagesOf[pathname as keyof typeof pagesOf] ?? step)().catch(() => undefined);
}

export function AppRoutes() {
  return (
    <Suspense fallback={<Coming />}>
      <Routes>
        <Route path={pages.home} element={<Home />} />
        <Route path={pages.support} element={<Support />} />
        <Route path={pages.finish} element={<Finish />} />
        <Route path={pages.admin} element={<Admin />} />
        <Route path={pages.review} element={<Review />} />
        <Route path="*" element={<StepOrHome />} />
      </Routes>
    </Suspense>
  );
}

function StepOrHome() {
  const { content } = useSigned();
  const { pathname, search } = useLocation();
  const found = findStep(content.flows, pathname, search);
  return found === undefined ? <Navigate to={pages.home} replace /> : <Step flow={found.flow} step={found.step} />;
}
