/** What stands over or in place of a screen, fetched when one needs it, or ahead of that. */
import { later } from '../ui';

// For the header of every screen. With the frame's own code: it has to open when there is no connection.
export { Danger } from '../features/danger/Danger';

export const FaqPanel = later(async () => (await import('../features/faq/FaqPanel')).FaqPanel);
export const Login = later(async () => (await import('../features/sign-in/Login')).Login);
export const UpdateBanner = later(async () => (await import('../features/update/UpdateBanner')).UpdateBanner);
export const Renew = later(async () => (await import('../features/update/Renew')).Renew);
