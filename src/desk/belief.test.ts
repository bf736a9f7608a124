/** What is agreement, and what follows from it for a volunteer. */
import { describe, expect, it } from 'vitest';
import { compare, type PageMarks, settle } from './agreement.ts';
import {
  CHECKED_PART,
  checkChance,
  FIRST_PAGES,
  LEAST_AGREEMENT,
  lowerBound,
  standingOf,
  withVerdict,
} from './reputation.ts';

const page = (marks: Partial<PageMarks> = {}): PageMarks => ({
  status: 200,
  location: null,
  digest: 'sha1:A',
  simhash: '00000000000000ff',
  links: ['http://a.br/1', 'http://a.br/2'],
  told: false,
  ...marks,
});
const FAR = 'ffffffffffffff00';

describe('agreement', () => {
  it('wants the class of the status, and the digest, the fingerprint or half of the links', () => {
    expect(compare(page({ status: 204 }), page())).toBe('same');
    expect(compare(page({ status: 404 }), page())).toBe('different');
    expect(compare(page({ simhash: FAR, links: [] }), page())).toBe('same');
    expect(compare(page({ digest: 'sha1:B', simhash: '0000000000000fff' }), page())).toBe('same');
    expect(compare(page({ digest: 'sha1:B', simhash: FAR, links: ['http://b.br/'] }), page())).toBe(
      'different',
    );
    expect(
      compare(page({ status: 301, location: 'http://x/' }), page({ status: 302, location: 'http://y/' })),
    ).toBe('different');
  });

  it('of a page that was not sent believes no digest without its links', () => {
    expect(compare(page({ told: true, links: ['http://mau.br/'] }), page())).toBe('different');
    expect(compare(page({ told: true }), page())).toBe('same');
  });

  it('holds a difference against nobody when the page is never twice the same', () => {
    const brought = page({ digest: 'sha1:B', links: [...page().links, 'http://mau.br/'] });
    expect(settle(brought, page(), page())).toBe('doubtful');
    expect(settle(brought, page(), page({ digest: 'sha1:C' }))).toBe('agrees');
    const other = page({ digest: 'sha1:B', simhash: FAR, links: [] });
    expect(settle(other, page(), page())).toBe('differs');
    expect(settle(other, page(), page({ status: 500 }))).toBe('unsettled');
  });
});

describe('a page of few words without a link', () => {
  const bare = page({ simhash: null, links: [] });
  const other = page({ simhash: null, links: [], digest: 'sha1:B' });

  it('has nothing but its bytes to agree by, and may have changed once', () => {
    expect(compare(bare, bare)).toBe('same');
    expect(compare(other, bare)).toBe('more');
    expect(settle(other, bare, bare)).toBe('doubtful');
    expect(settle(other, bare, page({ simhash: null, links: [], digest: 'sha1:C' }))).toBe('agrees');
  });
});

describe('standing', () => {
  it('is new for twenty pages, and believed when all of them agree', () => {
    expect(standingOf('1'.repeat(FIRST_PAGES - 1))).toBe('new');
    expect(standingOf('1'.repeat(FIRST_PAGES))).toBe('believed');
    expect(lowerBound('1'.repeat(FIRST_PAGES))).toBeGreaterThan(LEAST_AGREEMENT);
  });

  it('falls with one difference among the last thirty, and bars with four', () => {
    expect(standingOf(withVerdict('1'.repeat(30), 'differs'))).toBe('doubted');
    expect(standingOf(`${'1'.repeat(26)}0000`)).toBe('barred');
    expect(standingOf(withVerdict('1'.repeat(30), 'doubtful'))).toBe('believed');
    expect(standingOf(`${'1'.repeat(28)}dd`)).toBe('doubted');
  });

  it('has everything looked at again until it is believed, and then never less than one in twenty', () => {
    expect(checkChance('new', 5)).toBe(1);
    expect(checkChance('doubted', 5_000)).toBe(1);
    expect(checkChance('believed', 100)).toBe(0.2);
    expect(checkChance('believed', 100_000)).toBe(CHECKED_PART);
  });
});
