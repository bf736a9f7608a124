/**
 * Attributes that a site publishes in more than one mark-up, by the built command: which rules speak where the chosen one is silent, as the
 * source has it (`--reinforcement published`), as Tarrafa does it, and without any.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { ReadableRule } from '../../src/app/entities.ts';
import { spawnTarrafa } from '../tarrafa-process.ts';
import { archivedPages } from './archived-pages.ts';
import { listedSite } from './listed-site.ts';

const folder = mkdtempSync(join(tmpdir(), 'tarrafa-reinforced-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  rmSync(dirname(archive), { recursive: true, force: true });
});
const at = (name: string): string => join(folder, name);

// The toy site of the source, in ten pages: five name the team plainly, five in <font>, and those speak of a team of the others below.
const PLAIN_TEAMS = ['Real Madrid', 'Santos', 'Vitória', 'Palmeiras', 'Benfica'];
const FONT_TEAMS = ['PSG', 'Porto', 'Flamengo', 'Grêmio', 'Braga'];
const NAMES = ['Abel', 'Bento', 'Caio', 'Davi', 'Enzo', 'Fábio', 'Gil', 'Hugo', 'Ivo', 'Jair'];
const players = NAMES.map((name, i) => {
  const font = i >= PLAIN_TEAMS.length;
  const team = font ? `<font>${FONT_TEAMS[i - PLAIN_TEAMS.length]}</font>` : PLAIN_TEAMS[i];
  const other = font ? `<p>${PLAIN_TEAMS[i - PLAIN_TEAMS.length]}</p>` : '';
  return {
    url: `j/${i}`,
    html: `<html><body><h1>${name}</h1><ul><li><div>Time:</div><div>${team}</div></li><li><div>Salário:</div><div>$${61 + i},000.00</div></li></ul><div><p>Veja também:</p>${other}</div></body></html>`,
  };
});
// Another site knows four of the five, and two pages of one name, which it would be wrong to believe.
const clubs = [
  ...NAMES.slice(5, 9).map((name, i) => [name, FONT_TEAMS[i]!] as const),
  ['Jair', 'Vasco'] as const,
  ['JAIR.', 'Remo'] as const,
].map(([name, club], i) => ({
  url: `p/${i}`,
  html: `<html><body><h1>${name}</h1><table><tr><td>Club</td><td>${club}</td></tr></table></body></html>`,
}));

/** A slot of its own for each mark-up, so that a page without it moves nothing. */
const COLOURS = ['vermelho', 'verde', 'azul'];
const slots: readonly (readonly [tag: string, from: number, to: number])[] = [
  ['', 0, 4],
  ['b', 4, 7],
  ['i', 6, 9],
  ['u', 7, 10],
  ['s', 3, 5],
];
const things = Array.from({ length: 10 }, (_, n) => {
  const cells = slots.map(([tag, from, to]) => {
    if (n < from || n >= to) return '<dd></dd>';
    const colour = COLOURS[n % COLOURS.length]!;
    return `<dd>${tag === '' ? colour : `<${tag}>${colour}</${tag}>`}</dd>`;
  });
  const telephone = n < 8 ? `(51) 3308-600${n}` : '';
  const advert = n < 8 ? '' : `Compre já ${n}`;
  return {
    url: `c/${n}`,
    html: `<html><body><h1>Coisa ${'abcdefghij'[n]}</h1><dl><dt>Cor:</dt>${cells.join('')}</dl><dl><dt>Telefone:</dt><dd>${telephone}</dd></dl><aside><a>Patrocinado</a><span>${advert}</span></aside></body></html>`,
  };
});

const HOSTS = { players: 'jogadores', clubs: 'clubes', things: 'coisas' } as const;
type Site = keyof typeof HOSTS;
const host = (site: Site): string => `${HOSTS[site]}-exemplo.com.br`;
const archive = archivedPages([
  ...listedSite(`www.${host('players')}`, players),
  ...listedSite(`www.${host('clubs')}`, clubs),
  ...listedSite(`www.${host('things')}`, things),
]);
const EXAMPLES = {
  players: `http://www.${host('players')}/j/0`,
  clubs: `http://www.${host('clubs')}/p/0`,
  things: `http://www.${host('things')}/c/0`,
} as const;
const reading = (sites: readonly Site[]): string[] => [
  ...sites.map((site) => EXAMPLES[site]),
  ...['--from', archive, '--discovery', 'published', '--height', '1', '--rules', 'published'],
  ...['--gamma', '20%', '--json', '--lang', 'en'],
];
const linesOf = <T>(text: string): T[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T);

