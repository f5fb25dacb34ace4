/** What stands over or in place of a screen, fetched when one needs it, or ahead of that. */
import { lazy } from 'react';

const load = {
  faq: () => import('../features/faq'),
  updateBanner: () => import('../features/update/UpdateBanner'),
  renew: () => import('../features/update/Renew'),
};

export const FaqPanel = lazy(load.faq);
export const UpdateBanner = lazy(load.updateBanner);
export const Renew = lazy(load.renew);

/** Fetches what a contact may come to, so that it can go on when the connection drops or a newer build takes this one's place. */
export async function preload(): Promise<void> {
  await Promise.allSettled([import('./step'), ...Object.values(load).map((one) => one()), import('./finish'), import('./support')]);
}
