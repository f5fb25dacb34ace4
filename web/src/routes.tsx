/** Every screen of the app. The steps of the flows stand at the addresses that content gives them. */
import { lazy, Suspense } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { Loading } from './app/Loading';
import { useSigned } from './contact/AppContext';
import { findStep, pages } from './paths';
import Home from './routes/home';

const Step = lazy(() => import('./routes/step'));
const Support = lazy(() => import('./routes/support'));
const Finish = lazy(() => import('./routes/finish'));
const Admin = lazy(() => import('./routes/admin'));

export function AppRoutes() {
  return (
    <Suspense fallback={<Loading />}>
      <Routes>
        <Route path={pages.home} element={<Home />} />
        <Route path={pages.support} element={<Support />} />
        <Route path={pages.finish} element={<Finish />} />
        <Route path={pages.admin} element={<Admin />} />
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
