/** Where a walk begins: which region, then Start (`spec §4`, `§5`, `§8`). */
import { useQueryClient } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { useEffect, useId, useRef, useState, type FormEvent } from 'react';

import { tree as treeQuery } from '../../api/queries';
import { useGo } from '../../contact/navigation';
import type { TreePanelProps } from '../../contact/panels';
import { beginning, chosen } from '../../contact/stage';
import { usePicked } from '../../contact/usePicked';
import { Alert, Badge, Button, Card, Markdown, PageHeading, whenIdle } from '../../ui';
import { OfficialLinks } from './OfficialLinks';
import styles from './StartScreen.module.css';
import { VoterTime } from './VoterTime';

export function StartScreen({ content, flow, contact, pathFor }: TreePanelProps) {
  const texts = content.site.pages.tree;
  const go = useGo();
  const queries = useQueryClient();
  const select = useRef<HTMLSelectElement>(null);
  const ids = { select: useId(), problem: useId() };
  const [missing, setMissing] = useState(false);
  const state = content.states.find(({ code }) => code === contact.state);
  // The address names what content does not have.
  const lost = contact.answers.length > 0 || (contact.state !== undefined && state === undefined);
  const { version } = content;
  const code = state?.code;
  // A quick Enter starts with what was picked, also before the address has followed.
  const [picked, pick] = usePicked(code ?? '');

  // The tree comes while the volunteer is still on her way to the button.
  useEffect(() => {
    if (code === undefined) return undefined;
    return whenIdle([() => queries.prefetchQuery(treeQuery(code, version))]);
  }, [queries, code, version]);

  // A screen that one has just come to has the focus on its heading; here the next key may as well choose.
  useEffect(() => {
    if (document.activeElement?.tagName === 'H1') select.current?.focus({ preventScroll: true });
  }, []);

  const start = (event: FormEvent) => {
    event.preventDefault();
    if (picked === '') {
      setMissing(true);
      select.current?.focus();
    } else {
      go.forward(pathFor(beginning(contact, picked, version)));
    }
  };

  return (
    <Card as="form" className={styles.start} onSubmit={(event) => start(event as unknown as FormEvent)}>
      <div>
        <PageHeading title={texts.title}>{texts.heading}</PageHeading>
        <Markdown className={styles.text}>{texts.text}</Markdown>
      </div>
      {lost && <Alert>{texts.step_not_found}</Alert>}
      <div className={styles.choice}>
        <div className={styles.field}>
          <label htmlFor={ids.select}>{texts.select_label}</label>
          <select
            ref={select}
            id={ids.select}
            className={styles.select}
            value={picked}
            aria-required="true"
            aria-invalid={missing}
            aria-describedby={missing ? ids.problem : undefined}
            onKeyDown={(event) => {
              // Typed and chosen: Enter starts. Some systems would open the list with it, others start as here.
              if (event.key !== 'Enter' || picked === '' || isOpen(event.currentTarget)) return;
              event.preventDefault();
              event.currentTarget.form?.requestSubmit();
            }}
            onChange={(event) => {
              setMissing(false);
              pick(event.target.value);
              go.replace(pathFor(chosen(contact, event.target.value || undefined)));
            }}
          >
            <option value="">{texts.select_placeholder}</option>
            {content.states.map(({ code: value, name }) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </div>
        <Button type="submit" look="primary" size="lg" className={styles.button}>
          {texts.start_button}
          <ArrowRight size={20} aria-hidden="true" />
        </Button>
      </div>
      {missing && (
        <div id={ids.problem}>
          <Alert>{texts.select_first}</Alert>
        </div>
      )}
      <div className={styles.region} aria-live="polite">
        {state && (
          <>
            <div className={styles.badges}>
              {state.badges.map(({ text, tone }) => (
                <Badge key={text} tone={tone}>
                  {text}
                </Badge>
              ))}
              <VoterTime zones={state.time_zones} channel={flow.channel} hours={content.site.calling_hours} always />
            </div>
            {state.links.length > 0 && <OfficialLinks state={state} />}
          </>
        )}
      </div>
    </Card>
  );
}

/** Whether the list of a select is down, in browsers that tell. */
function isOpen(select: HTMLSelectElement): boolean {
  return CSS.supports('selector(:open)') && select.matches(':open');
}
