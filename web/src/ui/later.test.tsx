import { act, render, screen } from '@testing-library/react';
import { Suspense, useState } from 'react';
import { describe, expect, it } from 'vitest';
import { later } from './later';

function Words({ text }: { text: string }) {
  const [first] = useState(text);
  return <p>{`${first} ${text}`}</p>;
}

describe('code that’s loaded later', () => {
  it('renders immediately, without the fallback, if it was fetched before', async () => {
    const Late = later(() => Promise.resolve(Words));
    await Late.load();
    const seen: string[] = [];
    const Fallback = () => {
      seen.push('fallback');
      return null;
    };
    render(
      <Suspense fallback={<Fallback />}>
        <Late text="a" />
      </Suspense>,
    );
    screen.getByText('a a');
    expect(seen).toEqual([]);
  });

  it('suspends otherwise, and keeps its state once it has loaded', async () => {
    let arrive: (component: typeof Words) => void = () => undefined;
    const Late = later(() => new Promise<typeof Words>((done) => (arrive = done)));
    const tree = (text: string) => (
      <Suspense fallback={<p>waiting</p>}>
        <Late text={text} />
      </Suspense>
    );
    const { rerender } = render(tree('a'));
    screen.getByText('waiting');
    await act(async () => {
      arrive(Words);
      await Promise.resolve();
    });
    rerender(tree('b'));
    screen.getByText('a b');
  });

  it('never throws when it’s prefetched', async () => {
    await expect(later(() => Promise.reject(new Error('away'))).load()).resolves.toBeUndefined();
  });
});