async function rulesOf(...sites: Site[]): Promise<ReadableRule[]> {
  const { status, stdout, stderr } = await spawnTarrafa(['entities', 'rules', ...reading(sites)]);
  expect([status, stderr]).toEqual([0, '']);
  return linesOf<ReadableRule>(stdout);
}
const ruleBy = (rules: readonly ReadableRule[], site: Site, pivot: string, path: string): ReadableRule =>
  rules.find((rule) => rule.site === host(site) && rule.pivot === pivot && rule.path === path)!;
const pagesOf = ({ values }: ReadableRule): Set<string> => new Set(values.map(({ page }) => page));

/** A file of choices of a site; its name. */
function choices(site: Site, rules: Readonly<Record<string, ReadableRule>>): string {
  const chosen = Object.fromEntries(Object.entries(rules).map(([name, { id }]) => [name, id]));
  const file = at(`${site}.json`);
  writeFileSync(
    file,
    JSON.stringify({ form: 'tarrafa-entity-choices', version: 1, site: host(site), choices: chosen }),
  );
  return file;
}

interface Row {
  readonly page: string;
  readonly values: Readonly<Record<string, string>>;
}
interface WrapperRule {
  readonly role: string;
  readonly id: string;
  readonly coverage: number;
  readonly score?: Readonly<Record<string, number>>;
}
interface Attribute {
  readonly name: string;
  readonly coverage: number;
  readonly rules: readonly WrapperRule[];
}

/** The table and, of its first site, the rules of each attribute. */
async function table(sites: readonly Site[], votes: readonly string[], ...flags: string[]) {
  const words = ['--votes', ...votes, '--wrapper', at('regras.json'), ...flags];
  const { status, stdout, stderr } = await spawnTarrafa(['entities', ...reading(sites), ...words]);
  expect([status, stderr]).toEqual([0, expect.any(String)]);
  const file = sites.length === 1 ? at('regras.json') : at(`regras.${host(sites[0]!)}.json`);
  const { attributes } = JSON.parse(readFileSync(file, 'utf8')) as { readonly attributes: Attribute[] };
  const rules = (name: string): Attribute => attributes.find((one) => one.name === name)!;
  return { rows: linesOf<Row>(stdout), rules, stderr };
}

