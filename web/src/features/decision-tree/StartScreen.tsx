/** The start of a walk: choose a region, then Start (`spec §4`, `§5`, `§8`). */
import { useQueryClient } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { useEffect, useId, useLayoutEffect, useRef, useState, type FormEvent } from 'react';
import { tree as treeQuery } from '../../api/queries';
import { useGo, usePicked } from '../../contact/screen';
import { OfficialLinks } from '../../contact/links';
import type { TreePanelProps } from '../../contact/panels';
import { RegionSelect } from '../../contact/RegionSelect';
import { beginning, begun, chosen } from '../../contact/stage';
import { VoterClock } from '../../contact/VoterClock';
import { Alert, Badge, Button, Card, foot, Markdown, PageHeading, whenIdle } from '../../ui';
import place from '../../styles/foot.module.css';
import styles from './StartScreen.module.css';

export function StartScreen({ content, flow, contact, pathFor }: TreePanelProps) {
  const texts = content.site.pages.tree;
  const go = useGo();
  const queries = useQueryClient();
  const select = useRef<HTMLSelectElement>(null);
  const id = useId();
  const [missing, setMissing] = useState(false);
  const state = content.states.find(({ code }) => code === contact.state);
  // The URL names something that the content doesn't contain.
  const lost = contact.answers.length > 0 || (contact.state !== undefined && state === undefined);
  const { version } = content;
  const code = state?.code;
  // A quick Enter starts with the picked region even if the URL hasn't caught up yet.
  const [picked, pick] = usePicked(code ?? '');

  // Prefetches the tree while the volunteer is still moving to the button.
  useEffect(() => {
    if (code === undefined) return undefined;
    return whenIdle([() => queries.prefetchQuery(treeQuery(code, version))]);
  }, [queries, code, version]);

  // On a newly opened screen, the heading usually gets the focus; here, the select gets it so that the next key can
  // choose.
  useLayoutEffect(() => {
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
    <form className={styles.start} onSubmit={start}>
      <Card className={styles.card}>
        <div>
          <PageHeading title={texts.title}>{texts.heading}</PageHeading>
          <Markdown className={styles.text}>{texts.text}</Markdown>
        </div>
        {lost && <Alert>{texts.step_not_found}</Alert>}
        <div className={styles.field}>
          <label htmlFor={id}>{texts.select_label}</label>
          <RegionSelect
            ref={select}
            id={id}
            className={styles.select}
            states={content.states}
            notServed={content.site.region.not_served}
            value={picked}
            placeholder={texts.select_placeholder}
            aria-required="true"
            problem={missing ? texts.select_first : undefined}
            onEnter={() => select.current?.form?.requestSubmit()}
            onChoose={(next) => {
              setMissing(false);
              pick(next);
              go.replace(pathFor(chosen(contact, next || undefined)));
            }}
          />
        </div>
        <div className={styles.region} aria-live="polite">
          {state && (
            <>
              <div className={styles.badges}>
                {state.badges.map(({ text, tone }) => (
                  <Badge key={text} tone={tone}>
                    {text}
                  </Badge>
                ))}
                <VoterClock zones={state.time_zones} parts={state.time_zone_parts} hours={content.site.calling_hours} channel={flow.channel} />
              </div>
              {/* If this screen replaces the tree of a contact that has already begun, the links are in the pane
                  instead. */}
              {state.links.length > 0 && !begun(contact) && <OfficialLinks {...state} />}
            </>
          )}
        </div>
      </Card>
      <div className={place.foot} ref={foot}>
        <Button type="submit" look="primary" size="lg">
          {texts.start_button}
          <ArrowRight size={20} aria-hidden="true" />
        </Button>
      </div>
    </form>
  );
}
