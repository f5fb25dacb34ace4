/** For the header of every screen. With the frame's own code: it has to open when there is no connection. */
export { Danger } from '../features/danger/Danger';
