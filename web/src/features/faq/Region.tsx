/** Which region the answers are for, where a contact hasn't begun with one. */
import type { State } from '../../api/types';
import { useSigned } from '../../contact/AppContext';
import { usePicked } from '../../contact/navigation';
import { RegionSelect } from '../../contact/RegionSelect';
import styles from './SearchBar.module.css';

interface Props {
  state: State | undefined;
  onState: (code: string | undefined) => void;
  /** Enter, once one is chosen. */
  onEnter: () => void;
}

export function Region({ state, onState, onEnter }: Props) {
  const { content } = useSigned();
  const texts = content.site.pages.tree;
  const [picked, pick] = usePicked(state?.code ?? '');
  return (
    <RegionSelect
      aria-label={texts.select_label}
      className={styles.region}
      states={content.states}
      notServed={content.site.region.not_served}
      value={picked}
      placeholder={texts.select_placeholder}
      onChoose={(code) => {
        pick(code);
        onState(code || undefined);
      }}
      onEnter={onEnter}
    />
  );
}
