/**
 * The thank-you page (spec §2, /finish). The contact is over, but kept for a moment so that it can be brought back.
 */
import { CircleCheckBig, ClipboardList, Undo2 } from 'lucide-react';
import { useLayoutEffect } from 'react';
import { useGo, useSigned } from '../../contact/screen';
import { current, endWithUndo } from '../../contact/contact';
import { useUndo } from '../../contact/place';
import { pages } from '../../paths';
import page from '../../styles/page.module.css';
import { Button, Card, KeyHint, PageHeading, useShortcut } from '../../ui';
import styles from './Finish.module.css';

export function Finish() {
  const { content, signOut } = useSigned();
  const { finish } = content.site.pages;
  const go = useGo();
  // A layout effect, so that the offer to bring the contact back appears with the screen.
  useLayoutEffect(() => endWithUndo(current().place ?? pages.home, pages.finish), []);
  const ended = useUndo();
  useShortcut({ keys: ['1'], label: finish.another }, () => go.forward(pages.home));
  useShortcut({ keys: ['2'], label: finish.end }, () => void signOut());
  return (
    <div className={`${page.page} ${page.middle}`}>
      <Card className={styles.card}>
        <CircleCheckBig size={44} className={styles.sign} aria-hidden="true" />
        <PageHeading title={finish.heading}>{finish.heading}</PageHeading>
        <p className={page.lead}>{finish.text}</p>
        {/* Always takes up space, so that nothing moves when the offer disappears. */}
        <div role="status" className={styles.undo}>
          {ended && (
            <>
              <span>{ended.text}</span>
              <Button size="sm" onClick={ended.undo}>
                <Undo2 size={16} aria-hidden="true" />
                Undo
              </Button>
            </>
          )}
        </div>
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
