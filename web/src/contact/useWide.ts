import { useMedia } from '../ui';

/** Whether there is room for the contact's pane beside the step. The stylesheets say the same, in their own way. */
export const useWide = (): boolean => useMedia('(min-width: 64rem)');
