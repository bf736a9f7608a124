/** The published methods as a person runs them: the built command over folders of pages, each folder a site. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PAPER_LANGUAGES, paperIn } from '../../../samples/news-templates/four-languages.ts';
import { type Ended, spawnTarrafa } from '../../../test/tarrafa-process.ts';
import { FAMILIES, FIXTURE_A, familyOf } from '../../content/xcex/fixture-a.suite.ts';
import { EXIT } from '../../errors.ts';

const root = mkdtempSync(join(tmpdir(), 'tarrafa-published-'));
const sites = join(root, 'sites');
const papers = join(root, 'papers');
afterAll(() => rmSync(root, { recursive: true, force: true }));

interface Block {
  readonly id: string;
  readonly tag: string;
  readonly text: string;
  readonly ibdf: number;
  readonly similarPages: number | null;
  readonly verdict: string;
  readonly reason: string;
}
interface Line {
  readonly page: string;
  readonly language: string | null;
  readonly text: string;
  readonly site: { readonly pages: number; readonly pageLimit: number; readonly liveCoverage: boolean };
  readonly blocks: readonly Block[];
}

const run = (...words: string[]): Promise<Ended> => spawnTarrafa([...words, '--lang', 'en'], { cwd: root });
const linesOf = ({ stdout }: Ended): Line[] =>
  stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
const explained = async (folder: string, ...flags: string[]): Promise<Line[]> => {
  const ended = await run('content', folder, '--explain', '--json', ...flags);
  expect([ended.status, ended.stderr.includes('TRF_')]).toEqual([0, false]);
  return linesOf(ended);
};
const ofSite = (lines: readonly Line[], site: string): Line[] =>
  lines.filter(({ page }) => basename(dirname(page)) === site);
const named = ({ page }: Line): string => basename(page, '.html');
const shown = (line: Line): string[] => line.blocks.map(({ tag, text }) => `${tag}:${text}`);
const kept = (lines: readonly Line[]): Block[] =>
  lines.flatMap(({ blocks }) => blocks.filter(({ verdict }) => verdict === 'content'));

function write(site: string, pages: Readonly<Record<string, string | Buffer>>, into = sites): void {
  mkdirSync(join(into, site), { recursive: true });
  for (const [name, html] of Object.entries(pages)) writeFileSync(join(into, site, `${name}.html`), html);
}

const EXAMPLES = {
  E1: '<body><header><p>H</p></header><main><article><h1>T</h1><div><p>A</p><p>B</p></div><p>C</p><section><div><p>S</p></div></section></article></main></body>',
  E2: '<body><div>Texto solto</div></body>',
  E3: '<body><div id="o"><div id="i"><p>A</p></div><p>B</p></div></body>',
  E4: '<body><div id="o">solto<p>A</p><div id="i">texto</div></div></body>',
  E5: '<body><p>Um <span>dois</span> tres</p></body>',
  E6: '<body><div><p> </p><p><img src="x.png"></p><p>Ok</p></div></body>',
  E7: '<body><section><p>Vazia nao</p></section><section></section><div><p>Fora</p></div></body>',
  malformed: '<div><p>um<p>dois</div></p></b>três',
  parents: '<body><div>sem parágrafo</div><div>perdido<p>fica</p></div></body>',
  'no-main': '<body><article><div><p>só artigo</p></div></article></body>',
  'no-article': '<body><main><div><p>só principal</p></div></main></body>',
  'neither-of-them': '<body><p>nua</p></body>',
};

/** A word of its own for every number. */
const word = (n: number): string => `w${[...String(n)].map((digit) => 'bcdfghjklm'[Number(digit)]).join('')}`;
const prose = (n: number): string => Array.from({ length: 6 }, (_, i) => word(n * 6 + i)).join(' ');

