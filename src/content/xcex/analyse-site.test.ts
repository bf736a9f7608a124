import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPage } from '../../page/index.ts';
import { analyseSite, type SiteResult } from './analyse-site.ts';
import { FAMILIES, FIXTURE_A, familyOf, NO_STOP_WORDS } from './fixture-a.suite.ts';
import { TAG_LISTS, type XcexParameters } from './parameters.ts';
import { randomParameters, randomSite } from './random-site.suite.ts';
import type { SitePage } from './read-page.ts';
import { sitePage } from './site-page.suite.ts';

const run = (changes: Partial<XcexParameters> = {}, pages: readonly SitePage[] = FIXTURE_A) =>
  analyseSite(pages, { ...NO_STOP_WORDS, ...changes });

const allBlocks = (result: SiteResult) => result.pages.flatMap(({ blocks }) => blocks);
const kept = (result: SiteResult) => allBlocks(result).filter(({ verdict }) => verdict === 'content');

/** Of each family: blocks, |S| of each, IBDF of each, kept or not; one entry when they agree. */
function families(result: SiteResult) {
  return Object.fromEntries(
    FAMILIES.map((name) => {
      const blocks = allBlocks(result).filter(({ text }) => familyOf(text) === name);
      const one = <T>(values: T[]) => (new Set(values).size === 1 ? values[0] : values);
      return [
        name,
        [
          blocks.length,
          one(blocks.map(({ similarPages }) => similarPages)),
          one(blocks.map(({ ibdf }) => Number(ibdf.toFixed(4)))),
          one(blocks.map(({ verdict }) => verdict === 'content')),
        ],
      ];
    }),
  );
}

const cimp = (share: number) => ({ contentImportance: share, structureImportance: 1 - share });

describe('fixture A', () => {
  it('[X-A23] is reproduced to the last block, with its variants', () => {
    const faithful = run();
    expect(faithful.pages.map(({ blocks }) => blocks.length)).toEqual([5, 5, 5, 5, 5, 6, 5, 5, 4, 4]);
    expect([faithful.report.blocks, faithful.report.pageLimit]).toEqual([49, 2]);
    expect(kept(faithful)).toHaveLength(24);
    const usual = {
      alfa: [10, 0, 1, true],
      jogo: [10, 0, 1, true],
      Subscreva: [10, null, -1, false],
      Leia: [10, 9, 0.1111, false],
      nota: [2, 1, 1, true],
      aviso: [3, 2, 0.5, false],
      galeria: [2, 1, 1, true],
      errata: [2, null, -1, false],
    };
    expect(families(faithful)).toEqual(usual);

    const noExactRule = run({ exactRule: 'off' });
    expect(families(noExactRule)).toEqual({
      ...usual,
      Subscreva: [10, 9, 0.1111, false],
      errata: [2, 1, 1, true],
    });
    for (const importance of [0.6, 0.5]) {
      expect(families(run(cimp(importance)))).toEqual({ ...usual, jogo: [10, 9, 0.1111, false] });
    }
    expect(families(run({ pageFraction: 0.1 }))).toEqual({
      ...usual,
      nota: [2, 1, 1, false],
      galeria: [2, 1, 1, false],
    });
    expect(families(run({ pageFraction: 0.3 }))).toEqual({ ...usual, aviso: [3, 2, 0.5, true] });
    expect(families(run({ compareOwnPage: false })).galeria).toEqual([2, 0, 1, true]);

    const contents = [
      noExactRule,
      run(cimp(0.6)),
      run(cimp(0.5)),
      run({ pageFraction: 0.1 }),
      run({ pageFraction: 0.1, limitRule: 'formula' }),
      run({ pageFraction: 0.3 }),
    ].map((result) => kept(result).length);
    expect(contents).toEqual([26, 14, 14, 20, 0, 27]);

    expect(run({ tagList: TAG_LISTS.list1 }).report.blocks).toBe(49);
    expect(run({ tagList: TAG_LISTS.list2 }).report.blocks).toBe(69);
    expect(run({ tagList: TAG_LISTS.list2, requireText: false }).report.blocks).toBe(79);
  });

  it('takes the comparisons that the specification counts when all pairs are compared', () => {
    const count = (changes: Partial<XcexParameters>) =>
      analyseSite(FIXTURE_A, { ...NO_STOP_WORDS, ...changes }, { algorithm: 'all-pairs' }).report.comparisons;
    expect([count({}), count({ exactRule: 'off' }), count(cimp(0.6)), count(cimp(0.5))]).toEqual([
      1766, 2169, 1505, 1505,
    ]);
  });

  it('reports what each phase removed, and the text that is left', () => {
    const { report, pages } = run();
    expect(report.removed).toEqual({ wordless: 10, exactDuplicate: 12, frequent: 13, comment: 0 });
    expect(report.kept).toBe(24);
    expect(pages[5]!.text).toBe(
      'alfaf betaf gamaf deltaf\njogo unof duef tref\ngaleria fotos imagemx\ngaleria fotos imagemy',
    );
  });
});

