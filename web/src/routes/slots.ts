/** The panels of the steps, each fetched when one needs it, or ahead of that. */
import { lazy } from 'react';

const load = {
  tree: () => import('../features/decision-tree'),
  faq: () => import('../features/faq'),
  agreement: () => import('../features/agreement/AgreementPanel'),
  guide: () => import('../features/guide/GuidePanel'),
  usedNote: () => import('../features/faq/UsedNote'),
  updateBanner: () => import('../features/update/UpdateBanner'),
  renew: () => import('../features/update/Renew'),
};

export const TreePanel = lazy(load.tree);
export const FaqPanel = lazy(load.faq);
export const AgreementPanel = lazy(load.agreement);
export const GuidePanel = lazy(load.guide);
export const UsedNote = lazy(load.usedNote);
export const UpdateBanner = lazy(load.updateBanner);
export const Renew = lazy(load.renew);

/** Fetches what a contact may come to, so that it can go on when the connection drops or a newer build takes this one's place. */
export async function preload(): Promise<void> {
  await Promise.allSettled([...Object.values(load).map((one) => one()), import('./step'), import('./finish'), import('./support')]);
}
