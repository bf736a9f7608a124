/** Patterns mined from a corpus, collections of the source's form, and the tables of a crawl, by the built command. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { AS_TABLE, spawnTarrafa } from '../tarrafa-process.ts';
import { page } from '../tiny-web.ts';
import { crawledWeb } from './crawled-web.ts';

const folder = mkdtempSync(join(tmpdir(), 'tarrafa-collections-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
function written(text: string, ending = 'txt'): string {
  const path = join(folder, `corpus-${files++}.${ending}`);
  writeFileSync(path, text);
  return path;
}

describe('tarrafa time mine', () => {
  interface Mined {
    readonly text: string;
    readonly frequency: number;
    readonly regex: string;
    readonly examples: readonly string[];
  }
  const mined = async (sentences: readonly string[], ...words: string[]): Promise<Mined[]> => {
    const { status, stdout, stderr } = await spawnTarrafa([
      ...['time', 'mine', written(sentences.join('\n\n')), '--json', ...words],
    ]);
    expect([status, stderr]).toEqual([0, '']);
    return (JSON.parse(stdout) as { patterns: Mined[] }).patterns;
  };
  const times = (n: number, text: string): string[] => Array.from({ length: n }, () => text);
  const counted = (patterns: readonly Mined[]) => patterns.map(({ text, frequency }) => [text, frequency]);

  it('[T-COP-1, T-COP-2] finds wordings around a word of time, and none beside the name of a street', async () => {
    const patterns = await mined(
      [
        'Fui a Lisboa. No ano passado choveu. No próximo ano de 2013 vou ao Porto.',
        'A rua 1º de Maio é longa.',
      ],
      ...['--window', '2', '--min-frequency', '1'],
    );
    const examples = patterns.flatMap((pattern) => pattern.examples);
    expect(examples).toContain('No ano passado');
    expect(examples).toContain('No próximo ano de 2013');
    expect(examples.filter((example) => example.includes('Maio'))).toEqual([]);
  });

  it('[T-COP-3, T-COP-4, T-COP-5, T-COP-6] puts months and words that take each other’s place together, the most frequent first, each with an expression that matches its wordings', async () => {
    const patterns = await mined([
      ...times(3, 'Em Abril choveu.'),
      ...times(2, 'Em Maio choveu.'),
      ...times(4, 'No ano passado choveu.'),
      ...times(3, 'No ano seguinte choveu.'),
    ]);
    expect(counted(patterns)).toEqual([
      ['No ano (passado|seguinte)', 7],
      ['Em tag_MONTH', 5],
    ]);
    for (const { regex, examples } of patterns) {
      expect(examples.length).toBeGreaterThan(1);
      for (const example of examples) expect(example).toMatch(new RegExp(`^${regex}$`, 'iu'));
    }
  });
});

describe('tarrafa report time of a collection', () => {
  const RECORD = `-----
URL: http://100.pt
-----
(Content-Length, 582)
(Content-Type, text/html)
(Last-Modified, 30/08/2002)
(dataRec, 21/03/2003)
(language, portuguese)
(title, Brevemente... Um projecto 100 Limite, Lda.)

Brevemente... Um projecto 100 Limite, Lda.
Brevemente... Um projecto 100 Limite
100limite@100limite.com
`;
  /** No fields but the language; a text of two paragraphs; a day that cannot be. */
  const OTHERS = `-----
URL: http://a.pt/
-----
(dataRec, 21/03/2003)
(language, portuguese)

A reunião foi ontem na câmara da cidade, e ninguém faltou.

Em 1940 houve outra, que durou dois dias.
-----
URL: http://b.pt/
-----
(Last-Modified, 01/01/1975)
(dataRec, 21/03/2003)
(language, portuguese)

Em 1950 e em 1960 choveu, e na semana passada também choveu na cidade.
`;

  it('[T-COL-1, T-COL-2, T-COL-3, T-COL-4, T-COL-5, T-COL-6] reads records with any fields, writes the XML of the source, and counts a day from before the Web as none', async () => {
    const xml = join(folder, 'colecao.xml');
    const out = join(folder, 'estudo');
    const input = written(RECORD + OTHERS, 'wpt');
    const words = ['--creation', 'last-modified', '--xml', xml, '--out', out, '--lang', 'en'];
    const { status, stdout } = await spawnTarrafa(['report', 'time', input, '--json', ...words]);
    expect(status).toBe(0);
    const text = readFileSync(xml, 'utf8');
    expect(text).toContain(`<DOC>
  <DATE>20020830</DATE>
  <DOCID>1</DOCID>
  <DOCNO>1</DOCNO>
  <TEXT>
    <P> </P>
    <P> Brevemente... Um projecto 100 Limite, Lda.</P>
    <P> Brevemente... Um projecto 100 Limite</P>
    <P> 100limite@100limite.com</P>
  </TEXT>
</DOC>`);
    // The one without a day has no DATE; what cannot be stands as it was given.
    expect(text.match(/<DOC>/g)).toHaveLength(3);
    expect(text.match(/<DATE>/g)).toHaveLength(2);
    const study = JSON.parse(stdout);
    // Deictic expressions of a document without a day, or with one that cannot be, stay unresolved: ontem, na semana passada.
    expect(study.counts).toMatchObject({ documents: 3, withCreation: 2, suspicious: 1, resolved: 3 });
    const rows = (number: string): Record<string, number[]> =>
      Object.fromEntries(
        (study.tables as { number: string; rows: { name: string; values: number[] }[] }[])
          .find((table) => table.number === number)!
          .rows.map(({ name, values }) => [name, values]),
      );
    const { resolved, unresolved, total } = rows('6.4');
    expect(resolved![0]! + unresolved![0]!).toBe(total![0]!);
    const sum = (number: string, column = 0): number =>
      Object.values(rows(number)).reduce((all, values) => all + values[column]!, 0);
    // Documents by expressions, and expressions by quartile of their documents, add up to their bases.
    expect([sum('6.6'), sum('6.7'), sum('6.7', 2)]).toEqual([3, 3, total![0]!]);
  });
});

