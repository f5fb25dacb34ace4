import { Menu, Search, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { Content, NavigationItem } from '../api/types';
import { GoLink, useHere, useSigned } from '../contact/screen';
import { findStep } from '../paths';
import { Danger } from '../routes';
import { Button, classes, KeyHint, Mark, VisuallyHidden } from '../ui';
import { Bell } from './Bell';
import styles from './Frame.module.css';
import { Profile } from './Profile';

export function Header({ onSearch }: { onSearch: () => void }) {
  const { content } = useSigned();
  const { site } = content;
  const screen = useHere();
  // The screen on which the menu was opened; going to another screen closes it.
  const [openOn, setOpenOn] = useState<string | undefined>(undefined);
  const open = openOn === screen;
  useEffect(() => {
    if (!open) return undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setOpenOn(undefined);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [open]);

  return (
    <header className={styles.header}>
      <div className={styles.row}>
        <a className={styles.brand} href={site.brand_link.url} target="_blank" rel="noopener noreferrer">
          <Mark className={styles.mark} />
          <span className={styles.product}>{site.product}</span>
          <VisuallyHidden>
            : {site.brand_link.label} (opens in a new tab)
          </VisuallyHidden>
        </a>
        <nav className={styles.nav} aria-label="Main">
          <Links items={site.navigation} content={content} />
        </nav>
        <Button className={classes(styles.search, styles.tool)} onClick={onSearch} aria-label="Search the FAQ">
          <Search size={17} aria-hidden="true" />
          <span>Search the FAQ</span>
          <KeyHint>/</KeyHint>
        </Button>
        <Danger className={styles.danger} channel={findStep(content.flows, screen)?.flow.channel} />
        <Bell />
        <Profile />
        <Button
          look="quiet"
          icon
          className={styles.onlyPhone}
          aria-label="Menu"
          aria-expanded={open}
          aria-controls="mobile-menu"
          onClick={() => setOpenOn(open ? undefined : screen)}
        >
          {open ? <X size={22} aria-hidden="true" /> : <Menu size={22} aria-hidden="true" />}
        </Button>
      </div>
      <nav
        id="mobile-menu"
        className={styles.menu}
        aria-label="Menu"
        hidden={!open}
      >
        {open && <Links items={site.navigation} content={content} />}
      </nav>
    </header>
  );
}

function Links({ items, content }: { items: readonly NavigationItem[]; content: Content }) {
  const { pathname, search } = useLocation();
  // A step with its own path still belongs to its flow.
  const here = findStep(content.flows, pathname + search)?.flow.path ?? pathname;
  return items.map(({ text, to }) => (
    <GoLink key={to} to={to} aria-current={to === pathname ? 'page' : to === here ? 'true' : undefined}>
      {text}
    </GoLink>
  ));
}