/** A page of bare paragraphs. */
const page = (id: string, ...paragraphs: string[]): SitePage =>
  sitePage(id, `<body>${paragraphs.map((text) => `<p>${text}</p>`).join('')}</body>`);

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
/** A word of letters only, different for each number. */
const word = (n: number): string =>
  `w${LETTERS[Math.floor(n / 676) % 26]}${LETTERS[Math.floor(n / 26) % 26]}${LETTERS[n % 26]}`;

describe('comparison', () => {
  it('[X-A24] compares a block with its twins on the page, never with itself', () => {
    const alone = run({ exactRule: 'off' }, [page('a', 'um dois tres'), page('b', 'quatro cinco seis')]);
    expect(allBlocks(alone).map(({ similarPages }) => similarPages)).toEqual([0, 0]);
    const twins = run({}, [page('a', 'um dois tres', 'um dois tres'), page('b', 'quatro cinco seis')]);
    expect(allBlocks(twins).map(({ similarPages }) => similarPages)).toEqual([1, 1, 0]);
  });

  it('[X-A25] counts a page once, however many similar blocks it holds', () => {
    const result = run({}, [
      page('a', 'um dois tres quatro'),
      page('b', 'um dois tres cinco', 'um dois tres seis', 'um dois tres sete'),
    ]);
    expect(result.pages[0]!.blocks[0]!.similarPages).toBe(1);
    // Each of the three: page a and its own page.
    expect(result.pages[1]!.blocks.map(({ similarPages }) => similarPages)).toEqual([2, 2, 2]);
  });

  it('[X-A26] gives −1 to an exact copy on another page, even behind a merely similar block', () => {
    for (const others of [
      ['um dois tres quase', 'um dois tres quatro'],
      ['um dois tres quatro', 'um dois tres quase'],
    ]) {
      for (const pages of [
        [page('a', 'um dois tres quatro'), page('b', ...others)],
        [page('b', ...others), page('a', 'um dois tres quatro')],
      ]) {
        const result = run({}, pages);
        const copies = allBlocks(result).filter(({ text }) => text.endsWith('quatro'));
        expect(copies.map(({ ibdf, reason }) => [ibdf, reason])).toEqual([
          [-1, 'exact-duplicate'],
          [-1, 'exact-duplicate'],
        ]);
        expect(allBlocks(result).find(({ text }) => text.endsWith('quase'))!.similarPages).toBe(2);
      }
    }
  });

  it('[X-A27] leaves an exact copy on the same page alone, unless the whole collection counts', () => {
    const pages = [page('a', 'um dois tres', 'um dois tres'), page('b', 'outra coisa toda')];
    expect(run({}, pages).pages[0]!.blocks.map(({ ibdf }) => ibdf)).toEqual([1, 1]);
    expect(run({ exactScope: 'whole-collection' }, pages).pages[0]!.blocks.map(({ ibdf }) => ibdf)).toEqual([
      -1, -1,
    ]);
  });

  it('compares exact copies by HTML or by text, from as many pages on as asked, up to as many words as asked', () => {
    const pages = [
      sitePage('a', '<p class="x">um dois tres</p>'),
      sitePage('b', '<p>um dois tres</p>'),
      sitePage('c', '<p>outra coisa toda</p>'),
    ];
    const reasons = (changes: Partial<XcexParameters>) =>
      allBlocks(run({ pageFraction: 1, ...changes }, pages)).map(({ reason }) => reason);
    expect(reasons({})).toEqual(['kept', 'kept', 'kept']);
    expect(reasons({ exactRule: 'text' })).toEqual(['exact-duplicate', 'exact-duplicate', 'kept']);
    expect(reasons({ exactRule: 'text', exactMinPages: 3 })).toEqual(['kept', 'kept', 'kept']);
    expect(reasons({ exactRule: 'text', exactMaxWords: 2 })).toEqual(['kept', 'kept', 'kept']);
  });
});

