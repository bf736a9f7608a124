import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildGraph } from '../graph/build-graph.ts';
import { PLAYERS, playerPage, playerSite, tableSite } from '../graph/players.fixture.ts';
import { templateTexts } from '../graph/template.ts';
import { literal, parseCypher, printCypher, printMatch } from './cypher.ts';
import { execute } from './execute.ts';
import { type LearnedRule, learnRules } from './learn.ts';
import { RULES_MODERN, RULES_SOURCE, type RuleProfile } from './profile.ts';
import { pathOf, pivotOf, Rule, RuleStep } from './rule.ts';

const graphOf = (pages: { url: string; html: string }[]) => buildGraph(pages, { frequencyOnly: true });

const values = (rules: readonly LearnedRule[], graph: ReturnType<typeof graphOf>, pivot: string) => {
  const found = rules.find(({ rule }) => pivotOf(rule) === pivot && pathOf(rule) === 'DT-DL-DD')!;
  return [...found.nodes].map((node) => graph.text(node));
};

const LABELS = 'Nome Partido Telefone Sala Votos Bairro Mandato Lei Bancada Foto'.split(' ');

const HEIGHT = Rule.create('label', [
  RuleStep.text('HEIGHT', 1),
  RuleStep.tag('DT', 1),
  RuleStep.tag('DL', 4),
  RuleStep.tag('DD', 2),
  RuleStep.text(null, 1),
]);

describe('the language', () => {
  it('[O-AC-32] prints the published query', () => {
    const published = `MATCH (n1)--(n2)--(n3)--(n4)--(n5)
WHERE n1.type="TEXT" AND n1.position=1 AND n1.value="HEIGHT"
  AND n2.type="TAG"  AND n2.position=1 AND n2.value="DT"
  AND n3.type="TAG"  AND n3.position=4 AND n3.value="DL"
  AND n4.type="TAG"  AND n4.position=2 AND n4.value="DD"
  AND n5.type="TEXT" AND n5.position=1
RETURN n5.url, n5.value`;
    expect(printCypher(HEIGHT)).toBe(published.replace(/\s+/g, ' '));
    const graph = graphOf(playerSite());
    const learned = learnRules(graph, RULES_SOURCE).rules.find(({ rule }) => pivotOf(rule) === 'HEIGHT')!;
    expect(printCypher(learned.rule)).toBe(printCypher(HEIGHT));
  });

  it('[O-AC-33] constrains type and position everywhere and value everywhere but at the end', () => {
    for (const { rule } of learnRules(graphOf(playerSite()), RULES_SOURCE).rules) {
      expect(rule.steps.every((step) => step.position !== null)).toBe(true);
      expect(rule.steps.slice(0, -1).every((step) => step.value !== null)).toBe(true);
      expect(rule.steps.at(-1)).toMatchObject({ type: 'TEXT', value: null });
      expect(rule.steps.slice(1, -1).every((step) => step.type === 'TAG')).toBe(true);
    }
  });

  it('reads back what it prints, for any texts', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 12 });
    const position = fc.option(fc.integer({ min: 1, max: 99 }), { nil: null });
    const tag = fc.tuple(fc.constantFrom('DIV', 'TD', 'A"B\\'), position).map(([v, p]) => RuleStep.tag(v, p));
    const rule = fc
      .tuple(
        fc.constantFrom('label', 'preceding', 'path'),
        text,
        position,
        fc.array(tag, { minLength: 1, maxLength: 5 }),
        position,
      )
      .map(([family, pivot, first, tags, last]) =>
        Rule.create(
          family as 'label',
          [
            family === 'path' ? RuleStep.tag('HTML', first) : RuleStep.text(pivot, first),
            ...tags,
            RuleStep.text(null, last),
          ],
          family === 'preceding' ? { from: 1, to: 4 } : null,
        ),
      );
    fc.assert(
      fc.property(rule, (one) => {
        expect(parseCypher(printCypher(one))).toEqual(one);
      }),
      { numRuns: 300, seed: 7 },
    );
  });

  it('says what is wrong with a text that is no rule', () => {
    const good = printCypher(HEIGHT);
    for (const bad of [
      '',
      'MATCH (n1) WHERE n1.type="TEXT" RETURN n1.url, n1.value',
      good.replace('n5.url', 'n4.url'),
      good.replace('"HEIGHT"', '"HEIGHT'),
      good.replace('n3.value="DL"', 'n3.value="DL" OR 1=1'),
      `${good}; MATCH (n) DETACH DELETE n`,
      good.replace('--(n3)', '--(n2)'),
      good.replace('n5.type="TEXT"', 'n5.type="TAG"'),
    ])
      expect(() => parseCypher(bad)).toThrow(expect.objectContaining({ code: 'TRF_RULE_INVALID' }));
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), (text) => {
        expect(() => parseCypher(`MATCH (a)--(b) WHERE ${text}`)).toThrow(
          expect.objectContaining({ code: 'TRF_RULE_INVALID' }),
        );
      }),
      { numRuns: 100, seed: 3 },
    );
  });
});

