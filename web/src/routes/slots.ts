/** The two panels that more than one route shows, fetched when one needs them. */
import { lazy } from 'react';

export const TreePanel = lazy(() => import('../features/decision-tree'));
export const FaqPanel = lazy(() => import('../features/faq'));
