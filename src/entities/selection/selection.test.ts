import { describe, expect, it } from 'vitest';
import { buildGraph } from '../graph/build-graph.ts';
import { PLAYERS, playerSite } from '../graph/players.fixture.ts';
import { queryOf } from '../reinforcement/query.ts';
import { learnRules, type RuleSet } from '../rules/learn.ts';
import { RULES_SOURCE } from '../rules/profile.ts';
import { commonBeginning } from './column-portrait.ts';
import { rulesForExample } from './example-values.ts';
import { selectByKnowledge } from './knowledge-base.ts';
import { attributeExample, portraySite, selectAttributes } from './learned-attributes.ts';
import { proposeColumns } from './propose-columns.ts';
import { selectByRedundancy } from './redundancy.ts';
import { majorityVote } from './votes.ts';

const NAMES = 'Ana Bia Caio Davi Eva Fábio Gil Hugo Iara João Katia Lia'.split(' ');
const PARTIES = ['PXA', 'PYB', 'PZC'];
const phone = (i: number): string => `(51) 33${10 + i}-60${20 + i}`;
const votes = (i: number): string => `${(3 + i) * 1_117}`;

/** The same councillors on sites of different design. */
const DESIGNS = {
  list: (i: number): string =>
    `<h1>${NAMES[i]} Silva</h1><dl><dt>Partido</dt><dd>${PARTIES[i % 3]}</dd>${i === 3 ? '' : `<dt>Telefone</dt><dd>${phone(i)}</dd>`}<dt>Votos</dt><dd>${votes(i)}</dd></dl>`,
  table: (i: number): string =>
    `<div><h2>Perfil</h2><b>${NAMES[i]} Silva</b></div><table><tr><td>Votos:</td><td>${votes(i)}</td></tr><tr><td>Fone:</td><td>${phone(i)}</td></tr><tr><td>Partido:</td><td>${PARTIES[i % 3]}</td></tr></table>`,
  lines: (i: number): string =>
    `<h1>${NAMES[i]} Silva</h1><p>Partido: ${PARTIES[i % 3]}</p><p>Telefone: ${phone(i)}</p><p>Total de votos: ${votes(i)}</p><p>Voltar</p>`,
};

function siteOf(design: keyof typeof DESIGNS): RuleSet {
  return learnRules(
    buildGraph(
      NAMES.map((_, i) => ({
        url: `${design}/${i}`,
        html: `<title>${NAMES[i]} Silva</title>${DESIGNS[design](i)}`,
      })),
    ),
  );
}

const column = (set: RuleSet, nodes: Int32Array): string[] => [...nodes].map((node) => set.graph.text(node));

describe('several people', () => {
  it('decide by majority, and are told where there is none', () => {
    const ballots = ['r1', 'r1', 'r1', 'r2', null].map((height, i) => ({
      height,
      team: ['t1', 't1', 't2', 't2', 't3'][i]!,
    }));
    const { selected, undecided } = majorityVote(ballots);
    expect([...selected]).toEqual([['height', 'r1']]);
    expect(undecided.get('team')).toEqual([
      { rule: 't1', votes: 2 },
      { rule: 't2', votes: 2 },
      { rule: 't3', votes: 1 },
    ]);
    // Two rules for the same column are one answer.
    expect(majorityVote(ballots, (rule) => rule[0]!).selected.get('team')).toBe('t1');
  });
});

describe('a knowledge base', () => {
  it('finds an attribute by known values and declines when nothing fits', () => {
    const set = learnRules(buildGraph(playerSite()), RULES_SOURCE);
    const known = ['168 cm', '171 cm', '190 cm', '185 cm', '177 cm'].map((height) => ({
      height,
      'blood type': 'AB+',
    }));
    const [height, blood] = selectByKnowledge(set, known);
    expect(column(set, height!.rule!.nodes)).toEqual(PLAYERS.map((player) => player.height));
    expect(blood).toMatchObject({ attribute: 'blood type', rule: null });
    expect(selectByKnowledge(set, known, { least: 0.99 })[0]!.rule).toBeNull();
  });
});

describe('redundancy between sites', () => {
  it('groups what agrees on shared entities, one column a site', () => {
    const sites = (['list', 'table'] as const).map((design) => {
      const set = siteOf(design);
      const entities = NAMES.map((name) => `${name.toLowerCase()} silva`);
      return { site: design, queries: proposeColumns(set).map((rule) => queryOf(set.graph, rule, entities)) };
    });
    const mappings = selectByRedundancy(sites);
    const phones = mappings.find(({ queries }) => queries.get('list')!.values[0]!.value === phone(0))!;
    expect(phones.queries.get('table')!.values.map(({ value }) => value)).toContain(phone(5));
    for (const { queries } of mappings) expect(queries.size).toBe(2);
    const used = mappings.flatMap(({ queries }) => [...queries].map(([site, { id }]) => `${site} ${id}`));
    expect(new Set(used).size).toBe(used.length);
    expect(selectByRedundancy(sites, { leastShared: 99 })).toEqual([]);
  });
});

describe('the values of one page', () => {
  it('choose the rules for the other pages', () => {
    const set = siteOf('list');
    const [best] = rulesForExample(set, 0, phone(0));
    expect(column(set, best!.rule.nodes)).toEqual(NAMES.flatMap((_, i) => (i === 3 ? [] : [phone(i)])));
    expect(rulesForExample(set, 0, 'nowhere')).toEqual([]);
    expect(rulesForExample(set, 0, ' ')).toEqual([]);
  });
});

describe('nothing labelled', () => {
  it('gives each attribute one column', () => {
    const set = siteOf('table');
    const columns = proposeColumns(set).map(({ nodes }) => column(set, nodes).join());
    for (const value of [(i: number) => `${NAMES[i]} Silva`, votes, phone, (i: number) => PARTIES[i % 3]!])
      expect(columns.filter((text) => text === NAMES.map((_, i) => value(i)).join())).toHaveLength(1);
  });
});

describe('labelled sites', () => {
  it('teach the attributes of another design', () => {
    const teacher = portraySite(siteOf('list'));
    const attributes: [string, string][] = [
      ['party', PARTIES[0]!],
      ['phone', phone(0)],
      ['votes', votes(0)],
    ];
    const examples = attributes.map(([attribute, value]) => {
      const at = teacher.columns.findIndex(({ nodes }) => teacher.set.graph.text(nodes[0]!) === value);
      return attributeExample(teacher, attribute, at);
    });
    const pupils = (['table', 'lines'] as const).map((design) => portraySite(siteOf(design)));
    const found = selectAttributes(examples, pupils);
    expect(column(pupils[0]!.set, found[0]!.get('phone')!.rule.nodes)).toEqual(NAMES.map((_, i) => phone(i)));
    expect(column(pupils[0]!.set, found[0]!.get('votes')!.rule.nodes)).toEqual(NAMES.map((_, i) => votes(i)));
    expect(column(pupils[1]!.set, found[1]!.get('phone')!.rule.nodes)).toEqual(
      NAMES.map((_, i) => `Telefone: ${phone(i)}`),
    );
    const columns = [...found[0]!.values()].map(({ column: at }) => at);
    expect(new Set(columns).size).toBe(columns.length);
  });

  it('see the label that values begin with', () => {
    expect(commonBeginning(['Altura: 1,85 m', 'Altura: 1,70 m', 'Altura: 1,90 m'])).toBe('Altura:');
    expect(commonBeginning(['Rua A', 'Rua B', 'Avenida C', 'Praça D'])).toBe('');
    expect(commonBeginning([])).toBe('');
  });
});
