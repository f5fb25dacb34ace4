/** What was found: the entries, the weak ones under their own heading; or why there are none, and the way on. */
import { CloudOff, RotateCw } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import type { FaqHit } from '../../api/faq';
import { sentence } from '../../api/problem';
import type { FaqTexts } from '../../api/types';
import type { FaqPlace } from '../../paths';
import { Alert, Button, KeyHint, Waiting } from '../../ui';
import { countText } from './countText';
import { Entry } from './Entry';
import { Nothing } from './Nothing';
import styles from './Results.module.css';
import { useListKeys } from './useListKeys';
import type { Found } from './useSearch';

interface Props {
  texts: FaqTexts;
  found: Found;
  place: FaqPlace;
  /** Of the heading over the weak matches. */
  level: 2 | 3;
  current: string | undefined;
  whole: string | undefined;
  onOpen: (id: string) => void;
  onFocus: (id: string, byKeyboard: boolean) => void;
  /** Up from the first entry. */
  onLeave: () => void;
  onSettle: (place: FaqPlace) => void;
}

export function Results({ texts, found, place, level, current, whole, onOpen, onFocus, onLeave, onSettle }: Props) {
  const { answer, local, problem, retry } = found;
  const list = useRef<HTMLDivElement>(null);
  const weakHeading = useId();
  useListKeys(list, { onLeave, onFocus });
  // Another question begins at the top of its answers.
  const query = answer && `${answer.query} ${place.category ?? ''}`;
  useEffect(() => {
    if (list.current !== null) list.current.scrollTop = 0;
  }, [query]);

  if (answer === undefined || problem !== undefined) {
    return (
      <>
        {/* Where the count will stand. */}
        <div className={styles.line} />
        <div className={styles.state}>
          {problem === undefined ? (
            <Waiting />
          ) : (
            <>
              <Alert>{sentence(problem)}</Alert>
              <div className={styles.ways}>
                <Button look="primary" onClick={retry}>
                  Try Again
                </Button>
                {place.category !== undefined && (
                  <Button onClick={() => onSettle({ q: place.q, category: undefined })}>{texts.clear}</Button>
                )}
              </div>
            </>
          )}
        </div>
      </>
    );
  }

  const weak = answer.entries.filter((hit) => hit.weak);
  const strong = answer.entries.filter((hit) => !hit.weak);
  const Heading = level === 2 ? 'h2' : 'h3';
  const entry = (hit: FaqHit) => (
    <Entry key={hit.id} hit={hit} current={hit.id === current} whole={hit.id === whole} onOpen={onOpen} />
  );

  return (
    <>
      <div className={styles.line}>
        {local ? (
          <p role="status" className={styles.local}>
            <CloudOff size={15} aria-hidden="true" />
            Offline: a simple search of what is loaded.
            <Button look="quiet" size="sm" icon aria-label="Try Again" title="Try Again" onClick={retry}>
              <RotateCw size={15} aria-hidden="true" />
            </Button>
          </p>
        ) : null}
        {answer.total > 0 && <p className={styles.count}>{countText(answer, false, texts)}</p>}
        {answer.total > 0 && (
          <p className={styles.keys} aria-hidden="true">
            <KeyHint>↓</KeyHint>
            <KeyHint>↑</KeyHint>
            <KeyHint>Enter</KeyHint>
          </p>
        )}
      </div>
      <div ref={list} className={styles.list}>
        {answer.total === 0 && <Nothing texts={texts} answer={answer} place={place} onSettle={onSettle} />}
        {strong.length > 0 && (
          <ol role="list" className={styles.entries} aria-label="FAQ">
            {strong.map(entry)}
          </ol>
        )}
        {weak.length > 0 && (
          <section aria-labelledby={weakHeading}>
            <Heading id={weakHeading} className={styles.weak}>
              {texts.weak_heading}
            </Heading>
            <ol role="list" className={styles.entries} aria-labelledby={weakHeading}>
              {weak.map(entry)}
            </ol>
          </section>
        )}
      </div>
    </>
  );
}
