/** The search bar: the query, a region, and a category. */
import { ChevronDown, Search, X } from 'lucide-react';
import type { KeyboardEvent, ReactNode, Ref } from 'react';
import type { CategoryCount, FaqTexts, State } from '../../api/types';
import { usePicked, useSigned } from '../../contact/screen';
import type { FaqPlace } from '../../contact/panels';
import { RegionSelect } from '../../contact/RegionSelect';
import { Button, KeyHint } from '../../ui';
import styles from './SearchBar.module.css';

/** The engine doesn't read a query beyond this length. */
const longest = 240;

interface Props {
  texts: FaqTexts;
  place: FaqPlace;
  /** The number of matches in each category, once known. */
  categories: readonly CategoryCount[];
  input: Ref<HTMLInputElement>;
  /** The region select. */
  region: ReactNode;
  onPlace: (place: FaqPlace) => void;
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
  onFocus: () => void;
}

export function SearchBar({ texts, place, categories, input, region, onPlace, onKeyDown, onFocus }: Props) {
  const { q, category } = place;
  const all = categories.reduce((sum, { count }) => sum + count, 0);
  const named = category === undefined || categories.some(({ name }) => name === category);
  return (
    <div role="search" className={styles.bar}>
      <div className={styles.field}>
        <Search size={18} className={styles.lens} aria-hidden="true" />
        <input
          ref={input}
          // Type "search" would swallow the Esc that closes the surrounding dialog.
          type="text"
          role="searchbox"
          inputMode="search"
          className={styles.input}
          aria-label={texts.placeholder}
          placeholder={texts.placeholder}
          value={q}
          maxLength={longest}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          onChange={(event) => onPlace({ q: wellFormed(event.target.value), category })}
          onKeyDown={onKeyDown}
          onFocus={onFocus}
        />
        {q === '' ? (
          <span className={styles.key}>
            <KeyHint>/</KeyHint>
          </span>
        ) : (
          <Button look="quiet" size="sm" icon className={styles.clear} aria-label="Clear search" onClick={() => onPlace({ q: '', category })}>
            <X size={18} aria-hidden="true" />
          </Button>
        )}
      </div>
      {region}
      <div className={styles.categories}>
        <div className={styles.select}>
          <select
            aria-label="Category"
            value={category ?? ''}
            onChange={(event) => onPlace({ q, category: event.target.value || undefined })}
          >
            <option value="">
              {texts.all_categories} ({all})
            </option>
            {categories.map(({ name, count }) => (
              <option key={name} value={name}>
                {name} ({count})
              </option>
            ))}
            {!named && <option value={category}>{category}</option>}
          </select>
          <ChevronDown size={16} aria-hidden="true" />
        </div>
        {category !== undefined && (
          <Button icon aria-label={texts.clear} title={texts.clear} onClick={() => onPlace({ q, category: undefined })}>
            <X size={16} aria-hidden="true" />
          </Button>
        )}
      </div>
    </div>
  );
}

/** Removes unpaired surrogates, which occur while a character is being composed: JSON that contains one is rejected. */
export function wellFormed(text: string): string {
  return text.replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, '\uFFFD');
}

interface RegionProps {
  state: State | undefined;
  onState: (code: string | undefined) => void;
  /** Called on Enter once a region is selected. */
  onEnter: () => void;
}

/** The region that the answers are for, if no contact has begun with one. */
export function Region({ state, onState, onEnter }: RegionProps) {
  const { content } = useSigned();
  const texts = content.site.pages.tree;
  const [picked, pick] = usePicked(state?.code ?? '');
  return (
    <RegionSelect
      aria-label={texts.select_label}
      className={styles.region}
      states={content.states}
      notServed={content.site.region.not_served}
      value={picked}
      placeholder={texts.select_placeholder}
      onChoose={(code) => {
        pick(code);
        onState(code || undefined);
      }}
      onEnter={onEnter}
    />
  );
}
