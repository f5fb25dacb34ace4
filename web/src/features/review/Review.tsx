/** The whole guidance, or the part for one region's volunteers, on one page to read through, print, and sign off. */
import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useDeferredValue, useId } from 'react';
import { useLocation } from 'react-router-dom';
import { useReason, useWait } from '../../api/client';
import { tree } from '../../api/queries';
import { review as reviewQuery, walked } from '../../api/review';
import type { Review as All, ReviewGroup, ReviewNode, Tree } from '../../api/types';
import { GoLink, useGo, usePicked, useSigned } from '../../contact/screen';
import { pages, reviewPath } from '../../paths';
import page from '../../styles/page.module.css';
import { Alert, Button, buttonClass, capital, LoadState, PageHeading } from '../../ui';
import { chapters } from './Chapters';
import { Contents } from './Contents';
import { Part } from './Entry';
import styles from './Review.module.css';
import { SignOff } from './SignOff';

export function Review() {
  const { content } = useSigned();
  const { admin, review } = content.site.pages;
  const asked = useQuery(reviewQuery);
  const { data } = asked;
  const wait = useWait(asked);
  return (
    <div className={`${page.page} ${styles.page}`}>
      <div className={styles.top}>
        <PageHeading title={review.title}>{review.title}</PageHeading>
        <p className={page.lead}>{review.text}</p>
      </div>
      {data !== undefined ? (
        <Read all={data} />
      ) : (
        <div className={styles.state}>
          <LoadState {...wait} look="primary" />
        </div>
      )}
      <GoLink to={pages.admin} className={`${buttonClass()} ${styles.back}`}>
        Back to {admin.title}
      </GoLink>
    </div>
  );
}

function Read({ all }: { all: All }) {
  const { region } = all.content.site;
  const go = useGo();
  const field = useId();
  const asked = new URLSearchParams(useLocation().search).get('state');
  const state = all.content.states.find(({ code }) => code === asked);
  const [picked, pick] = usePicked(state?.code ?? '');
  const one = useQuery({ ...tree(state?.code ?? '', all.version), enabled: state !== undefined });
  const reason = useReason(one.error);
  const groups = state === undefined ? all.groups : one.data && groupsOf(all, state.code, one.data);
  // Long text renders in chunks, so that the page stays responsive.
  const drawn = useDeferredValue(groups && { groups, chapters: chapters(all, groups, state === undefined ? all.content.states : [state]) }, undefined);
  const ready = drawn !== undefined && drawn.groups === groups;
  return (
    <>
      <div className={styles.controls}>
        {all.content.states.length > 1 && (
          <div className={styles.choice}>
            <label htmlFor={field}>{capital(region.singular ?? '')}</label>
            <select
              id={field}
              value={picked}
              onChange={(event) => {
                pick(event.target.value);
                go.replace(reviewPath(event.target.value));
              }}
            >
              <option value="">All {region.plural}</option>
              {all.content.states.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </select>
          </div>
        )}
        <Button look="primary" disabled={!ready} onClick={() => void print()}>
          <Printer size={17} aria-hidden="true" />
          {ready ? 'Print' : 'Preparing…'}
        </Button>
      </div>
      {reason !== '' && (
        <div className={styles.state}>
          <Alert>{reason}</Alert>
        </div>
      )}
      {drawn && (
        <div className={styles.document}>
          <SignOff all={all} groups={drawn.groups} only={state?.name} />
          <Contents chapters={drawn.chapters} />
          {drawn.chapters.map(({ id, name, text }) => (
            <Part key={id} level={2} id={id} title={name}>
              {text}
            </Part>
          ))}
        </div>
      )}
    </>
  );
}

/** Returns what this region's volunteers read now, with the region's own wording, and what they will read. */
function groupsOf({ groups }: All, code: string, { start, ...tree }: Tree): ReviewGroup[] {
  const own = groups.flatMap((group) => {
    const states = group.states.filter((state) => state.code === code);
    const [now, later] = [states.filter(({ from }) => from == null), states.filter(({ from }) => from != null)];
    return [
      ...(now.length > 0 ? [{ states: now, example: code, start, nodes: placed(walked({ start, ...tree }), group) }] : []),
      ...(later.length > 0 ? [{ ...group, states: later }] : []),
    ];
  });
  return own.toSorted((a, b) => (a.states[0]?.from ?? '').localeCompare(b.states[0]?.from ?? ''));
}

/**
 * Returns the region's own nodes with the source locations from the group, whose nodes are the same and in the same
 * order.
 */
function placed(nodes: ReviewNode[], group: ReviewGroup): ReviewNode[] {
  return nodes.map((node, index) => ({ ...node, places: group.nodes[index]?.places }));
}

/** Prints once every picture has loaded. */
async function print(): Promise<void> {
  await Promise.allSettled([...document.images].map((image) => image.decode()));
  globalThis.print();
}
