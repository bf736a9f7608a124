import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayNumber, localeNamed, type TextBlock, TIME_THESIS } from '../../time/index.ts';
import {
  type CollectionDocument,
  paragraphBlocks,
  studyText,
  TimeStudy,
  type TimeStudyResult,
} from './index.ts';
import { addressHash, LinkSketch } from './link-sketch.ts';
import type { StudyTable } from './study-tables.ts';
import { tableInWords } from './study-text.ts';
import { studyFiles } from './write-study.ts';

/** What a paragraph of the generated collection says, and what is true of it. */
interface Said {
  readonly text: string;
  /** Where the expression begins; -1 without one. */
  readonly at: number;
  readonly calendar: boolean;
  readonly year?: number;
  readonly month?: number;
  readonly day?: number;
  readonly link?: string;
}

const MONTHS =
  'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro'.split(' ');
const LEAD = 'Os povos reuniram-se ';

interface Made {
  readonly url: string;
  readonly created: number | null;
  readonly harvested: number;
  readonly said: readonly Said[];
}

const HARVEST = dayNumber(2003, 3, 21);

function generated(seed: number, count: number): Made[] {
  let state = seed >>> 0;
  const below = (n: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 4294967296) * n);
  };
  return Array.from({ length: count }, (_, n) => {
    const said = Array.from({ length: below(14) }, (): Said => {
      const year = below(8) === 0 ? 1700 + below(150) : 1930 + below(74);
      const month = 1 + below(12);
      const day = 1 + below(28);
      const link = below(3) === 0 ? `http://c.pt/${below(count * 2)}` : undefined;
      const kind = below(9);
      const make = (words: string, calendar: boolean, parts: Partial<Said> = {}): Said => ({
        text: `${LEAD}${words} na cidade.`,
        at: words === '' ? -1 : LEAD.length,
        calendar,
        ...parts,
        ...(link === undefined ? {} : { link }),
      });
      if (kind <= 1) return make('', false);
      if (kind <= 3) return make(`em ${year}`, true, { year });
      if (kind === 4) return make(`em ${MONTHS[month - 1]} de ${year}`, true, { year, month });
      if (kind === 5) return make(`em ${day} de ${MONTHS[month - 1]} de ${year}`, true, { year, month, day });
      if (kind === 6) return make('todos os dias', false);
      if (kind === 7) return make('recentemente', true);
      return make(`em ${day} de ${MONTHS[month - 1]} de ${year}`, true, { year, month, day });
    });
    // Some servers' clocks are wrong: before the Web, or after the harvest.
    const created =
      [null, null, dayNumber(1975, 5, 5), HARVEST + 400][below(8)] ??
      (below(3) === 0 ? null : dayNumber(1995 + below(8), 1 + below(12), 3));
    return { url: `http://c.pt/${n}`, created, harvested: HARVEST, said };
  });
}

function documentOf(made: Made): CollectionDocument {
  const blocks: TextBlock[] = paragraphBlocks(made.said.map(({ text }) => text)).map((block, i) => {
    const link = made.said[i]!.link;
    return link === undefined
      ? block
      : {
          ...block,
          links: [
            {
              rawHref: link,
              url: link,
              blockIndex: i,
              start: 3,
              end: 8,
              anchorText: 'povos',
              boilerplate: false,
            },
          ],
        };
  });
  return { url: made.url, blocks, created: made.created, harvested: made.harvested, language: 'pt' };
}

function study(documents: Iterable<CollectionDocument>, options = {}): TimeStudyResult {
  const found = new TimeStudy({ profile: TIME_THESIS, ...options });
  for (const document of documents) found.add(document);
  return found.result();
}

const table = (result: TimeStudyResult, number: string): StudyTable =>
  result.tables.find((each) => each.number === number)!;
const value = (result: TimeStudyResult, number: string, row: string, column = 0): number | null =>
  table(result, number).rows.find(({ name }) => name === row)!.values[column]!;
const columnSum = (
  result: TimeStudyResult,
  number: string,
  column = 0,
  without: readonly string[] = [],
): number =>
  table(result, number)
    .rows.filter(({ name }) => !without.includes(name))
    .reduce((sum, { values }) => sum + (values[column] ?? 0), 0);

