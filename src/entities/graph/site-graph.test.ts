import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseHtml } from '../../html/index.ts';
import { buildGraph } from './build-graph.ts';
import { cypherScript, edgesCsv, nodesCsv } from './export.ts';
import { PLAYERS, playerPage, playerSite } from './players.fixture.ts';
import { type SiteGraph, TAG, TEMPLATE, TEXT } from './site-graph.ts';
import { templateTexts } from './template.ts';

function nodesWith(graph: SiteGraph, value: string): number[] {
  return Array.from({ length: graph.count }, (_, node) => node).filter((node) => graph.text(node) === value);
}

function textsOf(graph: SiteGraph): string[] {
  return [...graph.texts.items].map((node) => graph.text(node));
}

describe('nodes and positions', () => {
  it('[O-AC-26] count all siblings after white space is dropped', () => {
    const graph = buildGraph([{ url: 'messi', html: playerPage(PLAYERS[0]!) }]);
    const height = nodesWith(graph, '170 cm')[0]!;
    const dd = graph.parent[height]!;
    const dl = graph.parent[dd]!;
    expect([graph.text(dd), graph.position[dd]]).toEqual(['DD', 2]);
    expect([graph.text(dl), graph.position[dl]]).toEqual(['DL', 4]);
    expect(graph.position[height]).toBe(1);
    expect(textsOf(graph).every((text) => text.trim() !== '')).toBe(true);
  });

  it('[O-AC-27] take no text from scripts, styles, comments, templates and noscript', () => {
    const html =
      '<body><script>var a="s"</script><style>b{}</style><!-- c --><template><p>d</p></template><noscript><p>e</p></noscript><p>f<!-- g -->h</p></body>';
    const graph = buildGraph([{ url: 'u', html }]);
    expect(textsOf(graph)).toEqual(['fh']);
    // The silent elements themselves count as siblings.
    expect(graph.position[graph.parent[graph.texts.items[0]!]!]).toBe(5);
  });

  it('[O-AC-28] carry url and type, function on texts alone, and the edges of the page', () => {
    const graph = buildGraph(playerSite());
    const roots = [];
    for (let node = 0; node < graph.count; node++) {
      const view = graph.view(node);
      expect(PLAYERS.map(({ url }) => url)).toContain(view.url);
      expect('function' in view).toBe(view.type === 'TEXT');
      if (view.parent === null) roots.push(view);
      else {
        expect(view.parent).toBeLessThan(node);
        expect(graph.url(view.parent)).toBe(view.url);
        expect(graph.type[view.parent]).toBe(TAG);
      }
    }
    expect(roots.map(({ value, url }) => [value, url])).toEqual(PLAYERS.map(({ url }) => ['HTML', url]));
    const doc = parseHtml(playerPage(PLAYERS[0]!));
    let elements = 0;
    for (let row = 1; row < doc.count; row++) if (doc.isElement(row)) elements++;
    const tags = graph.type.subarray(0, graph.pageStart[1]).filter((type) => type === TAG).length;
    expect(tags).toBe(elements);
  });

  it('merge texts around a comment and normalise white space and accents', () => {
    const graph = buildGraph([{ url: 'u', html: '<p>  Jose\u0301 <!-- x -->\u00a0da\n Silva </p>' }]);
    expect(textsOf(graph)).toEqual(['José da Silva']);
  });

  it('number the texts of a page and the nearest template text before each', () => {
    const graph = buildGraph(playerSite());
    const height = nodesWith(graph, '170 cm')[0]!;
    const label = nodesWith(graph, 'HEIGHT')[0]!;
    expect(graph.after[height]).toBe(graph.line[label]);
    expect(graph.line[height]).toBe(graph.line[label]! + 1);
    expect(graph.after[nodesWith(graph, 'Lionel Messi')[0]!]).toBe(0);
  });

  it('are made from any page without a fault', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 200 }), { maxLength: 4 }), (pages) => {
        const graph = buildGraph(pages.map((html, i) => ({ url: `p${i}`, html })));
        const { start, items } = graph.children;
        const misplaced = Array.from({ length: graph.count }, (_, node) => node).filter(
          (node) =>
            graph.parent[node]! >= 0 &&
            items[start[graph.parent[node]!]! + graph.position[node]! - 1] !== node,
        );
        expect(misplaced).toEqual([]);
      }),
      { numRuns: 40, seed: 5 },
    );
    const deep = buildGraph([{ url: 'deep', html: `${'<div>'.repeat(20_000)}x` }]);
    expect(deep.pageCount).toBe(1);
  });
});

