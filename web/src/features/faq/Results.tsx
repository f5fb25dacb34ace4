/**
 * The search results: the entries, with the weak ones collapsed under their own heading; or why there are none, and what to
 * do next.
 */
import { ChevronDown, ChevronRight, CloudOff, LifeBuoy, RotateCw, SearchX, Signpost } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { useReason } from '../../api/client';
import type { FaqErrand, FaqTexts } from '../../api/types';
import type { FaqPanelProps, FaqPlace } from '../../contact/panels';
import { Alert, Button, KeyHint, Markdown, Script, Waiting } from '../../ui';
import { Entry, ticketKey } from './Entry';
import { focusEntry, useListKeys } from './entryFocus';
import { countText, notOurs, weakOnly, type Hit, type Listing } from './listing';
import styles from './Results.module.css';
import type { Found } from './useSearch';
import type { Shown } from './useShown';

interface Props {
  texts: FaqTexts;
  found: Found;
  shown: Shown;
  /** The entries that are rendered: the strong matches, plus the weak ones if expanded. */
  hits: readonly Hit[];
  place: FaqPlace;
  /** The name of the chosen region. */
  region: string | undefined;
  /** The level of the heading over the weak matches. */
  level: 2 | 3;
  current: string | undefined;
  whole: string | undefined;
  help: FaqPanelProps['help'];
  links: FaqPanelProps['links'];
  onOpen: (id: string) => void;
  onFocus: (id: string, byKeyboard: boolean) => void;
  /** Called on Arrow Up from the first entry. */
  onLeave: () => void;
  /** Called when a button in the list starts another search. */
  onPlace: (place: FaqPlace) => void;
}

export function Results({ texts, found, shown, hits, place, region, level, current, whole, help, links, onOpen, onFocus, onLeave, onPlace }: Props) {
  const { listing, local, general, problem, retry } = found;
  const reason = useReason(problem);
  const list = useRef<HTMLDivElement>(null);
  const weakHeading = useId();
  useListKeys(list, { onLeave, onFocus });
  // A new query starts at the top of its results; returning to a previous one restores the scroll position.
  const query = listing && `${listing.query} ${place.category ?? ''}`;
  const begin = useRef(shown.top);
  useEffect(() => {
    if (list.current === null) return;
    list.current.scrollTop = begin.current();
    begin.current = () => 0;
  }, [query]);
  // After "more" was requested, the first new entry gets the focus once it's rendered.
  const awaited = useRef<number | undefined>(undefined);
  useEffect(() => {
    const first = awaited.current === undefined ? undefined : hits[awaited.current];
    if (first === undefined) return;
    awaited.current = undefined;
    focusEntry(list.current, first.id);
  }, [hits]);

  if (listing === undefined || problem !== null) {
    return (
      <>
        {/* The count appears here later. */}
        <div className={styles.line}>{links}</div>
        <div className={styles.state}>
          {problem === null ? (
            <Waiting shape="list" />
          ) : (
            <>
              {reason !== '' && <Alert>{reason}</Alert>}
              <div className={styles.ways}>
                <Button look="primary" onClick={retry}>
                  Try Again
                </Button>
                {place.category !== undefined && (
                  <Button onClick={() => onPlace({ q: place.q, category: undefined })}>{texts.clear}</Button>
                )}
              </div>
            </>
          )}
        </div>
      </>
    );
  }

  const { total, elsewhere } = listing;
  const strong = hits.filter((hit) => !hit.weak);
  const weak = hits.filter((hit) => hit.weak);
  // The weak matches follow once all strong ones are listed.
  const folded = strong.length < listing.strong ? 0 : total - listing.strong;
  const left = (shown.open ? total : listing.strong) - hits.length;
  const Heading = level === 2 ? 'h2' : 'h3';
  // The best answer to a search is shown in full immediately. It stays open, so that nothing moves as the focus goes
  // down the list.
  const best = listing.query.trim() === '' ? undefined : strong[0]?.id;
  const entry = (hit: Hit) => (
    <Entry key={hit.id} hit={hit} number={hits.indexOf(hit) + 1} current={hit.id === current} whole={hit.id === whole || hit.id === best} onOpen={onOpen} />
  );
  const more = left > 0 && (listing.hits.length === total || !shown.capped) && (
    <div className={styles.more}>
      <Button
        size="sm"
        data-row=""
        onClick={() => {
          awaited.current = hits.length;
          shown.more();
        }}
      >
        Show more ({left})
      </Button>
    </div>
  );

  return (
    <>
      <div className={styles.line}>
        {local || general ? (
          <p role="status" className={styles.local}>
            <CloudOff size={15} aria-hidden="true" />
            {[local && 'The full search isn’t available, so these are simpler results.', general && `Showing the general answers. The ${region ?? ''} answers didn’t load.`]
              .filter(Boolean)
              .join(' ')}
            <Button look="quiet" size="sm" icon aria-label="Try Again" title="Try Again" onClick={retry}>
              <RotateCw size={15} aria-hidden="true" />
            </Button>
          </p>
        ) : null}
        {listing.strong > 0 && <p className={styles.count}>{countText(listing, texts)}</p>}
        {total > 0 && (
          <p className={styles.keys} aria-hidden="true">
            <KeyHint>↓</KeyHint>
            <KeyHint>↑</KeyHint>
            <KeyHint>Enter</KeyHint>
            <KeyHint>{ticketKey}</KeyHint>
          </p>
        )}
        {links}
      </div>
      <div ref={list} className={styles.list} onScroll={(event) => shown.scrolled(event.currentTarget.scrollTop)}>
        {listing.strong === 0 && elsewhere.length === 0 && (
          <Ways sentence={total === 0 ? texts.empty : weakOnly(texts)} texts={texts} listing={listing} place={place} help={help} onPlace={onPlace} />
        )}
        {strong.length > 0 && (
          <ol role="list" className={styles.entries} aria-label="FAQ">
            {strong.map(entry)}
          </ol>
        )}
        {elsewhere.map((errand) => (
          <Errand key={errand.id} errand={errand} level={level} />
        ))}
        {folded > 0 && (
          <section aria-labelledby={weakHeading}>
            <Heading className={styles.weak}>
              <button type="button" id={weakHeading} data-row="" aria-expanded={shown.open} onClick={shown.toggle}>
                {shown.open ? <ChevronDown size={18} aria-hidden="true" /> : <ChevronRight size={18} aria-hidden="true" />}
                {texts.weak_heading} ({folded})
              </button>
            </Heading>
            {shown.open && (
              <ol role="list" className={styles.entries} aria-labelledby={weakHeading}>
                {weak.map(entry)}
              </ol>
            )}
          </section>
        )}
        {more}
      </div>
    </>
  );
}

