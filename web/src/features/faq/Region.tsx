/** Which region the answers are for, where a contact hasn't begun with one. */
import { useId } from 'react';
import type { State } from '../../api/types';
import { useSigned } from '../../contact/AppContext';
import { RegionSelect } from '../../contact/RegionSelect';
import { usePicked } from '../../contact/usePicked';
import styles from './FaqPanel.module.css';

interface Props {
  state: State | undefined;
  onState: (code: string | undefined) => void;
  /** Enter, once one is chosen. */
  onEnter: () => void;
}

export function Region({ state, onState, onEnter }: Props) {
  const { content } = useSigned();
  const texts = content.site.pages.tree;
  const id = useId();
  const [picked, pick] = usePicked(state?.code ?? '');
  return (
    <div className={styles.region}>
      <label htmlFor={id}>{texts.select_label}</label>
      <RegionSelect
        id={id}
        className={styles.select}
        states={content.states}
        value={picked}
        placeholder={texts.select_placeholder}
        onChoose={(code) => {
          pick(code);
          onState(code || undefined);
        }}
        onEnter={onEnter}
      />
    </div>
  );
}
