import { describe, expect, it } from 'vitest';
import { columnsByChoice, parseChoices } from '../columns/choice-file.ts';
import { columnsForValues } from '../columns/site-columns.ts';
import { StoredPages } from '../discovery/index.ts';
import { buildGraph } from '../graph/build-graph.ts';
import { printCypher } from '../rules/cypher.ts';
import { learnRules } from '../rules/learn.ts';
import { RULES_SOURCE } from '../rules/profile.ts';
import { jsonLines, printCsv } from '../table/write-table.ts';
import { checkWrapper } from './check.ts';
import { entityTable } from './entity-table.ts';
import { explainAbsence, extract } from './extract.ts';
import { learnWrappers } from './learn-wrapper.ts';
import { parseWrapper, printWrapper } from './wrapper.ts';

const PLAYERS = [
  ['messi', 'Lionel Messi', 'FORWARD', '10', 'Rosario', '24/06/1987', '72 Kg', '170 cm'],
  ['iniesta', 'Andrés Iniesta', 'MIDFIELDER', '8', 'Fuentealbilla', '11/05/1984', '68 Kg', '171 cm'],
  ['pique', 'Gerard Piqué', 'DEFENDER', '3', 'Barcelona', '02/02/1987', '85 Kg', '193 cm'],
  ['suarez', 'Luis Suárez', 'FORWARD', '9', 'Salto', '24/01/1987', '86 Kg', '182 cm'],
  ['busquets', 'Sergio Busquets', 'MIDFIELDER', '5', 'Sabadell', '16/07/1988', '73 Kg', '189 cm'],
] as const;
const ATTRIBUTES = [
  'name',
  'position',
  'number',
  'place of birth',
  'date of birth',
  'weight',
  'height',
] as const;
const LABELS = ['PLACE OF BIRTH', 'DATE OF BIRTH', 'WEIGHT', 'HEIGHT'] as const;

/** Fixture F-E1 of the specification, with more players where a test needs them. */
const page = ([id, name, position, number, ...details]: readonly string[]) => ({
  url: `http://clube.exemplo.br/${id}`,
  html: `<HTML><BODY><H1>${name}</H1><DIV><SPAN>${position}</SPAN><SPAN>${number}</SPAN></DIV><DIV>
${LABELS.map((label, i) => (details[i] === '' ? '' : `<DL><DT>${label}</DT><DD>${details[i]}</DD></DL>`)).join('\n')}
</DIV></BODY></HTML>`,
});
const more = Array.from({ length: 9 }, (_, i) => [
  `p${i}`,
  `Jogador ${i} Silva`,
  ['FORWARD', 'DEFENDER'][i % 2]!,
  String(20 + i),
  `Cidade ${i}`,
  `0${i + 1}/0${i + 1}/199${i}`,
  `${70 + i} Kg`,
  `${175 + i} cm`,
]);
const wants = ATTRIBUTES.map((name, i) => ({ name, value: PLAYERS[0][i + 1]! }));

function learned(rows: readonly (readonly string[])[]) {
  const set = learnRules(buildGraph(rows.map(page)));
  const { columns } = columnsForValues(set, 0, wants);
  const [wrapper] = learnWrappers([
    { site: 'clube.exemplo.br', example: 'http://clube.exemplo.br/messi', set, columns, identifier: 'name' },
  ]);
  return { set, wrapper: wrapper! };
}

