import { renderHook } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { dropFactsAside, forgetFacts, keepFacts, noteFact, setFactsAside, takeFactsBack, useFacts, useKnownFacts } from './facts';

afterEach(forgetFacts);

const now = () => renderHook(() => useFacts()).result.current;
/** Whether the page asks before it's left for good. */
const asks = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));

it('is in the page’s memory alone', () => {
  noteFact('call-back', '555-0100');
  noteFact('voter.name', 'Zyxquarbel');
  expect(now()).toEqual({ 'call-back': '555-0100', 'voter.name': 'Zyxquarbel' });
  expect(sessionStorage).toHaveLength(0);
  expect(localStorage).toHaveLength(0);
  expect(document.cookie + location.href + JSON.stringify(history.state)).not.toContain('Zyxquarbel');
});

it('asks before the page is left for good, as long as anything is noted', () => {
  expect(asks()).toBe(false);
  noteFact('call-back', ' ');
  expect(asks()).toBe(false);
  noteFact('call-back', '555');
  expect(asks()).toBe(true);
  noteFact('call-back', '');
  expect(asks()).toBe(false);
  noteFact('call-back', '555');
  forgetFacts();
  expect(asks()).toBe(false);
});

it('lets a number be called, and a link to another page ask', () => {
  noteFact('call-back', '555');
  document.body.innerHTML = '<a href="tel:911">911</a><a href="/away" target="_blank">away</a>';
  const [call, away] = document.querySelectorAll('a');
  away?.click();
  expect(asks()).toBe(true);
  call?.addEventListener('click', (event) => event.preventDefault());
  call?.click();
  expect(asks()).toBe(false);
  expect(asks()).toBe(true);
});

it('sets what was noted aside while another contact may begin, out of sight but not lost', () => {
  noteFact('call-back', '555');
  setFactsAside();
  expect(now()).toEqual({});
  expect(asks()).toBe(true);
  noteFact('call-back', '777');
  takeFactsBack();
  expect(now()).toEqual({ 'call-back': '555' });

  setFactsAside();
  noteFact('voter.name', 'Bo');
  dropFactsAside();
  takeFactsBack();
  expect(now()).toEqual({ 'voter.name': 'Bo' });
});

it('brings back what it was told to hold', () => {
  const fact = { id: 'day', label: 'Day', kind: 'date', required: false, choices: [] } as const;
  noteFact('day', '2026-10-05', { ...fact, choices: [] });
  const restore = keepFacts();
  forgetFacts();
  expect(now()).toEqual({});
  restore();
  expect(now()).toEqual({ day: '2026-10-05' });
  expect(renderHook(() => useKnownFacts()).result.current).toEqual([fact]);
  expect(asks()).toBe(true);
});
