/** The guidance has changed in the middle of a contact: what reads differently, and the volunteer's choice. */
import { useQueryClient } from '@tanstack/react-query';
import { ChevronDown, FilePen } from 'lucide-react';
import { useId, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { adopt } from '../../api/queries';
import type { Content } from '../../api/types';
import { useSigned } from '../../contact/AppContext';
import { contactState } from '../../contact/flows';
import { later, move } from '../../contact/moves';
import { useGo } from '../../contact/navigation';
import { useContact } from '../../contact/useContact';
import { findStep, screenKey } from '../../paths';
import { Button, foot } from '../../ui';
import { arrival } from './arrival';
import { nothing } from './changes';
import { told } from './told';
import styles from './UpdateBanner.module.css';
import { useBoth } from './useBoth';
import { WhatChanged } from './WhatChanged';
import { sections, summary } from './words';

export function UpdateBanner({ newer: newest }: { newer: Content }) {
  const { content } = useSigned();
  const { pathname, search } = useLocation();
  const queries = useQueryClient();
  const contact = useContact();
  const go = useGo();
  const details = useId();
  const [open, setOpen] = useState(false);
  const found = findStep(content.flows, pathname, search);
  const both = useBoth(newest, found?.flow.id, found?.step.id);
  if (both === undefined) return null;
  const { newer } = both;

  const onMove = () => {
    const { to, text } = arrival(newer, both.after, { pathname, search, tree: both.before });
    adopt(queries, newer);
    if (to !== pathname + search) go.replace(to);
    const [path = '', query = ''] = to.split('?');
    const screen = screenKey(path, query);
    move(contact.version, newer.version, told(screen, 'You are on the new guidance now.', text, contact.answers.length > 0));
    // A screen that changes takes the focus itself.
    if (screen === screenKey(pathname, search)) focusMain();
  };

  return (
    <aside ref={foot} className={styles.banner} aria-label="The guidance has changed">
      <div className={styles.row}>
        <FilePen size={17} className={styles.sign} aria-hidden="true" />
        <div className={styles.text}>
          <p role="status">
            <strong>The guidance has changed.</strong> {summary(both.changes, contact.answers.length)}
          </p>{' '}
          {!nothing(both.changes) && (
            <button type="button" aria-expanded={open} aria-controls={details} className={styles.what} onClick={() => setOpen(!open)}>
              What changed
              <ChevronDown size={15} aria-hidden="true" />
            </button>
          )}
        </div>
        <div className={styles.actions}>
          <Button
            size="sm"
            onClick={() => {
              later(newer.version);
              focusMain();
            }}
          >
            Finish on This Version
          </Button>
          <Button size="sm" onClick={onMove}>
            Move to the New One
          </Button>
        </div>
      </div>
      <div id={details} hidden={!open}>
        {open && <WhatChanged announcements={both.changes.announcements} sections={sections(both.changes, contactState(content, contact)?.name)} />}
      </div>
    </aside>
  );
}

/** Where the banner was is nothing to have the focus. */
function focusMain(): void {
  document.getElementById('main')?.focus({ preventScroll: true });
}
