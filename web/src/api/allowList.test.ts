import { describe, expect, it } from 'vitest';
import { tag } from './people';

describe('the tag of a list', () => {
  const of = (etag: string) => tag(new Response(null, { headers: { etag } }));

  it('names the same list where a proxy weakened it', () => {
    expect(of('"5-ab"')).toBe('"5-ab"');
    expect(of('W/"5-ab"')).toBe('"5-ab"');
  });

  it('has to be there', () => {
    expect(() => tag(new Response(null))).toThrow('without its tag');
  });
});
