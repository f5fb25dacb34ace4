/** A step's buttons: large choices if the step is a question, otherwise actions next to the other content. */
import type { StepButton, Target } from '../../api/types';
import { useGo } from '../../contact/screen';
import { pages } from '../../paths';
import { Button, classes, foot, KeyHint, useShortcut } from '../../ui';
import place from '../../styles/foot.module.css';
import styles from './Buttons.module.css';

interface Props {
  buttons: readonly StepButton[];
  pathOf: (target: Target) => string;
  /** Called before a choice takes effect. */
  onChoose?: (() => void) | undefined;
}

export function Choices({ buttons, pathOf, onChoose }: Props) {
  return (
    <ul role="list" className={styles.choices} ref={foot}>
      {buttons.map((button, index) => (
        <li key={button.id}>
          <Choice button={button} digit={String(index + 1)} path={pathOf(button.go)} onChoose={onChoose} />
        </li>
      ))}
    </ul>
  );
}

interface OneProps extends Pick<Props, 'onChoose'> {
  button: StepButton;
  digit: string;
  path: string;
}

function useChoose({ path, onChoose }: Pick<OneProps, 'path' | 'onChoose'>): () => void {
  const go = useGo();
  return () => {
    onChoose?.();
    go.forward(path);
  };
}

function Choice({ button, digit, path, onChoose }: OneProps) {
  const choose = useChoose({ path, onChoose });
  useShortcut({ keys: [digit], label: button.text }, choose);
  return (
    <button
      type="button"
      className={styles.choice}
      aria-describedby={button.description ? `about-${button.id}` : undefined}
      aria-labelledby={`name-${button.id}`}
      onClick={choose}
    >
      <span className={styles.words}>
        <span id={`name-${button.id}`} className={styles.name}>
          {button.text}
        </span>
        {button.description && (
          <span id={`about-${button.id}`} className={styles.about}>
            {button.description}
          </span>
        )}
      </span>
      <KeyHint>{digit}</KeyHint>
    </button>
  );
}

/**
 * The buttons next to the other content. If one of them ends the contact, they're positioned where other steps have
 * none, even if one of them is styled as a choice.
 */
export function Actions({ buttons, pathOf, onChoose }: Props) {
  const ends = buttons.some(({ go }) => pathOf(go) === pages.finish);
  return (
    <div className={classes(styles.actions, ends ? styles.ends : place.foot)} ref={ends ? null : foot}>
      {buttons.map((button, index) => (
        <Action key={button.id} button={button} digit={String(index + 1)} path={pathOf(button.go)} onChoose={onChoose} />
      ))}
    </div>
  );
}

function Action({ button, digit, path, onChoose }: OneProps) {
  const choose = useChoose({ path, onChoose });
  // The button that ends a contact has a key that no answer and no other step uses.
  const ends = path === pages.finish;
  useShortcut({ keys: [ends ? 'ctrl+enter' : digit], label: button.text }, choose);
  return (
    <Button look={button.primary ? 'primary' : 'plain'} size="lg" onClick={choose}>
      {button.text}
      <KeyHint inherit={button.primary} always={ends}>
        {ends ? 'Ctrl+↵' : digit}
      </KeyHint>
    </Button>
  );
}