describe('invariance', () => {
  it('[X-A31] does not depend on the order of pages, nor on that of blocks in a page', () => {
    const verdicts = (result: SiteResult) =>
      allBlocks(result)
        .map(
          ({ pageId, html, similarPages, ibdf, reason }) =>
            `${pageId} ${html} ${similarPages} ${ibdf} ${reason}`,
        )
        .sort();
    fc.assert(
      fc.property(randomSite, randomParameters, fc.infiniteStream(fc.nat()), (pages, parameters, numbers) => {
        const shuffled = [...pages].map((item) => [numbers.next().value!, item] as const);
        const reordered = shuffled.sort((a, b) => a[0] - b[0]).map(([, item]) => item);
        expect(verdicts(analyseSite(reordered, parameters))).toEqual(
          verdicts(analyseSite(pages, parameters)),
        );
        const turned = pages.map(({ id, document }) =>
          sitePage(
            id,
            `<body>${
              document.html
                .slice(6, -7)
                .match(/<section>.*?<\/section>/g)
                ?.reverse()
                .join('') ?? ''
            }</body>`,
          ),
        );
        expect(verdicts(analyseSite(turned, parameters))).toEqual(verdicts(analyseSite(pages, parameters)));
      }),
      { numRuns: 80 },
    );
  });

  it('[X-A32] gives what comparing all pairs gives, on random sites with random parameters', () => {
    fc.assert(
      fc.property(randomSite, randomParameters, (pages, parameters) => {
        const plain = (result: SiteResult) =>
          allBlocks(result).map(({ id, similarPages, ibdf, verdict, reason }) => ({
            id,
            similarPages,
            ibdf,
            verdict,
            reason,
          }));
        expect(plain(analyseSite(pages, parameters))).toEqual(
          plain(analyseSite(pages, parameters, { algorithm: 'all-pairs' })),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('[X-A33] keeps what it kept when the page share or the similarity limit rises', () => {
    const rising = fc
      .tuple(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 100 }))
      .map(([a, b]) => [Math.min(a, b) / 100, Math.max(a, b) / 100] as const);
    fc.assert(
      fc.property(randomSite, randomParameters, rising, (pages, parameters, [low, high]) => {
        for (const name of ['pageFraction', 'similarityLimit'] as const) {
          const keptIds = (value: number) =>
            kept(analyseSite(pages, { ...parameters, [name]: value })).map(({ id }) => id);
          const more = new Set(keptIds(high));
          expect(keptIds(low).filter((id) => !more.has(id))).toEqual([]);
        }
      }),
      { numRuns: 80 },
    );
  });
});

describe('small and odd collections', () => {
  it('[X-A29] gives finite answers for 1, 4, 5 and 9 pages, with a warning', () => {
    for (const count of [0, 1, 4, 5, 9, 10]) {
      const pages = Array.from({ length: count }, (_, i) =>
        page(`p${i}`, `${word(i)} ${word(i + 100)} ${word(i + 200)}`, 'menu do jornal'),
      );
      const result = run({}, pages);
      for (const { ibdf, similarPages } of allBlocks(result)) {
        expect(Number.isFinite(ibdf)).toBe(true);
        expect(similarPages === null || similarPages <= count).toBe(true);
      }
      const articles = allBlocks(result).filter(({ text }) => text.startsWith('w'));
      expect(articles.every(({ verdict }) => verdict === 'content')).toBe(true);
      expect(result.report.warnings.some(({ kind }) => kind === 'too-few-pages')).toBe(count < 10);
    }
  });

  it('answers for pages without a block', () => {
    expect(run({}, [sitePage('a', ''), page('b', 'um')]).pages.map(({ text }) => text)).toEqual(['', 'um']);
  });

  it('[X-A12] reads bytes as UTF-8, or in the charset that the page or its header declares', () => {
    const text = '<p>São João, acção e coração à noite</p>';
    const latin = Buffer.from(text, 'latin1');
    const pages = [
      { contentType: 'text/html', bytes: Buffer.from(text, 'utf8') },
      {
        contentType: 'text/html',
        bytes: Buffer.concat([Buffer.from('<meta charset="iso-8859-1">'), latin]),
      },
      { contentType: 'text/html; charset=windows-1252', bytes: latin },
    ].map((source, i): SitePage => {
      const { document, language } = readPage({ url: `http://a.br/${i}`, ...source });
      return { id: `${i}`, document: document!, language };
    });
    const result = run({ exactRule: 'off', pageFraction: 1, tokenizer: 'unicode' }, pages);
    for (const { blocks } of result.pages) {
      expect(blocks.map((block) => block.text)).toEqual(['São João, acção e coração à noite']);
    }
    expect(result.report.vocabulary).toBe(7);
  });
});

describe('what the source leaves in', () => {
  const comment = (n: number) =>
    `<div class="comentario"><p>${word(n)} ${word(n + 300)} ${word(n + 600)} ${word(n + 900)}</p></div>`;
  const article = (n: number): SitePage =>
    sitePage(
      `n${n}`,
      `<body class="comments-open"><main><div class="texto"><p>${word(n + 1200)} ${word(n + 1500)} ${word(n + 1800)}</p></div>` +
        `<div id="comentarios">${comment(2 * n)}${comment(2 * n + 1)}</div></main></body>`,
    );
  const pages = Array.from({ length: 20 }, (_, i) => article(i));

  it('[X-A50] keeps readers’ comments as the source does, and drops them with the comment filter', () => {
    const faithful = run({}, pages);
    expect(kept(faithful)).toHaveLength(60);
    const filtered = run({ commentFilter: true }, pages);
    expect(kept(filtered)).toHaveLength(20);
    expect(filtered.report.removed.comment).toBe(40);
    expect(kept(filtered).every(({ path }) => path === 'html/body/main/div/p')).toBe(true);
  });

  it('[X-A51] flags a page of live coverage', () => {
    const entry = (n: number) =>
      `<p>${15 + Math.floor(n / 60)}h${String(n % 60).padStart(2, '0')} ${word(n)} ${word(n + 400)}</p>`;
    const live = sitePage(
      'ao-vivo',
      `<body><main><div>${Array.from({ length: 40 }, (_, i) => entry(i * 2)).join('')}</div></main></body>`,
    );
    // As long, without a time: a long report, not live coverage.
    const long = sitePage(
      'longa',
      `<body><main><div>${Array.from({ length: 40 }, (_, i) => `<p>${word(i)} ${word(i + 500)}</p>`).join('')}</div></main></body>`,
    );
    const result = run({}, [...pages, live, long]);
    expect(result.pages.filter(({ liveCoverage }) => liveCoverage).map(({ id }) => id)).toEqual(['ao-vivo']);
    expect(result.report.warnings).toContainEqual({
      kind: 'live-coverage',
      pageId: 'ao-vivo',
      detail: '40 blocks',
    });
  });
});