describe('tarrafa report of a crawl', () => {
  it('[H-11, T-EVA-4, T-EVA-5] prints speed, bandwidth, pages by domain, domains over time and refusals, and of a period the table of the source; writes JSON, plots and a page', async () => {
    const dated = page(
      ['/a', '/b', 'mailto:x@y.z'],
      'Em 1941 choveu. Em 1950 fez sol em toda a cidade do Porto.',
    );
    const crawled = await crawledWeb(
      {
        'relatorio.exemplo.com': {
          '/': `<html lang="pt"><title>Início</title><body><p>Em 1941 vieram a <a href="/a">obra</a> e a <a href="/b">outra</a>.</p></body></html>`,
          '/a': dated,
          '/b': dated.replace('1941', '1942'),
        },
      },
      ['http://relatorio.exemplo.com/'],
      ['--when', '1939..1945', '--workers', '0'],
    );
    const told = await crawled.run(['report'], AS_TABLE);
    expect(told.status).toBe(0);
    const made = join(crawled.folder, 'report');
    expect(existsSync(made)).toBe(true);
    for (const line of [
      ...[
        'Mean speed',
        'Mean bandwidth',
        'Greatest bandwidth (mean of 20 s)',
        'Domains reached',
        'Refused URLs by rule',
      ],
      ...['Pages per domain', 'out of the period'],
      ...[
        'Total time',
        'Time per page',
        'Size of the collection',
        'Mean page size',
        'Dated segments per page',
      ],
      ...['Segments inside the period', 'Dates per page', 'Precision at 3 pages'],
    ])
      expect(told.stdout).toContain(line);
    expect(readdirSync(made)).toEqual(
      expect.arrayContaining([
        'report.html',
        'report.json',
        'speed.svg',
        'bandwidth.svg',
        'domains.svg',
        'precision.svg',
      ]),
    );
    await crawled.close();
  });
});
