/** Two texts as one: what went is struck through, what came is underlined, and both are said to who doesn't see it. */
import type { Piece } from '../../api/changes';
import { VisuallyHidden } from '../../ui';
import styles from './UpdateBanner.module.css';

export function Words({ pieces }: { pieces: readonly Piece[] }) {
  return (
    <p className={styles.words}>
      {pieces.map((piece, index) => {
        if ('same' in piece) return <span key={index}>{piece.same}</span>;
        if ('removed' in piece) {
          return (
            <del key={index}>
              <VisuallyHidden>[removed: </VisuallyHidden>
              {piece.removed}
              <VisuallyHidden>] </VisuallyHidden>
            </del>
          );
        }
        return (
          <ins key={index}>
            <VisuallyHidden>[added: </VisuallyHidden>
            {piece.added}
            <VisuallyHidden>] </VisuallyHidden>
          </ins>
        );
      })}
    </p>
  );
}
