/**
 * A region that the search mentions, if it isn't the one whose answers are shown: says so and offers to switch. It
 * never switches automatically.
 */
import type { State } from '../../api/types';
import { useSigned } from '../../contact/screen';
import { announce, Button } from '../../ui';
import styles from './NamedRegion.module.css';

interface Props {
  /** The region's code. */
  code: string | undefined;
  /** The region whose answers are shown. */
  state: State | undefined;
  /** Absent if the region can't be chosen here. */
  onState: ((code: string) => void) | undefined;
}

export function NamedRegion({ code, state, onState }: Props) {
  const { content } = useSigned();
  const named = code === state?.code ? undefined : content.states.find((one) => one.code === code);
  const shown = state?.name ?? (onState === undefined ? 'everyone' : undefined);
  return (
    // Rendered before it has any text, so that the text is announced.
    <div role="status" className={styles.named}>
      {named !== undefined && (
        <>
          <span>
            This search mentions {named.name}
            {shown !== undefined && `, but the answers are for ${shown}`}.
          </span>
          {onState && (
            <Button
              size="sm"
              onClick={() => {
                onState(named.code);
                announce(`${named.name} selected`);
              }}
            >
              {state === undefined ? 'Select' : 'Switch to'} {named.name}
            </Button>
          )}
        </>
      )}
    </div>
  );
}