/** By how many pages a family of like blocks is on, the name that its blocks begin with. */
const FAMILY_NAMES: Readonly<Record<number, string>> = {
  8: 'oito',
  9: 'nove',
  10: 'dez',
  11: 'onze',
  20: 'vinte',
  21: 'mais',
};
/** So many pages that each say something of their own, and families of like blocks on as many of them as asked. */
function withFamilies(pages: number, sizes: readonly number[]): Record<string, string> {
  const families = sizes.flatMap((size) => Array<string>(size).fill(FAMILY_NAMES[size]!));
  return Object.fromEntries(
    Array.from({ length: pages }, (_, n) => {
      const name = families[n];
      const like = name === undefined ? '' : `<p>${name} bloco${name} grupo${name} ${word(90_000 + n)}</p>`;
      return [`n${n}`, `<body><p>${prose(5_000 + n)}</p>${like}</body>`];
    }),
  );
}
/** On how many pages the families are whose blocks are all kept. */
const keptFamilies = (lines: readonly Line[]): number[] =>
  Object.entries(FAMILY_NAMES)
    .filter(([size, name]) => {
      const blocks = kept(lines).filter(({ text }) => text.startsWith(`${name} `));
      expect([0, Number(size)]).toContain(blocks.length);
      return blocks.length > 0;
    })
    .map(([size]) => Number(size));

beforeAll(() => {
  write('a', Object.fromEntries(FIXTURE_A.map(({ id, document }) => [id, document.html])));
  // The same pages in the reverse order, and their paragraphs too.
  write(
    'turned',
    Object.fromEntries(
      FIXTURE_A.map(({ id, document }, i) => [
        `${FIXTURE_A.at(-1 - i)!.id}-${id}`,
        document.html.replace(
          /(?<=<div class="corpo">).*?(?=<\/div>)/,
          (body) =>
            body
              .match(/<p>.*?<\/p>/g)
              ?.reverse()
              .join('') ?? '',
        ),
      ]),
    ),
  );
  write('hundred', withFamilies(100, [20, 21]));
  write('forty', withFamilies(40, [8, 9, 10, 11]));
  write('examples', EXAMPLES);
  const body = (...texts: string[]): string =>
    `<body>${texts.map((text) => `<p>${text}</p>`).join('')}</body>`;
  write('crowd', {
    a: body('um dois tres quatro'),
    b: body('um dois tres cinco', 'um dois tres seis', 'um dois tres sete'),
  });
  write('copies', {
    a: body('um dois tres quatro'),
    b: body('um dois tres quase', 'um dois tres quatro'),
  });
  write('twins', {
    a: body('sete oito nove', 'sete oito nove'),
    b: body('outra coisa toda'),
    // Said again in other markup: the same page, counted once.
    c: `<!-- again -->${body('outra coisa toda')}`,
  });
  const latin = Buffer.from('<p>São João, acção e coração à noite</p>', 'latin1');
  write('charsets', {
    utf8: '<p>São João, acção e coração de dia</p>',
    latin: Buffer.concat([Buffer.from('<meta charset="iso-8859-1">'), latin]),
  });
  const comment = (n: number): string => `<div class="comment"><p>${prose(n)}</p></div>`;
  const article = (n: number): string =>
    `<body><main><div><p>${prose(n * 10)}</p><p>${prose(n * 10 + 1)}</p></div><div class="comentarios">${comment(n * 10 + 2)}${comment(n * 10 + 3)}</div></main></body>`;
  const entry = (n: number): string =>
    `<p>${15 + Math.floor(n / 60)}h${String(n % 60).padStart(2, '0')} ${prose(n + 700)}</p>`;
  write('comments', {
    ...Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`n${n}`, article(n)])),
    'ao-vivo': `<body><main><div>${Array.from({ length: 40 }, (_, i) => entry(i * 2)).join('')}</div></main></body>`,
  });
  // Papers come with their addresses, all in one folder.
  for (const language of PAPER_LANGUAGES)
    write(
      'all',
      Object.fromEntries(
        paperIn(language, 3, 30).map(({ url, html }, i) => [
          `${language}-${i}`,
          html.replace('<head>', `<head><link rel="canonical" href="${url}">`),
        ]),
      ),
      papers,
    );
});

