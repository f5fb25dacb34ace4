import fc from '../../test/fc';
import { describe, expect, it } from 'vitest';
import { add, afterSave, changes, edit, isDirty, merge, onto, opened, remove, rows, sorted, undo, without, type Draft } from './draft';

/** Few distinct addresses, so that lists overlap. */
const email = fc.constantFrom(...'abcdefgh').map((name) => `${name}@x.example`);
const list = fc.array(email, { maxLength: 8 }).map(sorted);
const draft = fc.tuple(list, list).map(([base, mine]): Draft => ({ base, etag: '"1"', mine, was: {} }));

describe('merge', () => {
  it('takes theirs if I changed nothing, and mine if they changed nothing', () =>
    fc.assert(fc.property(list, list, (base, other) => {
      expect(merge(base, other, base)).toEqual(other);
      expect(merge(base, base, other)).toEqual(other);
    })));

  it('loses no one’s changes, and makes none of its own', () =>
    fc.assert(fc.property(list, list, list, (base, mine, theirs) => {
      const merged = new Set(merge(base, mine, theirs));
      for (const side of [mine, theirs]) {
        for (const one of without(side, base)) expect(merged).toContain(one);
        for (const one of without(base, side)) expect(merged).not.toContain(one);
      }
      for (const one of merged) expect([...mine, ...theirs]).toContain(one);
      for (const one of base) if (mine.includes(one) && theirs.includes(one)) expect(merged).toContain(one);
    })));

  it('is sorted, and the same no matter who saves second', () =>
    fc.assert(fc.property(list, list, list, (base, mine, theirs) => {
      const merged = merge(base, mine, theirs);
      expect(merged).toEqual(merge(base, theirs, mine));
      expect(merged).toEqual(sorted(merged));
    })));
});

describe('a draft', () => {
  it('reapplies its own changes to any list that arrives', () =>
    fc.assert(fc.property(draft, list, (before, emails) => {
      const after = onto(before, { emails, etag: '"2"' });
      expect(after.etag).toBe('"2"');
      expect(after.base).toEqual(emails);
      expect(after.mine).toEqual(merge(before.base, before.mine, emails));
    })));

  it('is clean after a save, except for changes made in the meantime', () =>
    fc.assert(fc.property(draft, list, (before, now) => {
      const saved = { emails: before.mine, etag: '"2"' };
      expect(isDirty(afterSave(before, before.mine, saved))).toBe(false);
      expect(afterSave({ ...before, mine: now }, before.mine, saved).mine).toEqual(now);
    })));

  it('shows every address once, and undoing every row restores the list', () =>
    fc.assert(fc.property(draft, fc.array(fc.tuple(email, email), { maxLength: 4 }), (start, edits) => {
      const edited = edits.reduce((now, [from, to]) => (now.mine.includes(from) && !now.mine.includes(to) ? edit(now, from, to) : now), start);
      const shown = rows(edited);
      const told = shown.flatMap((row) => [row.email, ...(row.was === undefined ? [] : [row.was])]);
      expect(new Set(told).size).toBe(told.length);
      expect(sorted(told)).toEqual(sorted([...edited.base, ...edited.mine]));
      const undone = shown.filter(({ state }) => state !== 'kept').reduce(undo, edited);
      expect(undone.mine).toEqual(start.base);
    })));
});

const base = opened({ emails: ['bo@x.example', 'ann@x.example'], etag: '"1"' });

it('adds and removes addresses, and knows what isn’t saved', () => {
  const next = remove(add(base, ['cy@x.example']), 'ann@x.example');
  expect(changes(next)).toEqual({ added: ['cy@x.example'], removed: ['ann@x.example'] });
  expect(isDirty(base)).toBe(false);
  expect(isDirty(remove(add(base, ['cy@x.example']), 'cy@x.example'))).toBe(false);
});

it('shows an edited address as one row, even after a second edit, and not after it’s edited back', () => {
  const once = edit(base, 'bo@x.example', 'bob@x.example');
  expect(rows(once)).toEqual([
    { email: 'ann@x.example', state: 'kept' },
    { email: 'bob@x.example', state: 'added', was: 'bo@x.example' },
  ]);
  const twice = edit(once, 'bob@x.example', 'bobby@x.example');
  expect(rows(twice)[1]).toEqual({ email: 'bobby@x.example', state: 'added', was: 'bo@x.example' });
  expect(rows(edit(twice, 'bobby@x.example', 'bo@x.example'))).toEqual(rows(base));
});
