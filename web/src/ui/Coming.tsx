import { Waiting } from './LoadState';

/**
 * A part of the screen that is on its way. As long as it is there the footer below it isn't (`Frame.module.css`): it could
 * only move.
 */
export function Coming() {
  return (
    <div data-coming="">
      <Waiting />
    </div>
  );
}
