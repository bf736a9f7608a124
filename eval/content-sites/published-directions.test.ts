/** What the source found on its sites must be found on ours: which way each change goes, not how far. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TEMPLATE_NAMES } from '../../samples/news-templates/index.ts';
import type { BlockScores } from '../../src/content/index.ts';
import { analyseSite } from '../../src/content/xcex/index.ts';
import { spawnTarrafa } from '../../test/tarrafa-process.ts';
import { type GeneratedSite, generatedSite, mean, sitePages } from './site-scores.ts';

const SEED = 1;

interface ScoredSite {
  readonly site: string;
  readonly pages: number;
  readonly methods: readonly { readonly method: string; readonly byBlock: BlockScores }[];
}

/** The seven papers as somebody has them: the last forty pages of each, and the truth as gold beside them. */
function writeDataSet(folder: string, sites: readonly GeneratedSite[]): void {
  for (const { template, test, truth, neutral } of sites) {
    const pages = join(folder, `${template}.pages`);
    mkdirSync(pages, { recursive: true });
    const lines = test.map(({ id, url, html }) => {
      writeFileSync(join(pages, `${id}.html`), html);
      const digest = createHash('sha1').update(html).digest('base64');
      const blocks = truth[id]!.map((text, i) => ({ id: String(i), path: '', text }));
      return { url, digest, title: id, state: 'marked', blocks, neutral: neutral[id]! };
    });
    const first = {
      form: 'tarrafa-content-gold',
      version: 1,
      site: template,
      seed: SEED,
      pages: lines.length,
    };
    writeFileSync(
      join(folder, `${template}.gold.jsonl`),
      [first, ...lines].map((line) => `${JSON.stringify(line)}\n`).join(''),
    );
  }
}

describe('directions of the source', () => {
  let folder: string;
  let sites: readonly GeneratedSite[];
  /** What the command says of each paper with some parameters, asked once. */
  const known = new Map<string, Promise<readonly ScoredSite[]>>();
  const scored = (...flags: string[]): Promise<readonly ScoredSite[]> => {
    const key = flags.join(' ');
    const lines =
      known.get(key) ??
      spawnTarrafa(['content', 'gold', 'score', folder, '--json', ...flags]).then(({ status, stdout }) => {
        expect(status).toBe(0);
        const found = stdout
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as ScoredSite);
        expect(found.map(({ pages }) => pages)).toEqual(sites.map(() => 40));
        return found;
      });
    known.set(key, lines);
    return lines;
  };
  /** By template. */
  const of = (lines: readonly ScoredSite[], method = 'xcex'): readonly BlockScores[] =>
    TEMPLATE_NAMES.map(
      (template) =>
        lines.find(({ site }) => site === template)!.methods.find((one) => one.method === method)!.byBlock,
    );
  const xcex = async (...flags: string[]): Promise<readonly BlockScores[]> =>
    of(await scored('--method', 'xcex', ...flags));
  const usual = async (method = 'xcex'): Promise<readonly BlockScores[]> =>
    of(await scored('--method', 'xcex', 'content-extractor'), method);
  const f = (scores: readonly BlockScores[]) => mean(scores.map(({ f1 }) => f1));
  const recall = (scores: readonly BlockScores[]) => mean(scores.map((score) => score.recall));
  const spread = (figures: readonly number[]) => Math.max(...figures) - Math.min(...figures);

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'tarrafa-directions-'));
    sites = TEMPLATE_NAMES.map((template) => generatedSite(template, SEED));
    writeDataSet(folder, sites);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('[X-A45] [X-A49] [X-A52] X-CEX is ahead of Content Extractor by five points and more, and Hamming as good as the cosine; the times of both measures, of Levenshtein and of 800 blocks are those of `npm run bench -- xcex`', async () => {
    const hamming = await xcex('--content-measure', 'hamming');
    expect(f(await usual()) - f(await usual('content-extractor'))).toBeGreaterThanOrEqual(0.05);
    expect(Math.abs(f(hamming) - f(await usual()))).toBeLessThan(0.01);
  });

  it('[X-A46] half the weight on content loses half the recall; 60 to 80 % are alike', async () => {
    const [half, less, more] = await Promise.all(
      ['50%', '60%', '80%'].map((share) => xcex('--content-importance', share)),
    );
    expect(recall(half!)).toBeLessThanOrEqual(recall(await usual()) / 2);
    expect(spread([less!, await usual(), more!].map(f))).toBeLessThan(0.03);
  });

  it('[X-A47] without the exact rule recall does not fall, and precision does where noise repeats on few pages', async () => {
    const without = await xcex('--exact-rule', 'off');
    const withRule = await usual();
    TEMPLATE_NAMES.forEach((template, i) => {
      expect([template, without[i]!.recall >= withRule[i]!.recall]).toEqual([template, true]);
    });
    for (const template of ['esporte-ja', 'recorde']) {
      const i = TEMPLATE_NAMES.indexOf(template);
      expect(without[i]!.precision).toBeLessThan(withRule[i]!.precision - 0.1);
    }
    // Where text is repeated and meant, the rule costs recall.
    const repeated = TEMPLATE_NAMES.indexOf('corpo-e-bola');
    expect(without[repeated]!.recall).toBeGreaterThan(withRule[repeated]!.recall + 0.1);
  });

  it('[X-A48] the page share hardly matters between 15 and 35 %', async () => {
    const others = await Promise.all(['15%', '35%'].map((share) => xcex('--tau', share)));
    expect(spread([...others, await usual()].map(f))).toBeLessThan(0.02);
  });

  it('40 pages of some 800 blocks take a small part of the comparisons of all pairs (their time: `npm run bench -- xcex`)', () => {
    const { report } = analyseSite(sitePages(sites[TEMPLATE_NAMES.indexOf('correio')]!.test));
    expect(report.pages).toBe(40);
    expect(report.blocks).toBeGreaterThan(750);
    expect(report.comparisons).toBeLessThan((report.blocks * (report.blocks - 1)) / 100);
  });
});