/** The same figures, worked out from the truth of the generator in the plainest way. */
function plainly(collection: readonly Made[]) {
  const quartile = (position: number): number => Math.min(4, Math.floor(4 * position) + 1);
  const documents = collection.map(({ said, created, url }) => {
    let offset = 0;
    const placed = said.map((each) => {
      const start = offset;
      offset += each.text.length + 1;
      return { ...each, start };
    });
    const length = Math.max(1, offset - 1);
    const expressions = placed
      .filter(({ at }) => at >= 0)
      .map((each) => ({ ...each, position: (each.start + each.at) / length }));
    const dated = expressions.filter(({ year }) => year !== undefined);
    const segments: { key: string; start: number; days: number[] }[] = [];
    for (const each of placed) {
      if (each.year === undefined) continue;
      const key = `${each.year}-${each.month}-${each.day}`;
      const day = dayNumber(each.year, each.month ?? 1, each.day ?? 1);
      const last = segments[segments.length - 1];
      if (last?.key === key) last.days.push(day);
      else segments.push({ key, start: each.start / length, days: [day] });
    }
    const years = new Map<number, number>();
    for (const { year } of dated) years.set(year!, (years.get(year!) ?? 0) + 1);
    const most = Math.max(0, ...years.values());
    const links = placed
      .filter(({ link }) => link !== undefined && link !== url)
      .map(({ link, start }) => ({ link: link!, position: (start + 3) / length }));
    const days = dated
      .map(({ year, month, day }) => dayNumber(year!, month ?? 1, day ?? 1))
      .sort((a, b) => a - b);
    return {
      url,
      created,
      expressions,
      dated,
      segments,
      contentYear: [...years].find(([, n]) => n === most)?.[0] ?? null,
      median: days.length === 0 ? null : days[Math.floor((days.length - 1) / 2)]!,
      links,
      quartile:
        expressions.length === 0
          ? null
          : quartile(expressions.reduce((sum, { position }) => sum + position, 0) / expressions.length),
    };
  });
  const flat = <T>(pick: (document: (typeof documents)[number]) => readonly T[]): T[] =>
    documents.flatMap((document) => [...pick(document)]);
  return {
    documents,
    expressions: flat((d) => d.expressions),
    dated: flat((d) => d.dated),
    segments: flat((d) => d.segments),
    links: flat((d) => d.links),
    quartile,
  };
}

