import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fnv53 } from '../../bytes/index.ts';
import { KeyTable } from './key-table.ts';
import { RemoteReferences, referencePriority } from './remote-references.ts';

describe('priority formula', () => {
  it('[T-PRI-1] counts 0, 1, 2, 3, 9, 99, 100 give 100, 50, 33, 25, 10, 1, 0', () => {
    expect([0, 1, 2, 3, 9, 99, 100].map((n) => referencePriority(n))).toEqual([100, 50, 33, 25, 10, 1, 0]);
  });

  it('[T-PRI-2] never increases, and is always a whole number from 0 to 100', () => {
    let before = 101;
    for (let count = 0; count <= 1000; count++) {
      const p = referencePriority(count);
      expect(Number.isInteger(p) && p >= 0 && p <= 100 && p <= before).toBe(true);
      before = p;
    }
  });
});

describe('remote references', () => {
  it('[T-PRI-3] two links to one target on a page count once; a link to itself does not count', () => {
    const references = new RemoteReferences();
    expect(references.vote('p', ['a', 'b', 'a', 'p'])).toEqual([1, 1, 1, 0]);
    expect([references.count('a'), references.count('b'), references.count('p')]).toEqual([1, 1, 0]);
  });

  it('[T-PRI-6] the same page fetched again does not vote again, but its new links have their first vote', () => {
    const references = new RemoteReferences();
    references.vote('p', ['a']);
    expect(references.vote('p', ['a', 'new'])).toEqual([1, 1]);
    expect(references.vote('q', ['a'])).toEqual([2]);
  });

  it('is the same after it was saved and restored', () => {
    const one = new RemoteReferences();
    for (let page = 0; page < 50; page++)
      one.vote(
        `page ${page}`,
        Array.from({ length: 60 }, (_, i) => `target ${(i * page) % 2500}`),
      );
    const two = RemoteReferences.restore(structuredClone(one.save()));
    expect(two.vote('another', ['target 0', 'target 1', 'x'])).toEqual(
      one.vote('another', ['target 0', 'target 1', 'x']),
    );
    expect(two.vote('page 3', ['target 6'])).toEqual([one.count('target 6')]);
    expect(two.size).toBe(one.size);
  });

  it('counts as a map of sets does', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(9), fc.array(fc.nat(12), { maxLength: 8 })), { maxLength: 30 }),
        (visits) => {
          const references = new RemoteReferences();
          const votes = new Map<string, Set<string>>();
          const seen = new Set<string>();
          for (const [page, targets] of visits) {
            const key = `p${page}`;
            references.vote(
              key,
              targets.map((t) => `p${t}`),
            );
            for (const t of targets) {
              const target = `p${t}`;
              const of = votes.get(target) ?? new Set();
              votes.set(target, of);
              if (target !== key && (!seen.has(key) || of.size === 0)) of.add(key);
            }
            seen.add(key);
          }
          for (const [target, of] of votes) expect(references.count(target)).toBe(of.size);
        },
      ),
    );
  });
});

describe('key table', () => {
  it('gives a hundred thousand keys rows of their own, in their order', () => {
    const table = new KeyTable();
    for (let i = 0; i < 100_000; i++)
      if (table.enter(fnv53(`https://exemplo.pt/artigo/${i}`)) !== i) throw new Error(`row of ${i}`);
    expect(table.find(fnv53('https://exemplo.pt/artigo/77777'))).toBe(77_777);
    expect(table.find(fnv53('https://exemplo.pt/artigo/x'))).toBe(-1);
    const copy = KeyTable.of(table.hashes());
    expect([copy.size, copy.find(fnv53('https://exemplo.pt/artigo/99999'))]).toEqual([100_000, 99_999]);
  });
});