describe('template recognition', () => {
  const page = (...texts: string[]) => texts.map((text) => `<p>${text}</p>`).join('');

  it('[O-AC-29] asks for δ of the pages, each counted once', () => {
    const graph = buildGraph(
      [
        { url: '1', html: page('in three', 'in two', 'in two', 'a') },
        { url: '2', html: page('in three', 'in two', 'b') },
        { url: '3', html: page('in three', 'c', 'repeated', 'repeated', 'repeated') },
        { url: '4', html: page('d') },
        { url: '5', html: page('e') },
      ],
      { delta: 0.6, frequencyOnly: true },
    );
    const template = textsOf(graph).filter((_, i) => graph.role[graph.texts.items[i]!] === TEMPLATE);
    expect(new Set(template)).toEqual(new Set(['in three']));
  });

  it('[O-AC-30] marks every text in one step', () => {
    const graph = buildGraph(playerSite());
    for (let node = 0; node < graph.count; node++)
      expect(graph.role[node] !== 0).toBe(graph.type[node] === TEXT);
  });

  it('[O-AC-31] counts a page that is loaded twice once', () => {
    const pages = [
      { url: '1', html: page('same', 'a') },
      { url: '2', html: page('b') },
      { url: '3', html: page('c') },
    ];
    const again = [...pages, pages[0]!, pages[0]!];
    expect(buildGraph(again, { delta: 0.6 }).urls).toEqual(['1', '2', '3']);
    expect(templateTexts(buildGraph(again, { delta: 0.6 }))).toEqual([]);
  });

  it('takes frequent values for values, and labels that moved for labels', () => {
    const person = (i: number, country: string, phone: boolean) =>
      `<table><tr><td>Name</td><td>Person ${i}</td></tr>${phone ? `<tr><td>Phone</td><td>555-${i}</td></tr>` : ''}<tr><td>Country</td><td>${country}</td></tr></table>`;
    const pages = Array.from({ length: 20 }, (_, i) => ({
      url: `${i}`,
      html: person(i, i % 10 < 7 ? 'Brasil' : i % 2 === 0 ? 'Portugal' : 'Angola', i % 4 !== 0),
    }));
    expect(templateTexts(buildGraph(pages, { frequencyOnly: true }))).toContain('Brasil');
    expect(templateTexts(buildGraph(pages)).sort()).toEqual(['Country', 'Name', 'Phone']);
  });

  it('takes a value that every page has in its menu for a value where it stands in a slot', () => {
    const teams = ['Reds', 'Blues', 'Greens'];
    const menu = teams.map((team) => `<li>${team}</li>`).join('');
    const pages = Array.from({ length: 12 }, (_, i) => ({
      url: `${i}`,
      html: `<ul>${menu}</ul><dl><dt>Team</dt><dd>${teams[i % 3]}</dd><dt>Name</dt><dd>Player ${i}</dd></dl>`,
    }));
    const graph = buildGraph(pages);
    const inSlot = nodesWith(graph, 'Reds').filter((node) => graph.text(graph.parent[node]!) === 'DD');
    const inMenu = nodesWith(graph, 'Reds').filter((node) => graph.text(graph.parent[node]!) === 'LI');
    expect(inSlot.every((node) => graph.role[node] !== TEMPLATE)).toBe(true);
    expect(inMenu.every((node) => graph.role[node] === TEMPLATE)).toBe(true);
  });

  it('uses the template of the pages that were learned from on a single new page', () => {
    const known = templateTexts(buildGraph(playerSite()));
    const graph = buildGraph([{ url: 'new', html: playerPage(PLAYERS[2]!) }], { template: known });
    expect(templateTexts(graph)).toEqual(['PLACE OF BIRTH', 'DATE OF BIRTH', 'WEIGHT', 'HEIGHT']);
  });
});

describe('export', () => {
  it('writes every node and edge once, whatever the pages say', () => {
    const graph = buildGraph([{ url: 'a"b', html: '<p>He said "x",\\ y</p><p>}) DETACH DELETE n //</p>' }]);
    const nodes = [...nodesCsv(graph)];
    expect(nodes).toHaveLength(graph.count + 1);
    expect(nodes.join('')).toContain('"He said ""x"",\\ y"');
    expect([...edgesCsv(graph)]).toHaveLength(graph.count);
    const script = [...cypherScript(graph)].join('');
    expect(script.match(/:contains/g)).toHaveLength(graph.count - 1);
    expect(script).toContain('value: "He said \\"x\\",\\\\ y"');
  });
});