describe('the tables of a generated collection', () => {
  const collection = generated(7, 240);
  const result = study(collection.map(documentOf));
  const plain = plainly(collection);
  const timed = plain.documents.filter(({ expressions }) => expressions.length > 0);

  it('6.4a: what was not resolved, by kind', () => {
    const study = new TimeStudy();
    const text =
      'Ficou ali dois meses. Vai lá todos os dias. Recentemente choveu. Saiu às 14:30. Voltou ontem. No dia seguinte partiu. Nasceu em 1939.';
    const blocks = paragraphBlocks([text]);
    study.add({ url: null, created: null, harvested: null, language: 'pt', blocks });
    const found = study.result();
    expect(
      found.tables.find(({ number }) => number === '6.4a')!.rows.map(({ name, values }) => [name, values[0]]),
    ).toEqual([
      ['unresolved-duration', 1],
      ['unresolved-frequency', 1],
      ['unresolved-vague', 1],
      ['unresolved-hour', 1],
      ['unresolved-document', 1],
      ['unresolved-text', 1],
      ['unresolved-other', 0],
    ]);
  });

  it('6.1 to 6.6: documents, creation dates, expressions', () => {
    expect(value(result, '6.1', 'all')).toBe(240);
    expect(value(result, '6.1', 'with-time')).toBe(timed.length);
    expect(value(result, '6.1', 'with-time', 1)).toBeCloseTo(timed.length / 240);
    expect(value(result, '6.1', 'with-placed-time')).toBe(
      plain.documents.filter(({ dated }) => dated.length > 0).length,
    );
    const dated = collection.filter(({ created }) => created !== null);
    expect(value(result, '6.2', 'with-creation')).toBe(dated.length);
    expect(value(result, '6.2', 'without-creation')).toBe(240 - dated.length);
    expect(value(result, '6.3', 'per-document')).toBeCloseTo(plain.expressions.length / 240);
    expect(value(result, '6.3', 'per-timed-document')).toBeCloseTo(plain.expressions.length / timed.length);
    expect(value(result, '6.4', 'total')).toBe(plain.expressions.length);
    expect(value(result, '6.4', 'resolved')).toBe(plain.dated.length);
    expect(value(result, '6.4', 'calendar')).toBe(
      plain.expressions.filter(({ calendar }) => calendar).length,
    );
    expect(value(result, '6.5', 'resolved-per-timed-document')).toBeCloseTo(
      plain.dated.length / timed.length,
    );
    for (let n = 0; n < 9; n++)
      expect(value(result, '6.6', `${n}`)).toBe(
        plain.documents.filter(({ expressions }) => expressions.length === n).length,
      );
    expect(value(result, '6.6', 'at-least-9')).toBe(
      plain.documents.filter(({ expressions }) => expressions.length >= 9).length,
    );
  });

  it('[T-COL-6] creation dates that cannot be true are counted', () => {
    const wrong = collection.filter(
      ({ created }) => created !== null && (created < dayNumber(1990, 1, 1) || created > HARVEST + 1),
    );
    expect(wrong.length).toBeGreaterThan(5);
    expect(value(result, '6.2', 'suspicious-creation')).toBe(wrong.length);
  });

  it('6.7 to 6.10: positions, granularity, segments', () => {
    const { dated, segments, expressions, quartile } = plain;
    for (let q = 1; q <= 4; q++) {
      expect(value(result, '6.7', `quartile-${q}`)).toBe(
        plain.documents.filter((d) => d.quartile === q).length,
      );
      expect(value(result, '6.7', `quartile-${q}`, 2)).toBe(
        expressions.filter(({ position }) => quartile(position) === q).length,
      );
      expect(value(result, '6.10', `quartile-${q}`)).toBe(
        segments.filter(({ start }) => quartile(start) === q).length,
      );
    }
    const having = (...parts: ('year' | 'month' | 'day')[]): number =>
      dated.filter((each) => parts.every((part) => each[part] !== undefined)).length;
    expect(table(result, '6.8').rows.map(({ values }) => values[0])).toEqual([
      having('year', 'month', 'day'),
      having('year'),
      having('year', 'month'),
      having('month'),
      having('month', 'day'),
      having('day'),
    ]);
    expect(value(result, '6.9', 'dates-per-segment')).toBeCloseTo(dated.length / segments.length);
    const spans = segments.map(({ days }) => Math.max(...days) - Math.min(...days));
    expect(value(result, '6.9', 'segment-span')).toBeCloseTo(
      spans.reduce((a, b) => a + b, 0) / segments.length,
    );
    expect(value(result, '6.9', 'segment-position')).toBeCloseTo(
      segments.reduce((sum, { start }) => sum + start, 0) / segments.length,
    );
    expect(value(result, '6.9', 'one-date-share')).toBeCloseTo(
      segments.filter(({ days }) => days.length === 1).length / segments.length,
    );
  });

  it('6.11 to 6.14: links', () => {
    const byUrl = new Map(plain.documents.map((document) => [document.url, document]));
    const inside = plain.documents.flatMap((from) =>
      from.links.flatMap(({ link }) => (byUrl.has(link) ? [[from, byUrl.get(link)!] as const] : [])),
    );
    expect(inside.length).toBeGreaterThan(50);
    expect(value(result, '6.11', 'inside')).toBe(inside.length);
    expect(value(result, '6.11', 'outside')).toBe(plain.links.length - inside.length);
    for (const [row, part] of [
      ['creation-gap', 'created'],
      ['content-gap', 'median'],
    ] as const) {
      const gaps = inside
        .filter(([a, b]) => a[part] !== null && b[part] !== null)
        .map(([a, b]) => Math.abs(a[part]! - b[part]!));
      expect(value(result, '6.12', row, 0)).toBe(gaps.length);
      expect(value(result, '6.12', row, 1)).toBeCloseTo(gaps.reduce((a, b) => a + b, 0) / gaps.length);
      expect(value(result, '6.12', row, 2)).toBe(Math.min(...gaps));
      expect(value(result, '6.12', row, 3)).toBe(Math.max(...gaps));
    }
    for (let n = 0; n < 3; n++)
      expect(value(result, '6.13', `${n}`)).toBe(
        plain.documents.filter(({ links }) => links.length === n).length,
      );
    expect(value(result, '6.13', 'at-least-3')).toBe(
      plain.documents.filter(({ links }) => links.length >= 3).length,
    );
    for (let q = 1; q <= 4; q++)
      expect(value(result, '6.14', `quartile-${q}`)).toBe(
        plain.links.filter(({ position }) => plain.quartile(position) === q).length,
      );
  });

  it('6.15 and 6.16: the periods of the source, for a harvest of 2003', () => {
    const between = (years: readonly (number | null)[], from: number, to: number): number =>
      years.filter((year) => year !== null && year >= from && year <= to).length;
    const content = timed.map(({ contentYear }) => contentYear);
    expect(table(result, '6.15').rows.map(({ name }) => name)).toEqual([
      'before-1900',
      'decade-1900',
      'decade-1910',
      'decade-1920',
      'decade-1930',
      'decade-1940',
      'decade-1950',
      'decade-1960',
      'decade-1970',
      'decade-1980',
      'decade-1990',
      'year-2000',
      'year-2001',
      'year-2002',
      'year-2003',
      'year-2004',
      'after-2004',
      'no-year',
    ]);
    expect(value(result, '6.15', 'before-1900')).toBe(between(content, 0, 1899));
    for (let decade = 1900; decade < 2000; decade += 10)
      expect(value(result, '6.15', `decade-${decade}`)).toBe(between(content, decade, decade + 9));
    for (let year = 2000; year < 2005; year++)
      expect(value(result, '6.15', `year-${year}`)).toBe(between(content, year, year));
    expect(value(result, '6.15', 'no-year')).toBe(content.filter((year) => year === null).length);
    expect(table(result, '6.16').rows[1]!.name).toBe('decade-1970');
    expect(value(result, '6.16', 'decade-1970')).toBe(
      collection.filter(({ created }) => created === dayNumber(1975, 5, 5)).length,
    );
    expect(value(result, '6.16', 'year-2004')).toBe(
      collection.filter(({ created }) => created === HARVEST + 400).length,
    );
  });

  it('[T-COL-5] tables add up to their bases; documents without expressions are in no quartile', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 31 }), fc.integer({ min: 0, max: 25 }), (seed, count) => {
        const made = generated(seed, count);
        const found = study(made.map(documentOf));
        const withTime = made.filter(({ said }) => said.some(({ at }) => at >= 0)).length;
        expect(columnSum(found, '6.6')).toBe(count);
        expect(columnSum(found, '6.7')).toBe(withTime);
        expect(table(found, '6.7').base).toBe(withTime);
        expect(columnSum(found, '6.7', 2)).toBe(found.counts.expressions);
        expect(columnSum(found, '6.10')).toBe(found.counts.segments);
        expect(columnSum(found, '6.13')).toBe(count);
        expect(columnSum(found, '6.14')).toBe(found.counts.links);
        expect(columnSum(found, '6.15')).toBe(withTime);
        expect(columnSum(found, '6.16')).toBe(made.filter(({ created }) => created !== null).length);
        expect(columnSum(found, '6.2', 0, ['suspicious-creation'])).toBe(count);
        expect(columnSum(found, '6.4', 0, ['total', 'calendar', 'calendar-resolved'])).toBe(
          found.counts.expressions,
        );
        expect(columnSum(found, '6.4a', 0, [])).toBe(value(found, '6.4', 'unresolved'));
        expect(columnSum(found, '6.11', 0, ['total'])).toBe(found.counts.links);
      }),
      { numRuns: 25, seed: 2 },
    );
  });

  it('counts different texts, within what the sketch promises', () => {
    const { collection: about } = study([...collection, ...collection].map(documentOf));
    const different = new Set(collection.map(({ said }) => said.map(({ text }) => text).join('\n'))).size;
    expect(about.documents).toBe(480);
    expect(Math.abs(about.unique - different)).toBeLessThanOrEqual(Math.ceil(different * 0.03));
  });

  it('leaves out documents known to be in another language, unless asked for all', () => {
    const other = { ...documentOf(collection[0]!), language: 'es' };
    expect(study([other]).collection).toMatchObject({ documents: 1, otherLanguage: 1, analysed: 0 });
    expect(study([other], { language: null }).collection).toMatchObject({
      documents: 1,
      otherLanguage: 0,
      analysed: 1,
    });
    const english = {
      ...other,
      language: undefined,
      blocks: paragraphBlocks([
        'The quick brown fox jumps over the lazy dog while the children are playing in the garden with their friends from school.',
      ]),
    };
    expect(study([english as unknown as CollectionDocument]).collection.otherLanguage).toBe(1);
  });

  it('is written as tables, JSON, plots and a page in each language', () => {
    for (const [language, words] of [
      ['pt-BR', 'Documentos pela época de que falam'],
      ['pt-PT', 'Granularidade'],
      ['en', 'Documents by the time they speak of'],
    ] as const) {
      const text = studyText(result, language);
      expect(text).not.toMatch(/\bmodern\b|\bthesis\b/);
      expect(text).toContain(words);
      const titles = result.tables.map((table) => tableInWords(table, language).title);
      expect([result.tables.length, new Set(titles).size]).toEqual([17, 17]);
      for (const title of titles) expect(text).toContain(`\n${title}\n`);
      expect(text).not.toMatch(/NaN|undefined|\{\w+\}/);
      const files = studyFiles(result, language);
      expect([...files.keys()]).toEqual([
        'time.json',
        'time.html',
        'time-content-time.svg',
        'time-creation-dates.svg',
        'time-granularity.svg',
        'time-expressions-per-document.svg',
        'time-expression-quartiles.svg',
        'time-segment-quartiles.svg',
        'time-link-quartiles.svg',
      ]);
      expect(files.get('time.html')).toContain(`<html lang="${language}">`);
      for (const [name, content] of files)
        if (name.endsWith('svg')) expect(content).not.toMatch(/NaN|Infinity/);
      expect(JSON.parse(files.get('time.json')!).counts).toEqual(result.counts);
    }
  });

  it('nothing at all is a study too', () => {
    const empty = study([]);
    expect(empty.tables).toHaveLength(17);
    expect(studyText(empty, 'en')).not.toMatch(/NaN|Infinity/);
    expect(studyFiles(empty, 'en').size).toBe(9);
  });

  it('no text upsets it', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 200 })), (texts) => {
        const found = study([{ url: null, blocks: paragraphBlocks(texts), created: null, harvested: null }], {
          language: null,
        });
        expect(found.counts.analysed).toBe(1);
        expect(studyText(found, 'en')).not.toContain('NaN');
      }),
      { numRuns: 60, seed: 4 },
    );
  });
});