describe('wrappers', () => {
  it('[O-AC-43] extract from pages of the template that they never saw', async () => {
    const { wrapper } = learned([...PLAYERS, ...more]);
    const unseen = [
      'neymar',
      'Neymar Júnior',
      'FORWARD',
      '11',
      'Mogi das Cruzes',
      '05/02/1992',
      '68 Kg',
      '175 cm',
    ];
    const [found] = await extract(wrapper, buildGraph([page(unseen)], { template: wrapper.template }));
    expect(ATTRIBUTES.map((name) => found!.values.get(name)?.map((v) => v.value))).toEqual(
      unseen.slice(1).map((value) => [value]),
    );
  });

  it('[O-AC-44] go to JSON and back without loss, with their Cypher', () => {
    const { wrapper } = learned([...PLAYERS, ...more]);
    const text = printWrapper(wrapper);
    expect(parseWrapper(text, 'w.json')).toEqual(wrapper);
    expect(printWrapper(parseWrapper(text, 'w.json'))).toBe(text);
    const height = wrapper.attributes.find(({ name }) => name === 'height')!;
    expect(text).toContain(JSON.stringify(printCypher(height.rules[0]!.rule)));
    expect(printCypher(height.rules[0]!.rule)).toMatch(
      /^MATCH \(n1\)--.* n1\.value="HEIGHT" .*RETURN n5\.url, n5\.value$/,
    );
  });

  it('[O-AC-46] a file of choices selects the seven attributes and gives the tuple of the specification', async () => {
    const set = learnRules(buildGraph(PLAYERS.map(page), { frequencyOnly: true }), RULES_SOURCE);
    expect(set.rules).toHaveLength(7);
    // By id for some, by Cypher for others: what a person reads in a list of rules.
    const byValue = new Map(set.rules.map((rule) => [set.graph.text(rule.nodes[0]!), rule]));
    const choices = new Map(
      ATTRIBUTES.map((name, i) => {
        const rule = byValue.get(PLAYERS[0][i + 1]!)!;
        return [name, i % 2 === 0 ? rule.id : printCypher(rule.rule)] as const;
      }),
    );
    const file = JSON.stringify({
      form: 'tarrafa-entity-choices',
      version: 1,
      site: 'clube.exemplo.br',
      choices: Object.fromEntries(choices),
    });
    const { columns, undecided, unknown } = columnsByChoice(set, [parseChoices(file, 'escolhas.json')]);
    expect([undecided, unknown]).toEqual([[], []]);
    const [wrapper] = learnWrappers([{ site: 's', example: 'e', set, columns }]);
    const messi = (await extract(wrapper!, set.graph))[0]!;
    expect(Object.fromEntries([...messi.values].map(([name, [first]]) => [name, first!.value]))).toEqual({
      name: 'Lionel Messi',
      position: 'FORWARD',
      number: '10',
      'place of birth': 'Rosario',
      'date of birth': '24/06/1987',
      weight: '72 Kg',
      height: '170 cm',
    });
  });

  it('[O-AC-71] every value says site, page, rule, pivot, path, position, and whether the rule was selected', async () => {
    const rows = [...PLAYERS, ...more].map((row, i) =>
      i % 4 === 3 ? [...row.slice(0, 7), `<b>${row[7]}</b>`] : row,
    );
    const { wrapper, set } = learned(rows);
    const pages = await extract(wrapper, set.graph);
    let complementary = 0;
    for (const one of pages)
      for (const values of one.values.values())
        for (const value of values) {
          expect(one.site).toBe('clube.exemplo.br');
          expect(one.url).toMatch(/^http:\/\/clube/);
          expect(value.rule.id).toMatch(/^r[0-9a-f]{12}$/);
          expect(value.path).toMatch(/^[A-Z0-9-]+$/);
          expect(value.position).toBeGreaterThanOrEqual(1);
          if (value.rule.role === 'complementary') {
            complementary++;
            expect(value.attribute).toBe('height');
          }
        }
    // A quarter of the pages has the height in bold: another rule gives it there.
    expect(complementary).toBeGreaterThan(0);
    expect(pages.every((one) => one.values.has('height'))).toBe(true);
    const height = pages[0]!.values.get('height')![0]!;
    expect([height.pivot, height.label, height.path]).toEqual(['HEIGHT', 'HEIGHT', 'DT-DL-DD']);
  });

  it('say why a page has no value', async () => {
    const rows = [...PLAYERS, ...more].map((row, i) => (i === 3 ? [...row.slice(0, 6), '', row[7]] : row));
    const { wrapper, set } = learned(rows);
    const [suarez] = [3];
    expect((await extract(wrapper, set.graph))[suarez]!.values.has('weight')).toBe(false);
    const reasons = explainAbsence(wrapper, set.graph, suarez, 'weight');
    expect(reasons[0]!.reason).toBe('no-pivot');
    expect((await extract(wrapper, set.graph))[suarez]!.values.get('height')![0]!.value).toBe('182 cm');
  });

  it('tell when the template has changed', async () => {
    const { wrapper, set } = learned([...PLAYERS, ...more]);
    expect((await checkWrapper(wrapper, set.graph)).drift).toBe('none');
    const changed = buildGraph(
      [...PLAYERS, ...more].map((row) => ({
        ...page(row),
        html: page(row).html.replace('HEIGHT', 'ALTURA').replaceAll('DD>', 'P>'),
      })),
      { template: wrapper.template },
    );
    const check = await checkWrapper(wrapper, changed);
    expect(check.drift).toBe('lost');
    expect(check.attributes.find((a) => a.attribute === 'height')).toMatchObject({
      before: 1,
      now: 0,
      drift: 'lost',
    });
    expect(check.attributes.find((a) => a.attribute === 'name')).toMatchObject({ drift: 'none' });
  });

  it.each([
    ['nothing', ''],
    ['no JSON', '{"form":'],
    ['another form', '{"form":"x"}'],
    ['another version', '{"form":"tarrafa-entity-wrapper","version":99}'],
    [
      'no rules',
      '{"form":"tarrafa-entity-wrapper","version":1,"site":"a","example":"b","pages":3,"template":[],"attributes":[{"name":"n","rules":[]}]}',
    ],
    [
      'a broken rule',
      '{"form":"tarrafa-entity-wrapper","version":1,"site":"a","example":"b","pages":3,"template":[],"attributes":[{"name":"n","coverage":1,"rules":[{"cypher":"MATCH (a) DELETE a"}]}]}',
    ],
    [
      'two of a name',
      '{"form":"tarrafa-entity-wrapper","version":1,"site":"a","example":"b","pages":3,"template":[],"attributes":[{"name":"n","rules":[{"cypher":"x"}]},{"name":"n","rules":[{"cypher":"x"}]}]}',
    ],
  ])('a file with %s is refused with its name', (_, text) => {
    expect(() => parseWrapper(text, 'meu.json')).toThrow(
      expect.objectContaining({ code: 'TRF_WRAPPER_INVALID', message: expect.stringContaining('meu.json') }),
    );
  });
});

