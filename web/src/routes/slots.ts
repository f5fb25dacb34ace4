/** What stands over or in place of a screen, fetched when one needs it, or ahead of that. */
import { later } from '../ui';

export const FaqPanel = later(async () => (await import('../features/faq/FaqPanel')).FaqPanel);
export const Login = later(async () => (await import('./login')).default);
export const UpdateBanner = later(async () => (await import('../features/update/UpdateBanner')).UpdateBanner);
export const Renew = later(async () => (await import('../features/update/Renew')).Renew);