describe('the sketch of links', () => {
  /** Half of the links stay inside, also to documents that come later; one address is everybody's. */
  const run = (limit: number, toHome: number): ReturnType<LinkSketch['findings']> => {
    const sketch = new LinkSketch(limit);
    const home = addressHash('http://d/0');
    for (let i = 0; i < 20_000; i++) {
      sketch.addDocument(addressHash(`http://d/${i}`), i % 1000, i % 500);
      sketch.addLink(
        addressHash(i % 2 === 0 ? `http://d/${(i * 7919) % 20_000}` : `http://x/${i}`),
        500,
        250,
      );
      for (let k = 0; k < toHome; k++) sketch.addLink(home, 500, 250);
    }
    return sketch.findings();
  };

  it('is exact while everything fits', () => {
    expect(run(20_000, 1)).toMatchObject({ inside: 30_000, outside: 10_000, total: 40_000, sampledOneIn: 1 });
  });

  it('holds a fair sample of the links when they do not fit, whatever their rhythm', () => {
    const { inside, total, sampledOneIn, created } = run(20_000, 4);
    expect(sampledOneIn).toBeGreaterThan(1);
    expect(total).toBe(100_000);
    expect(Math.abs(inside - 90_000)).toBeLessThan(2700);
    expect(created.greatest).toBeLessThanOrEqual(500);
  });

  it('holds a fair sample of the addresses when they do not fit', () => {
    const { inside, sampledOneIn } = run(2000, 0);
    expect(sampledOneIn).toBeGreaterThan(8);
    expect(Math.abs(inside - 10_000)).toBeLessThan(1500);
  });
});

