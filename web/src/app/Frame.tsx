/** The frame around every signed-in screen (spec §2): header, notices, the screen, and footer. */
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useLayoutEffect, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { fetchAhead } from '../api/queries';
import { useIsAway } from '../api/reach';
import { useSigned } from '../contact/screen';
import { unasked } from '../contact/stage';
import { findStep, screenKey } from '../paths';
import { Dialog, SkipLink, TitlePartsProvider, press, useShortcut, whenIdle } from '../ui';
import { ShortcutHelp } from '../ui/ShortcutHelp';
import { FaqSearch } from '../routes/search';
import { contactAhead } from '../routes';
import { Footer } from './Footer';
import styles from './Frame.module.css';
import { Header } from './Header';
import { AgeNote, BuildNote, ContactNote, OfflineNote, SameVoterNote, UndoNote, UpdateNote } from './Notes';
import { PreviewBanner } from './PreviewBanner';

export function Frame({ children }: { children: ReactNode }) {
  const { content } = useSigned();
  const queries = useQueryClient();
  const { pathname, search } = useLocation();
  const [open, setOpen] = useState<'search' | 'keys' | undefined>(undefined);
  const close = () => setOpen(undefined);
  const screen = screenKey(pathname + search);
  const step = findStep(content.flows, pathname + search);

  useLayoutEffect(() => {
    history.scrollRestoration = 'manual';
    scrollTo(0, 0);
  }, [screen]);

  // Prefetches what the next screens need while the volunteer reads this one, in case the connection drops. Once the
  // engine is back, also fetches what failed to load while it was unavailable.
  const away = useIsAway();
  useEffect(() => {
    if (away) return undefined;
    const over = new AbortController();
    const cancel = whenIdle([...contactAhead, () => fetchAhead(queries, content, unasked(content)?.code, over.signal)]);
    return () => {
      cancel();
      over.abort();
    };
  }, [queries, content, away]);

  useShortcut({ keys: ['/'], label: content.site.pages.faq.placeholder, givesWay: true }, () => setOpen('search'));
  useShortcut({ keys: ['?'], label: 'Keyboard shortcuts', givesWay: true }, () => setOpen('keys'));

  return (
    <TitlePartsProvider value={[content.site.product]}>
      <SkipLink target="main">Skip to content</SkipLink>
      <PreviewBanner preview={content.preview} />
      {/* On the FAQ's own step, the key and the button both lead to the step's search field. */}
      <Header onSearch={() => press('/')} />
      <OfflineNote />
      <AgeNote />
      <BuildNote />
      <UndoNote />
      <SameVoterNote />
      <ContactNote step={step?.step} flow={step?.flow} />
      <UpdateNote />
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <Footer screen={step?.step.title ?? pathname} onKeys={() => setOpen('keys')} />
      {open === 'keys' && <ShortcutHelp onClose={close} />}
      {open === 'search' && (
        <Dialog title="FAQ" place="top" onClose={close}>
          <Suspense>
            <FaqSearch onLeave={close} />
          </Suspense>
        </Dialog>
      )}
    </TitlePartsProvider>
  );
}
