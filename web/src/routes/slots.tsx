/** The two panels that are features of their own, fetched when a step needs them. */
import { lazy } from 'react';

export const treePanel = lazy(() => import('../features/decision-tree'));
export const faqPanel = lazy(() => import('../features/faq'));
