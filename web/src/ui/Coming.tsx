import { Waiting } from './LoadState';
import type { Shape } from './Skeleton';

/**
 * A part of the screen that is on its way. As long as it is there the footer below it isn't (`Frame.module.css`): it could
 * only move.
 */
export function Coming({ shape = 'page' }: { shape?: Shape }) {
  return (
    <div data-coming="">
      <Waiting shape={shape} />
    </div>
  );
}
