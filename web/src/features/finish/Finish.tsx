/** Thank you (spec §2, /finish). The contact is over: nothing of it is kept but for a moment, to be brought back. */
import { CircleCheckBig, ClipboardList } from 'lucide-react';
import { useLayoutEffect } from 'react';
import { useSigned } from '../../contact/AppContext';
import { useGo } from '../../contact/navigation';
import { current, endWithUndo } from '../../contact/contact';
import { pages } from '../../paths';
import page from '../../styles/page.module.css';
import { Button, Card, KeyHint, PageHeading, useShortcut } from '../../ui';
import styles from './Finish.module.css';

export function Finish() {
  const { content, signOut } = useSigned();
  const { finish } = content.site.pages;
  const go = useGo();
  // With the screen: what can be brought back is said before anything is painted, so that nothing moves.
  useLayoutEffect(() => endWithUndo(current().place ?? pages.home, pages.finish), []);
  useShortcut({ keys: ['1'], label: finish.another }, () => go.forward(pages.home));
  useShortcut({ keys: ['2'], label: finish.end }, () => void signOut());
  return (
    <div className={`${page.page} ${page.middle}`}>
      <Card className={styles.card}>
        <CircleCheckBig size={44} className={styles.sign} aria-hidden="true" />
        <PageHeading title={finish.heading}>{finish.heading}</PageHeading>
        <p className={page.lead}>{finish.text}</p>
        <p className={styles.reminder}>
          <ClipboardList size={18} aria-hidden="true" />
          {finish.reminder}
        </p>
        <div className={styles.actions}>
          <Button look="primary" size="lg" onClick={() => go.forward(pages.home)}>
            {finish.another}
            <KeyHint inherit>1</KeyHint>
          </Button>
          <Button size="lg" onClick={() => void signOut()}>
            {finish.end}
            <KeyHint>2</KeyHint>
          </Button>
        </div>
      </Card>
    </div>
  );
}
