import { describe, expect, it } from 'vitest';
import type { ContentStatus, Finding } from '../../api/types';
import { ago, count, inFolder, news, ordered, place, size, standing } from './status';

const finding = (severity: string, line: number): Finding => ({
  rule: 'a-rule',
  severity,
  file: 'content/site.yaml',
  line,
  column: 3,
  end_line: line,
  end_column: 9,
  message: 'a message',
  related: [],
});

const status = (ok: boolean, at: string, version = 'one'): ContentStatus =>
  ({ version, loaded_at: `${version} was loaded`, source: 'content', last_attempt: { at, ok, errors: ok ? 0 : 2, warnings: 1 } }) as ContentStatus;

describe('the status of the content', () => {
  it('counts findings like lint', () => {
    expect(count(0, 0)).toBe('no findings');
    expect(count(1, 0)).toBe('1 error');
    expect(count(2, 1)).toBe('2 errors, 1 warning');
    expect(count(0, 1200)).toBe('1,200 warnings');
  });

  it('puts errors before warnings, otherwise in lint’s order', () => {
    const lines = ordered([finding('warning', 1), finding('error', 2), finding('warning', 3), finding('error', 4)]).map(({ line }) => line);
    expect(lines).toEqual([2, 4, 1, 3]);
    expect(place(finding('error', 41))).toBe('content/site.yaml:41:3');
  });

  it('reports a fallback before anything else', () => {
    expect(standing(status(true, 'a'))).toBe('live');
    expect(standing(status(false, 'a'))).toBe('refused');
    for (const source of ['fallback', 'last-good'] as const) expect(standing({ source, last_attempt: { ok: false } })).toBe('fallback');
  });

  it('says how the content in the folder relates to what is served', () => {
    const held = (version: string | null, ok: boolean, problem?: string) => inFolder({ version: 'one', last_attempt: { version, ok, problem } });
    expect(held('one', true)).toBe('the same version, so it’s live');
    expect(held('two', false)).toBe('refused, so it isn’t live');
    expect(held(null, false)).toBe('unknown: one of its files can’t be read');
    expect(held(null, false, 'the folder is away')).toBe('unknown: the folder couldn’t be checked');
    // The fallback is served, and the folder contains the same version plus something invalid.
    expect(held('one', false)).toBe('the same version, so it’s live');
  });

  it('is announced when it changes, and only then', () => {
    const good = status(true, 'a');
    const bad = status(false, 'b');
    expect(news(good, good)).toBeUndefined();
    expect(news(good, bad)).toBe('The last edit to the guidance was refused: 2 errors, 1 warning.');
    expect(news(bad, bad)).toBeUndefined();
    expect(news(bad, status(false, 'c'))).toContain('refused');
    expect(news(bad, status(true, 'c'))).toBe('The problem with the guidance is fixed.');
    expect(news(good, status(true, 'b', 'two'))).toBe('An edit to the guidance is live.');
    expect(news(bad, status(true, 'c', 'two'))).toBe('An edit to the guidance is live.');
    const away = { ...good, fetch_problem: 'the site responded with 503' };
    expect(news(good, away)).toBe('The guidance can’t be fetched: the site responded with 503.');
    expect(news(away, { ...away, fetch_problem: 'the site responded with 401' })).toBeUndefined();
    expect(news(away, good)).toBeUndefined();
    const turned = { ...status(true, 'a', 'one-20261006T1000Z'), loaded_at: good.loaded_at };
    expect(news(good, turned)).toBe('A scheduled change to the guidance took effect.');
  });

  it('formats sizes and times the way people do', () => {
    expect(size(0)).toBe('0 KB');
    expect(size(40_000)).toBe('40 KB');
    expect(size(1_500_000)).toBe('1.4 MB');
    expect(size(30_000_000)).toBe('29 MB');
    expect(ago(3)).toBe('just now');
    expect(ago(600)).toBe('10 minutes ago');
    expect(ago(7300)).toBe('2 hours ago');
  });
});
