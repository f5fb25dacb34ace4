/** The changes in the guidance since this volunteer last looked. */
import { Bell as BellIcon } from 'lucide-react';
import { memo, useState } from 'react';
import { useSigned } from '../contact/screen';
import { useStoredList } from '../store';
import { Badge, Button, ExternalLink, Markdown } from '../ui';
import styles from './Frame.module.css';
import list from './Bell.module.css';

export const Bell = memo(function Bell() {
  const { user, content } = useSigned();
  const { announcements } = content;
  const [seen, setSeen] = useStoredList(`callguide.seen.${user.email}`);
  const unseen = announcements.filter(({ id }) => !seen.includes(id)).map(({ id }) => id);
  // Items that were new when the list was opened stay marked for as long as it's open.
  const [fresh, setFresh] = useState<readonly string[]>([]);
  // Rendered only when opened, because formatting dates costs the first screen tens of milliseconds.
  const [open, setOpen] = useState(false);

  return (
    <>
      <Button look="quiet" icon className={styles.tool} popoverTarget="announcements" aria-label={unseen.length > 0 ? `What changed: ${unseen.length} new` : 'What changed'}>
        <BellIcon size={20} aria-hidden="true" />
        {unseen.length > 0 && <span className={styles.dot} data-testid="bell-dot" />}
      </Button>
      <section
        id="announcements"
        popover="auto"
        aria-label="What changed"
        className={styles.popover}
        onBeforeToggle={(event) => {
          setOpen(event.newState === 'open');
          if (event.newState !== 'open') return;
          setFresh(unseen);
          if (unseen.length > 0) setSeen(announcements.map(({ id }) => id));
        }}
      >
        <h2 className={list.title}>What changed</h2>
        {fresh.length === 0 && <p className={list.none}>Nothing new since you last looked.</p>}
        <ul role="list" className={list.list}>
          {(open ? announcements : []).map((item) => (
            <li key={item.id} className={list.item}>
              <p className={list.when}>
                <time dateTime={item.date}>{new Date(`${item.date}T12:00:00`).toLocaleDateString('en-US', { dateStyle: 'medium' })}</time>
                {fresh.includes(item.id) && <Badge tone="accent">New</Badge>}
              </p>
              <h3>{item.title}</h3>
              <Markdown>{item.text}</Markdown>
              {item.link && <ExternalLink href={item.link.url}>{item.link.label}</ExternalLink>}
            </li>
          ))}
        </ul>
      </section>
    </>
  );
});