describe('tarrafa content --method', () => {
  it('[X-A01] [X-A02] [X-A03] [X-A04] [X-A05] [X-A06] [X-A07] [X-A12] [X-A23] [X-A24] [X-A25] [X-A26] [X-A27] [X-A28] [X-A29] [X-A31] [X-A33] [X-A50] [X-A51] xcex judges every site by itself, with the blocks and the IBDF of the specification, and writes its report', async () => {
    const xcex = ['--method', 'xcex', '--stop-words', 'none'];
    const [ended, ...changed] = await Promise.all([
      run('content', 'sites', ...xcex, '--explain', '--json', '--report', 'report.csv'),
      ...[
        ['--tau', '10%'],
        ['--tau', '25%'],
        ['--epsilon', '0.4'],
        ['--epsilon', '0.8'],
      ].map((flags) => explained('sites', ...xcex, ...flags)),
    ]);
    expect(ended.status).toBe(0);
    const lines = linesOf(ended);
    // Nothing is written but what was asked for.
    expect(readdirSync(root).sort()).toEqual(['papers', 'report.csv', 'sites']);

    const fixture = ofSite(lines, 'a');
    const blocks = fixture.flatMap((line) => line.blocks);
    expect([fixture[0]!.site.pages, fixture[0]!.site.pageLimit, blocks.length, kept(fixture).length]).toEqual(
      [10, 2, 49, 24],
    );
    const families = Object.fromEntries(
      FAMILIES.map((family) => {
        const one = blocks.find(({ text }) => familyOf(text) === family)!;
        return [family, [one.ibdf, one.similarPages, one.reason]];
      }),
    );
    expect(families).toEqual({
      alfa: [1, 0, 'kept'],
      jogo: [1, 0, 'kept'],
      Subscreva: [-1, null, 'exact-duplicate'],
      Leia: [0.111111, 9, 'frequent'],
      nota: [1, 1, 'kept'],
      aviso: [0.5, 2, 'frequent'],
      galeria: [1, 1, 'kept'],
      errata: [-1, null, 'exact-duplicate'],
    });

    expect(Object.fromEntries(ofSite(lines, 'examples').map((line) => [named(line), shown(line)]))).toEqual({
      E1: ['p:A', 'p:B', 'p:S'],
      E2: ['div:Texto solto'],
      E3: ['p:A', 'p:B'],
      E4: ['p:A', 'div:texto'],
      E5: ['p:Um dois tres'],
      E6: ['p:Ok'],
      E7: ['p:Fora'],
      malformed: ['p:um', 'p:dois'],
      parents: ['div:sem parágrafo', 'p:fica'],
      'no-main': ['p:só artigo'],
      'no-article': ['p:só principal'],
      'neither-of-them': ['p:nua'],
    });

    // Each of the three: page a and its own page.
    expect(
      ofSite(lines, 'crowd').map(({ blocks }) => blocks.map(({ similarPages }) => similarPages)),
    ).toEqual([[1], [2, 2, 2]]);

    // |S| is one less than the pages of a family: 19 of 100 stay and 20 go; of 40, 7 and 8 at 20 %, 9 and 10 at 25 %.
    const [tau10, tau25, epsilon4, epsilon8] = changed as [Line[], Line[], Line[], Line[]];
    expect(keptFamilies(ofSite(lines, 'hundred'))).toEqual([20]);
    expect(keptFamilies(ofSite(lines, 'forty'))).toEqual([8]);
    expect(keptFamilies(ofSite(tau25, 'forty'))).toEqual([8, 9, 10]);

    // In another order the same is said of every block.
    const verdicts = (site: string): [string, string[]][] =>
      ofSite(lines, site)
        .map((line): [string, string[]] => [
          named(line).at(-1)!,
          line.blocks.map(({ id: _, ...block }) => JSON.stringify(block)).sort(),
        ])
        .sort();
    expect(verdicts('turned')).toEqual(verdicts('a'));
    expect(ofSite(lines, 'turned').map((line) => named(line).at(-1))).toEqual([...'jihgfedcba']);
    expect(ofSite(lines, 'turned').at(-1)!.blocks[0]!.text).toMatch(/^(?!alfa)/);

    // A higher share of pages or limit of similarity takes nothing away.
    const keptBlocks = (list: readonly Line[]): Set<string> =>
      new Set(
        list.flatMap(({ page, blocks }) =>
          blocks.flatMap(({ verdict }, i) => (verdict === 'content' ? [`${page} ${i}`] : [])),
        ),
      );
    for (const rising of [
      [tau10, lines, tau25],
      [epsilon4, lines, epsilon8],
    ].map((list) => list.map(keptBlocks)))
      for (const [i, fewer] of rising.slice(0, -1).entries()) {
        const more = rising[i + 1]!;
        expect([...fewer].filter((block) => !more.has(block))).toEqual([]);
        expect(more.size).toBeGreaterThan(fewer.size);
      }

    const copies = ofSite(lines, 'copies').flatMap((line) => line.blocks);
    expect(copies.map(({ text, ibdf }) => [text.split(' ').at(-1), ibdf])).toEqual([
      ['quatro', -1],
      ['quase', 0.5],
      ['quatro', -1],
    ]);
    const twins = ofSite(lines, 'twins');
    expect(
      twins.map((line) => [
        line.site.pages,
        ...line.blocks.map(({ ibdf, similarPages }) => [ibdf, similarPages]),
      ]),
    ).toEqual([
      [2, [1, 1], [1, 1]],
      [2, [1, 0]],
      [2, [1, 0]],
    ]);
    expect(ofSite(lines, 'charsets').map((line) => line.blocks[0]!.text)).toEqual([
      'São João, acção e coração à noite',
      'São João, acção e coração de dia',
    ]);

    // As published, comments stay; live coverage is flagged, and told.
    const comments = ofSite(lines, 'comments');
    expect(kept(comments.filter(({ page }) => !page.includes('ao-vivo')))).toHaveLength(48);
    expect(comments.filter(({ site }) => site.liveCoverage).map(({ page }) => basename(page))).toEqual([
      'ao-vivo.html',
    ]);
    expect(ended.stderr).toContain('1 page of live coverage');
    expect(ended.stderr).toContain('too few pages to recognise what is repeated');

    const report = readFileSync(join(root, 'report.csv'), 'utf8').trim().split('\r\n');
    expect(report[0]).toBe(
      'config,site,pages,blocks,page_limit,content_blocks,removed_wordless,removed_exact,removed_frequent,removed_comment,vocabulary,comparisons,time_printed,time_seconds',
    );
    expect(report.find((line) => line.includes(`${join('sites', 'a')},`))).toMatch(
      /^xcex --stop-words none,\S+,10,49,2,24,10,12,13,0,\d+,\d+,\d\d:\d\d,[\d.]+$/,
    );
    // Asked for, a page has the IBDF of each block.
    await run('content', join('sites', 'a'), ...xcex, '--explain-out', 'shown', '--format', 'text');
    expect(readFileSync(join(root, 'shown', '0001.html'), 'utf8')).toContain('IBDF 0.1111 · |S| 9');
  });

  it('[X-A01] [X-A06] [X-A23] [X-A27] [X-A30] [X-A39] [X-A50] every parameter of the source is a flag', async () => {
    const fixture = async (...flags: string[]): Promise<number> =>
      kept(await explained(join('sites', 'a'), '--stop-words', 'none', ...flags)).length;
    const xcex = ['--method', 'xcex'];
    expect(
      await Promise.all([
        fixture(...xcex, '--exact-rule', 'off'),
        fixture(...xcex, '--content-importance', '0.6'),
        fixture(...xcex, '--structure-importance', '50%'),
        fixture(...xcex, '--tau', '10%'),
      ]),
    ).toEqual([26, 14, 14, 20]);
    expect(
      await Promise.all([
        fixture(...xcex, '--tau', '0.1', '--limit-rule', 'formula'),
        fixture(...xcex, '--tau', '30%'),
        fixture('--method', 'content-extractor'),
        // The families differ in their last letters only: what Hamming calls similar.
        fixture(
          ...xcex,
          '--content-measure',
          'hamming',
          '--style-measure',
          'griazev',
          '--griazev',
          '0.9,0.5,0,0',
        ),
      ]),
    ).toEqual([0, 27, 39, 4]);
    const [list1, list2, filtered, whole] = await Promise.all([
      explained(join('sites', 'examples'), ...xcex, '--tags', 'list1'),
      explained(
        join('sites', 'examples'),
        ...xcex,
        '--tags',
        'table,tr,p,hr,ul,div,span',
        '--min-pages',
        '3',
      ),
      explained(join('sites', 'comments'), ...xcex, '--comment-filter'),
      explained(join('sites', 'twins'), ...xcex, '--exact-scope', 'whole-collection', '--no-own-page'),
    ]);
    expect([shown(list1[0]!), shown(list2[0]!)]).toEqual([['p:S'], ['p:H', 'p:A', 'p:B', 'p:C', 'p:S']]);
    expect(shown(list2[4]!)).toEqual(['span:dois']);
    expect(kept(filtered.filter(({ page }) => !page.includes('ao-vivo')))).toHaveLength(24);
    expect(whole[0]!.blocks.map(({ ibdf }) => ibdf)).toEqual([-1, -1]);
  });

  it('[X-A11] papers in the four languages of the source are told apart and judged with the stop words of each; a language without a list is told', async () => {
    const truth = new Map(
      PAPER_LANGUAGES.map((language) => [
        language as string,
        paperIn(language, 3, 30).map(({ truth: blocks }) => blocks),
      ]),
    );
    const score = (lines: readonly Line[], language: string): number => {
      let right = 0;
      let returned = 0;
      let all = 0;
      truth.get(language)!.forEach((blocks, i) => {
        const line = lines.find(({ page }) => basename(page) === `${language}-${i}.html`)!;
        const content = new Set(blocks.filter(({ kind }) => kind === 'content').map(({ text }) => text));
        const got = line.blocks.filter(({ verdict }) => verdict === 'content');
        returned += got.length;
        right += got.filter(({ text }) => content.has(text)).length;
        // Headlines are no candidates of the method.
        all += content.size - 1;
      });
      return (2 * right) / (returned + all);
    };
    const flags = ['--method', 'xcex', '--tokenizer', 'unicode'];
    const [own, none] = await Promise.all([
      run('content', 'papers', '--explain', '--json', ...flags),
      run('content', 'papers', '--explain', '--json', ...flags, '--page-language', 'de'),
    ]);
    const byLanguage = linesOf(own);
    const byNone = linesOf(none);
    for (const language of PAPER_LANGUAGES) {
      const lines = byLanguage.filter(({ page }) => basename(page).startsWith(`${language}-`));
      expect([language, lines.length, new Set(lines.map((line) => line.language))]).toEqual([
        language,
        30,
        new Set([language]),
      ]);
      expect([language, lines[0]!.site.pages]).toEqual([language, 30]);
      expect(score(byLanguage, language)).toBeGreaterThan(0.85);
      // With its function words left in, prose of one language resembles all other prose of it.
      expect(score(byNone, language)).toBeLessThan(score(byLanguage, language) - 0.3);
    }
    expect(own.stderr).not.toContain('stop words');
    expect(none.stderr).toContain('pt.paper.example: no list of stop words for language "de" (30 pages)');
  });

  it('writes the forms of any other method, reads standard forms of input, and keeps its limits', async () => {
    const [markdown, text, html, limited] = await Promise.all([
      run(
        'content',
        join('sites', 'a', 'a.html'),
        '--method',
        'xcex',
        '--format',
        'md',
        '--site',
        join('sites', 'a'),
      ),
      run('content', join('sites', 'a'), '--method', 'content-extractor', '--format', 'text'),
      run('content', join('sites', 'a'), '--method', 'xcex', '--format', 'html'),
      run('content', join('sites', 'a'), '--method', 'xcex', '--max-pages', '4', '--json'),
    ]);
    expect(markdown.stdout).toContain('alfaa betaa gamaa deltaa\n');
    expect(markdown.stdout).not.toContain('Subscreva');
    expect(text.stdout).toContain('Content Extractor: compared with 10 pages of its site; dropped from 2 on');
    expect(html.stdout.match(/<article/g)).toHaveLength(10);
    expect(linesOf(limited)).toHaveLength(4);
    expect(limited.stderr).toContain('6 pages left out by the limits');
  });

  it('[X-A21] refuses what makes no sense, and says what would', async () => {
    writeFileSync(join(root, 'words.json'), '{"pt": "de"}');
    const site = join('sites', 'a');
    const xcex = ['content', site, '--method', 'xcex'];
    const all = await Promise.all([
      run(...xcex, '--epsilon', '1.5'),
      run(...xcex, '--content-importance', '0.6', '--structure-importance', '0.6'),
      run(...xcex, '--stop-words', 'words.json'),
      run(...xcex, '--term-count'),
      run('content', site, '--method', 'content-extractor', '--no-own-page'),
      run('content', site, '--tau', '0.2'),
      run(...xcex, '--tags', 'p,<b>'),
      run(...xcex, '--single'),
      run(...xcex, '--report', 'sites'),
    ]);
    const said = [
      'give a number between 0 and 1, or a percentage such as 20%',
      'their sum is 1.2, not 1',
      'is not JSON with a list of words for each language',
      '--term-count is no parameter of X-CEX',
      '--no-own-page is no parameter of Content Extractor',
      '--tau is of a published method: add --method xcex',
      'names of tags separated by commas',
      '--single does not go with --method',
      'TRF_CONFIG_INVALID',
    ];
    expect(all.map(({ stderr }, i) => stderr.includes(said[i]!))).toEqual(said.map(() => true));
    for (const { status, stdout } of all) expect([status, stdout]).toEqual([EXIT.usage, '']);
  });
});
