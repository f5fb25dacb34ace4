/** How long what happened is said (`spec §9`). */
export const COPIED_MS = 2500;
export const MESSAGE_MS = 3000;
