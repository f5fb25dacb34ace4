import { describe, expect, it } from 'vitest';
import type { Change, Changes } from '../../api/types';
import { excerpt, sections } from './sections';
import type { Standing, Where } from './standing';

const change = (about: Change['about'], id: string, more: Partial<Change> = {}): Change => ({ about, id, label: id, field: 'text', kind: 'changed', said: 'text: changed', ...more });
const all = (...changes: Change[]): Changes => ({ from: 'v1', version: 'v2', changes, paths: [] });
const stands = (where: Record<string, Where> = {}): Standing => ({ where: ({ id }) => where[id ?? ''] ?? 'elsewhere', isThere: () => true, fitting: 0, leadsElsewhere: false });
const listed = (found: Changes, where: Record<string, Where> = {}) =>
  sections(found, stands(where), 'Texas').map(({ title, items, more }) => `${title}: ${items.map(({ label, changes }) => `${label} ×${String(changes.length)}`).join(', ')}${more > 0 ? ` +${String(more)}` : ''}`);

describe('the details', () => {
  it('come in order of relevance to the volunteer, each item once', () => {
    const found = all(
      change('site', 's'),
      change('faq', 'f'),
      change('support', 'u'),
      change('question', 'D'),
      change('question', 'C'),
      change('question', 'C', { field: 'short' }),
      change('agreement', 'a'),
      change('question', 'B'),
      change('question', 'A'),
      change('guide', 'g'),
      change('step', 't'),
    );
    expect(listed(found, { A: 'here', B: 'answered', C: 'ahead' })).toEqual([
      'On your screen: A ×1',
      'What you’ve answered: B ×1',
      'What you haven’t reached yet: C ×2',
      'Other questions for Texas: D ×1',
      'Agreement: a ×1',
      'Steps: t ×1',
      'Guides: g ×1',
      'Support: u ×1',
      'FAQ: f ×1',
      'Elsewhere: s ×1',
    ]);
  });

  it('list only a limited number of each kind', () => {
    const found = all(...['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((id) => change('faq', id)));
    expect(listed(found, { a: 'here' })).toEqual(['FAQ: a ×1, b ×1, c ×1, d ×1, e ×1 +2']);
  });

  it('leave out announcements, which are shown in full, except for removed ones', () => {
    expect(listed(all(change('announcement', 'new', { kind: 'added' }), change('announcement', 'old', { kind: 'removed' })))).toEqual(['Elsewhere: old ×1']);
  });
});

describe('the differing words', () => {
  it('keep the spaces between them, and are shown as plain text', () => {
    const words = [{ same: 'Is the **voter** ' }, { removed: 'a [citizen](https://a.example) ' }, { added: '16 or older' }];
    expect(excerpt(change('question', 'A', { words }))).toEqual([{ same: 'Is the voter ' }, { removed: 'a citizen ' }, { added: '16 or older' }]);
  });

  it('shorten unchanged text to what is next to a difference', () => {
    const long = 'word '.repeat(60);
    const [before, , , after] = excerpt(change('question', 'A', { words: [{ same: long }, { removed: 'old ' }, { added: 'new ' }, { same: long }] }));
    expect(before).toEqual({ same: expect.stringMatching(/^…( word)+ $/) as string });
    expect(after).toEqual({ same: expect.stringMatching(/^(word )+…$/) as string });
  });

  it('are both texts if only the order changed, and empty if a whole item was added or removed', () => {
    expect(excerpt(change('faq', 'A', { old: 'a, b', new: 'b, a', words: [] }))).toEqual([{ removed: 'a, b' }, { added: 'b, a' }]);
    expect(excerpt(change('faq', 'A', { field: '', kind: 'added', new: 'question: a' }))).toEqual([]);
    expect(excerpt(change('question', 'A', { field: 'short', kind: 'added', new: 'a' }))).toEqual([{ added: 'a' }]);
  });
});