/**
 * A matter that another office handles: where to send the voter, and what to say. The arrow keys stop at it as they do
 * at an entry.
 */
function Errand({ errand, level }: { errand: FaqErrand; level: Props['level'] }) {
  const heading = useId();
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <article aria-labelledby={heading} className={styles.errand}>
      <Heading id={heading} data-row="" tabIndex={-1}>
        <Signpost size={18} aria-hidden="true" />
        {notOurs(errand)}
      </Heading>
      <Markdown>{errand.text}</Markdown>
      {errand.say && <Script say={errand.say} />}
    </article>
  );
}

interface WaysProps extends Pick<Props, 'texts' | 'place' | 'help' | 'onPlace'> {
  sentence: string;
  listing: Listing;
}

/** Shown when a search lists no entries: a sentence and what to do next. */
function Ways({ sentence, texts, listing, place, help, onPlace }: WaysProps) {
  const elsewhere = listing.categories.reduce((sum, { count }) => sum + count, 0);
  const nothing = listing.total === 0;
  return (
    <div className={styles.nothing}>
      <SearchX size={28} aria-hidden="true" />
      <p>{sentence}</p>
      <div className={styles.ways}>
        {nothing && place.category !== undefined && elsewhere > 0 && (
          <Button look="primary" onClick={() => onPlace({ q: place.q, category: undefined })}>
            {texts.clear} ({elsewhere} found)
          </Button>
        )}
        {help && (
          <Button onClick={help.onAsk}>
            <LifeBuoy size={18} aria-hidden="true" />
            {help.label}
          </Button>
        )}
        {nothing && <Button onClick={() => onPlace({ q: '', category: undefined })}>Browse all</Button>}
      </div>
    </div>
  );
}