describe('induction', () => {
  it('[O-AC-34] learns exactly the seven rules of the player site', () => {
    const graph = graphOf(playerSite());
    const table = (profile: RuleProfile) =>
      learnRules(graph, profile).rules.map(({ rule, pages }) => [
        pivotOf(rule),
        pathOf(rule),
        rule.steps.map((step) => step.position).join(),
        pages,
      ]);
    // The parser adds HEAD, so BODY has position 2.
    const strict = [
      ['PLACE OF BIRTH', 'DT-DL-DIV-BODY-H1', '1,1,1,3,2,1,1', 5],
      ['PLACE OF BIRTH', 'DT-DL-DIV-BODY-DIV-SPAN', '1,1,1,3,2,2,1,1', 5],
      ['PLACE OF BIRTH', 'DT-DL-DIV-BODY-DIV-SPAN', '1,1,1,3,2,2,2,1', 5],
      ['PLACE OF BIRTH', 'DT-DL-DD', '1,1,1,2,1', 5],
      ['DATE OF BIRTH', 'DT-DL-DD', '1,1,2,2,1', 5],
      ['WEIGHT', 'DT-DL-DD', '1,1,3,2,1', 5],
      ['HEIGHT', 'DT-DL-DD', '1,1,4,2,1', 5],
    ];
    const sorted = (rows: unknown[][]) => rows.map((row) => row.join('|')).sort();
    expect(sorted(table(RULES_SOURCE))).toEqual(sorted(strict));
    const relaxed = table({ ...RULES_SOURCE, apex: 'relaxed' });
    expect(relaxed).toHaveLength(7);
    expect(sorted(relaxed)).toContain('HEIGHT|DT-DL-DD|1,1,,2,1|5');
    expect(sorted(relaxed)).toContain('PLACE OF BIRTH|DT-DL-DIV-BODY-H1|1,1,1,3,,1,1|5');
  });

  it('[O-AC-35] takes the first of equally near labels', () => {
    const pages = ['x', 'y', 'z'].map((value, i) => ({
      url: `${i}`,
      html: `<div><p>First</p><p>${value}</p><p>Second</p></div>`,
    }));
    const graph = graphOf(pages);
    expect(learnRules(graph, RULES_SOURCE).rules.map(({ rule }) => pivotOf(rule))).toEqual(['First']);
    const three = pages.map(({ url, html }) => ({
      url,
      html: html.replace('<p>First', '<p>Zero</p><p>First'),
    }));
    expect(learnRules(graphOf(three), RULES_SOURCE).rules.map(({ rule }) => pivotOf(rule))).toEqual(['Zero']);
    const preceding = { ...RULES_SOURCE, tie: 'preceding' as const };
    expect(learnRules(graphOf(three), preceding).rules.map(({ rule }) => pivotOf(rule))).toEqual(['First']);
  });

  it('[O-AC-36] keeps a rule on γ of the pages, counted once each', () => {
    const html = (i: number) =>
      `<p>Label</p><div>${i < 3 ? `<b>${i}</b>` : ''}</div>${i >= 3 && i < 5 ? `<i>${i}</i><i>${i}x</i>` : ''}`;
    const graph = graphOf(Array.from({ length: 10 }, (_, i) => ({ url: `${i}`, html: html(i) })));
    const rules = learnRules(graph, RULES_SOURCE).rules;
    expect(rules.map(({ rule, pages }) => [pathOf(rule), pages])).toEqual([['P-BODY-DIV-B', 3]]);
  });

  it('[O-AC-37] stores equal rules once', () => {
    const rules = learnRules(graphOf(playerSite()), RULES_MODERN).rules;
    expect(new Set(rules.map(({ rule }) => printCypher(rule))).size).toBe(rules.length);
    expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
  });

  it('[O-AC-38] tells the columns of a horizontal table apart; a page of noise does no harm', () => {
    const graph = graphOf(tableSite());
    const rules = learnRules(graph, RULES_SOURCE).rules;
    const rows = rules.map(({ rule, nodes }) => [
      pivotOf(rule),
      pathOf(rule),
      rule.steps.at(-2)!.position,
      [...nodes].map((node) => graph.text(node)).join(),
    ]);
    rows.sort((a, b) => Number(a[2]) - Number(b[2]));
    expect(rows).toEqual([
      ['Name', 'TH-TR-TBODY-TR-TD', 1, 'Ana,Bia,Cid'],
      ['Name', 'TH-TR-TBODY-TR-TD', 2, 'Reds,Blues,Greens'],
      ['Name', 'TH-TR-TBODY-TR-TD', 3, '170,171,180'],
    ]);
  });

  it('[O-AC-39] returns a value that is frequent enough to be template', () => {
    const pages = ['Brasil', 'Brasil', 'Brasil', 'Brasil', 'Chile'].map((country, i) => ({
      url: `${i}`,
      html: `<dl><dt>Country</dt><dd>${country}</dd></dl><p>${i}</p>`,
    }));
    const graph = graphOf(pages);
    expect(templateTexts(graph)).toContain('Brasil');
    const rule = learnRules(graph, { ...RULES_SOURCE, gamma: 0.2 }).rules.find(
      ({ rule }) => pivotOf(rule) === 'Country',
    )!;
    expect([...rule.nodes].map((node) => graph.text(node))).toEqual([
      'Brasil',
      'Brasil',
      'Brasil',
      'Brasil',
      'Chile',
    ]);
  });

  it('[O-AC-40] loses a page whose block moved with strict positions, and not with a relaxed ancestor', () => {
    const graph = graphOf(playerSite(['suarez']));
    expect(values(learnRules(graph, RULES_SOURCE).rules, graph, 'HEIGHT')).toEqual([
      '170 cm',
      '171 cm',
      '193 cm',
      '189 cm',
    ]);
    const relaxed = learnRules(graph, { ...RULES_SOURCE, apex: 'relaxed' }).rules;
    expect(values(relaxed, graph, 'HEIGHT')).toEqual(['170 cm', '171 cm', '193 cm', '182 cm', '189 cm']);
    const auto = learnRules(graph, { ...RULES_SOURCE, apex: 'auto' }).rules;
    expect(values(auto, graph, 'HEIGHT')).toHaveLength(5);
  });

  it('drops rules whose values are constant, not rules with a frequent value', () => {
    const pages = Array.from({ length: 10 }, (_, i) => ({
      url: `${i}`,
      html: `<dl><dt>Kind</dt><dd>${i < 9 ? 'public' : 'private'}</dd><dt>Unit</dt><dd>${i === 4 ? 'cm' : 'cm'}</dd></dl><h1>N${i}</h1>`,
    }));
    const graph = buildGraph(pages);
    const columns = learnRules(graph, RULES_MODERN).rules.map(({ nodes }) =>
      [...nodes].map((n) => graph.text(n)).join(),
    );
    expect(columns).toContain(`${'public,'.repeat(9)}private`);
    expect(columns).not.toContain('cm,'.repeat(10).slice(0, -1));
  });

  it('counts texts of accented letters alone, and no punctuation', () => {
    const pages = ['é', 'ã', 'õ', 'ç'].map((value, i) => ({
      url: `${i}`,
      html: `<dl><dt>Letra</dt><dd>${value}</dd></dl><p>${'*'.repeat(i + 1)}</p>`,
    }));
    const graph = buildGraph(pages);
    const columns = learnRules(graph, RULES_MODERN).rules.map(({ nodes }) =>
      [...nodes].map((n) => graph.text(n)).join(),
    );
    expect(columns).toContain('é,ã,õ,ç');
    expect(columns.some((column) => column.includes('*'))).toBe(false);
  });

  it('keeps all values of an attribute that has several', () => {
    const authors = [['Ana'], ['Bia', 'Caio'], ['Davi', 'Eva', 'Fábio'], ['Gil'], ['Hugo', 'Iara']];
    const pages = authors.map((names, i) => ({
      url: `${i}`,
      html: `<p>Autores</p><ul>${names.map((name) => `<li>${name}</li>`).join('')}</ul><p>Ano</p><p>${1990 + i}</p>`,
    }));
    const graph = buildGraph(pages);
    const wanted = authors.flat().join();
    const found = learnRules(graph, RULES_MODERN).rules.filter(
      ({ nodes }) => [...nodes].map((node) => graph.text(node)).join() === wanted,
    );
    expect(found.map(({ rule }) => rule.family)).toContain('label');
    expect(found.map(({ rule }) => rule.family)).toContain('preceding');
  });

  it('looks for a label as far as the page goes', () => {
    const pages = ['x', 'y', 'z'].map((value, i) => ({
      url: `${i}`,
      html: `<div>${'<div>'.repeat(30)}<b>${value}</b>${'</div>'.repeat(30)}</div><p>Far label</p>`,
    }));
    const rules = learnRules(buildGraph(pages), { ...RULES_MODERN, families: ['label'] }).rules;
    expect(rules.some(({ rule, pages }) => pivotOf(rule) === 'Far label' && pages === 3)).toBe(true);
  });
});

