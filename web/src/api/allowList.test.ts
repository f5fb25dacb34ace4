import { describe, expect, it } from 'vitest';
import { tag } from './people';

describe('a list’s tag', () => {
  const of = (etag: string) => tag(new Response(null, { headers: { etag } }));

  it('is the same after a proxy has weakened it', () => {
    expect(of('"5-ab"')).toBe('"5-ab"');
    expect(of('W/"5-ab"')).toBe('"5-ab"');
  });

  it('is required', () => {
    expect(() => tag(new Response(null))).toThrow('without its tag');
  });
});