describe('a document of each country', () => {
  it('has its own seasons, unless one country is asked for', () => {
    const at = (url: string): CollectionDocument => ({
      url,
      blocks: paragraphBlocks(['No verão de 2010 choveu muito em toda a região.']),
      created: null,
      harvested: HARVEST + 4000,
      language: 'pt',
    });
    const years = (options: ConstructorParameters<typeof TimeStudy>[0]): readonly number[] => {
      const study = new TimeStudy(options);
      for (let i = 0; i < 3; i++) study.add(at(`https://exemplo.com.br/${i}`));
      return study.result().contentYears.map(({ year }) => year);
    };
    const brazil = years({});
    expect(years({ locale: localeNamed('pt-BR') })).toEqual(brazil);
    const dates = (options: ConstructorParameters<typeof TimeStudy>[0], url: string): number => {
      const study = new TimeStudy(options);
      study.add(at(url));
      return study.result().counts.segmentSpanSum;
    };
    // A summer of the south runs into the next year, and has other days than one of the north.
    expect(dates({}, 'https://exemplo.com.br/')).not.toBe(dates({}, 'https://exemplo.pt/'));
    expect(dates({ locale: localeNamed('pt-PT') }, 'https://exemplo.com.br/')).toBe(
      dates({}, 'https://exemplo.pt/'),
    );
  });
});