describe('execution', () => {
  it('[O-AC-41] carries any text through printing and execution', () => {
    const texts = [
      'say "x"',
      "it's",
      'back\\slash',
      'C:\\u0022 OR 1=1',
      '\\\\u0022',
      'emoji 🎣',
      'עברית',
      '}) DETACH DELETE n //',
      '$p1 `x`',
    ];
    for (const label of texts) {
      const pages = texts.map((value, i) => ({
        url: `${i}`,
        html: `<dl><dt>${label.replaceAll('<', '&lt;')}</dt><dd>${value}!</dd></dl>`,
      }));
      const graph = buildGraph(pages);
      const rule = learnRules(graph, RULES_SOURCE).rules.find(({ rule }) => pivotOf(rule) === label)!.rule;
      expect(execute(parseCypher(printCypher(rule)), graph).map(({ value }) => value)).toEqual(
        texts.map((value) => `${value}!`),
      );
      const { text, parameters } = printMatch(rule);
      expect(text).not.toContain(label);
      expect(Object.values(parameters)).toContain(label);
    }
  });

  it('cannot be closed by an escape that a server resolves before it reads the statement', () => {
    // As such servers do it: every backslash before a `u` and four digits, whatever stands before.
    const before = (text: string) =>
      text.replace(/\\u([0-9A-Fa-f]{4})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
    for (const text of ['C:\\u0022 OR 1=1', '\\\\u0022', '\\u005c" x', 'C:\\users']) {
      const written = literal(text);
      for (const read of [written, before(written)]) {
        expect(JSON.parse(read)).toBe(text);
      }
    }
  });

  it('[O-AC-43] works on pages that were not learned from', () => {
    const pages = playerSite();
    const learned = buildGraph(pages.slice(0, 4));
    const rules = learnRules(learned, RULES_MODERN);
    const fresh = buildGraph([{ url: 'busquets', html: playerPage(PLAYERS[4]!) }], {
      template: templateTexts(learned),
    });
    for (const { rule, nodes } of rules.rules) {
      const wanted = Object.entries(PLAYERS[0]!).find(([, value]) => value === learned.text(nodes[0]!))![0];
      const found = execute(rule, fresh).map(({ value }) => value);
      expect(found).toEqual([PLAYERS[4]![wanted as 'name']]);
    }
  });

  it('[O-AC-45] returns all matches of a page in document order, with the label of each', () => {
    const graph = buildGraph(
      ['a', 'b', 'c'].map((key) => ({
        url: key,
        html: `<ul><li><b>Tel</b><i>${key}1</i></li><li><b>Tel</b><i>${key}2</i></li><li><b>Tel</b><i>${key}3</i></li></ul>`,
      })),
    );
    const rule = Rule.create('label', [
      RuleStep.text('Tel', 1),
      RuleStep.tag('B', 1),
      RuleStep.tag('LI', null),
      RuleStep.tag('I', 2),
      RuleStep.text(null, 1),
    ]);
    const rows = execute(rule, graph);
    expect(rows.map(({ value }) => value)).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'b3', 'c1', 'c2', 'c3']);
    expect(rows.every(({ node, label }) => graph.text(label) === 'Tel' && label < node)).toBe(true);
  });

  it('gives for every learned rule the rows that were learned', () => {
    const graph = buildGraph(playerSite(['suarez', 'pique']));
    for (const { rule, nodes } of learnRules(graph, { ...RULES_MODERN, gamma: 0, leastPages: 1 }).rules) {
      const rows = [...new Set(execute(rule, graph).map(({ node }) => node))];
      expect(rows).toEqual([...nodes]);
    }
  });

  it('learns the same, in the same order, from the same pages', () => {
    const once = learnRules(buildGraph(playerSite(['pique'])), RULES_MODERN).rules;
    const twice = learnRules(buildGraph(playerSite(['pique'])), RULES_MODERN).rules;
    expect(twice).toEqual(once);
  });

  it('[O-AC-72] does no work that grows faster than the pages; seconds, memory and growth of the time: npm run bench -- entities', () => {
    const page = (i: number): string =>
      `<ul>${'<li><a>Menu</a></li>'.repeat(30)}</ul><table>${LABELS.filter((_, k) => (i * 7 + k) % 5 > 0)
        .map((label, k) => `<tr><th>${label}</th><td>${label} ${i} ${k}</td></tr>`)
        .join('')}</table><div>${'<p>x<b>y</b></p>'.repeat(i % 9)}</div>`;
    const work = (count: number): number =>
      learnRules(buildGraph(Array.from({ length: count }, (_, i) => ({ url: `${i}`, html: page(i) })))).work;
    const [once, twice, fourfold] = [work(60), work(120), work(240)];
    expect(twice / once).toBeLessThan(2.5);
    expect(fourfold / twice).toBeLessThan(2.5);
  });

  it('holds against a page that repeats one label without end', () => {
    const page = (key: string): string =>
      `<div>${`<p>L</p><i>${key}</i><div>L<b>${key}</b></div>`.repeat(1_000)}</div>`;
    const set = learnRules(buildGraph(['a', 'b', 'c'].map((key) => ({ url: key, html: page(key) }))));
    expect(set.work).toBeLessThan(10_000_000);
    expect(set.rules.length).toBeGreaterThan(0);
  });
});