describe('the whole way', () => {
  const rows = [...PLAYERS, ...more];
  const site = () =>
    new StoredPages([
      {
        url: 'http://clube.exemplo.br/',
        body: `<nav><a href="/contato">Contato</a></nav><ul>${rows.map(([id]) => `<li><a href="/${id}">x</a></li>`).join('')}</ul>`,
      },
      { url: 'http://clube.exemplo.br/contato', body: '<p>Nada</p>' },
      ...rows.map((row) => ({
        url: page(row).url,
        body: page(row).html.replace('<H1>', '<a href="/">Início</a><H1>'),
      })),
    ]);

  it('[O-AC-70] gives the same bytes for the same pages, however they arrive', async () => {
    const once = async () => {
      const { table, wrappers } = await entityTable(site(), ['http://clube.exemplo.br/messi'], {
        now: () => 0,
      });
      return [
        printCsv(table, { provenance: true, typed: true }),
        [...jsonLines(table, { provenance: true })].join(''),
        ...wrappers.map(printWrapper),
      ].join('\n');
    };
    const first = await once();
    expect(first).toContain('Lionel Messi');
    expect(await once()).toBe(first);
    // Answers that arrive out of order change nothing.
    const shuffled = site();
    let turn = 0;
    const slow = {
      fetch: async (ask: { url: string }) => {
        for (let i = turn++ % 4; i > 0; i--) await Promise.resolve();
        return shuffled.fetch(ask);
      },
    };
    const { table, wrappers } = await entityTable(slow, ['http://clube.exemplo.br/messi'], { now: () => 0 });
    expect(
      [
        printCsv(table, { provenance: true, typed: true }),
        [...jsonLines(table, { provenance: true })].join(''),
        ...wrappers.map(printWrapper),
      ].join('\n'),
    ).toBe(first);
  });

  it('names the columns by their labels, the heading by what it is', async () => {
    const { table } = await entityTable(site(), ['http://clube.exemplo.br/messi']);
    expect(table.columns.map(({ name, kind }) => [name, kind])).toEqual([
      ['Nome', 'text'],
      ['Place of birth', 'text'],
      ['Date of birth', 'date'],
      ['Weight', 'quantity'],
      ['Height', 'quantity'],
    ]);
    expect(table.rows).toHaveLength(14);
  });

  it('refuses what is no example, clearly', async () => {
    await expect(entityTable(site(), ['http://clube.exemplo.br/contato'])).rejects.toMatchObject({
      code: 'TRF_ENTITY_ALONE',
    });
    await expect(
      entityTable(new StoredPages([{ url: 'http://um.br/', body: 'só' }]), ['http://um.br/']),
    ).rejects.toMatchObject({ code: 'TRF_ENTITY_ALONE' });
    await expect(
      entityTable(site(), ['http://clube.exemplo.br/messi'], { wanted: [{ name: 'x', value: 'Pelé' }] }),
    ).rejects.toMatchObject({ code: 'TRF_WANTED_MISSING' });
  });
});