describe('tarrafa entities --reinforcement', () => {
  it('[O-AC-57, O-AC-58, O-AC-64] chooses the variant that another site confirms, by the published score; without that site the published score takes a look-alike and the structural one does not; names that two pages have are told and compared with nothing', async () => {
    const learned = await rulesOf('players', 'clubs');
    const of = (pivot: string, path: string) => ruleBy(learned, 'players', pivot, path);
    const [plain, font, look] = [
      of('Time:', 'DIV-LI-DIV'),
      of('Time:', 'DIV-LI-DIV-FONT'),
      of('Veja também:', 'P-DIV-P'),
    ];
    const heading = (site: Site): ReadableRule =>
      learned.find(({ site: where, path }) => where === host(site) && path.endsWith('-H1'))!;
    const mine = choices('players', {
      nome: heading('players'),
      time: plain,
      salário: of('Salário:', 'DIV-LI-DIV'),
    });
    const theirs = choices('clubs', {
      nome: heading('clubs'),
      time: ruleBy(learned, 'clubs', 'Club', 'TD-TR-TD'),
    });
    const teams = ({ rows }: { readonly rows: readonly Row[] }): string[] =>
      rows.filter(({ page }) => page.includes(host('players'))).map(({ values }) => values.time ?? '');

    const shared = await table(['players', 'clubs'], [mine, theirs], '--reinforcement', 'published');
    const [selected, ...complements] = shared.rules('time').rules;
    expect(selected).toMatchObject({ role: 'selected', id: plain.id, coverage: 0.5 });
    expect(complements.map(({ role, id }) => [role, id])).toEqual([['complementary', font.id]]);
    const score = complements[0]!.score!;
    expect(score).toMatchObject({ pivot: 1, attr: 0, pages: 0.5, sharedEntities: 4 });
    expect(score.path).toBeCloseTo(0.933333, 6);
    // Of the fifth the other site has two pages, which say something else.
    expect(score.entity).toBeCloseTo(1, 9);
    expect(score.total).toBeCloseTo(0.693333, 6);
    expect(teams(shared)).toEqual([...PLAIN_TEAMS, ...FONT_TEAMS]);
    expect(shared.stderr).toContain(
      `on ${host('clubs')}, 1 name stands on more than one page («jair»); those pages are not compared`,
    );

    const alone = await table(['players'], [mine], '--reinforcement', 'published');
    expect(alone.rules('time').rules.map(({ id }) => id)).toEqual([plain.id, look.id]);
    expect(alone.rules('time').rules[1]!.score!.total).toBeCloseTo(0.396032, 6);
    expect(alone.stderr).not.toContain('more than one page');

    const structural = await table(['players'], [mine]);
    expect(structural.rules('time').rules.map(({ id }) => id)).toEqual([plain.id, font.id]);
    expect(structural.rules('time').rules[1]!.score!.total).toBeCloseTo(0.683333, 6);
    expect(teams(structural)).toEqual([...PLAIN_TEAMS, ...FONT_TEAMS]);
  });

  it('[O-AC-60, O-AC-61, O-AC-63] complements are disjoint and end when the pages are covered; an attribute that pages lack gains none; no value that was there is lost or changed', async () => {
    const learned = await rulesOf('things');
    const of = (pivot: string, path: string) => ruleBy(learned, 'things', pivot, path);
    const votes = [choices('things', { cor: of('Cor:', 'DT-DL-DD'), telefone: of('Telefone:', 'DT-DL-DD') })];
    const [off, published, modern] = [
      await table(['things'], votes, '--reinforcement', 'off'),
      await table(['things'], votes, '--reinforcement', 'published'),
      await table(['things'], votes, '--reinforcement', 'modern'),
    ] as const;
    expect(off.rules('cor').rules).toHaveLength(1);

    const { rules, coverage } = published.rules('cor');
    const pages = rules.map(({ id }) => pagesOf(learned.find((rule) => rule.id === id)!));
    expect(rules.map(({ id }) => learned.find((rule) => rule.id === id)!.path)).toEqual([
      'DT-DL-DD',
      'DT-DL-DD-B',
      'DT-DL-DD-U',
    ]);
    expect([coverage, pages.reduce((sum, { size }) => sum + size, 0)]).toEqual([1, 10]);
    expect(new Set(pages.flatMap((some) => [...some])).size).toBe(10);

    // The advertisement of the pages without a telephone is a candidate, and no telephone.
    const advert = learned.find(({ values }) => values.some(({ value }) => value === 'Compre já 8'))!;
    expect([...pagesOf(advert)].map((page) => page.slice(-1)).sort()).toEqual(['8', '9']);
    for (const { rules: rulesOfTable } of [published, modern])
      expect([rulesOfTable('telefone').rules.length, rulesOfTable('telefone').coverage]).toEqual([1, 0.8]);

    for (const { rows } of [published, modern]) {
      const values = new Map(rows.map((row) => [row.page, row.values]));
      for (const row of off.rows) expect(values.get(row.page)).toMatchObject(row.values);
      expect(rows.map(({ values: { cor } }) => cor)).toEqual(things.map((_, n) => COLOURS[n % 3]));
    }
    expect(off.rows.filter(({ values }) => values.cor !== undefined)).toHaveLength(4);
  });

  it('refuses another word, and says which there are', async () => {
    const { status, stderr } = await spawnTarrafa([
      'entities',
      ...[...reading(['things']), '--reinforcement', 'some'],
    ]);
    expect([status, stderr]).toEqual([2, expect.stringContaining('modern, published, off')]);
  });
});
