/** Tables of entities as a program asks for them, with the files that people keep of them. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { councilSite as site } from '../entities/council-site.suite.ts';
import { StoredPages } from '../entities/index.ts';
import {
  entities,
  entityLines,
  explainValue,
  extractEntities,
  graphScript,
  learnEntities,
  readWrapper,
  writeChoicePages,
  writeGraphs,
  writeWrappers,
} from './index.ts';
import { expectSilence } from './silent.suite.ts';

const truth = site.entities.find(({ url }) => url === site.sample)!;
const pages = {
  fetcher: new StoredPages([...site.pages].map(([url, body]) => ({ url, body }))),
};

let folder: string;
expectSilence();
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tarrafa-app-entities-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('a program that wants a table of entities', () => {
  it('has it written on the way, and nothing read when it could not be', async () => {
    const out = join(folder, 'v.jsonl');
    const { table, wrappers } = await entities([site.sample], pages, { out, typed: true });
    const lines: string[] = [];
    for await (const line of entityLines(table, { typed: true })) lines.push(line);
    expect(readFileSync(out, 'utf8')).toBe(lines.join(''));
    expect(lines).toHaveLength(24);

    const unread = { fetcher: { fetch: () => expect.unreachable('a page was asked for') } as never };
    const refused = { out: join(folder, 'v.xls') };
    await expect(entities([site.sample], unread, refused)).rejects.toMatchObject({ code: 'TRF_OUTPUT_FORM' });
    await expect(extractEntities(wrappers[0]!, [], unread, refused)).rejects.toMatchObject({
      code: 'TRF_OUTPUT_FORM',
    });
    expect(readdirSync(folder)).toEqual(['v.jsonl']);
  });

  it('keeps what was learned in a file, and makes the table again from it', async () => {
    const { table, wrappers } = await entities([site.sample], pages);
    const [kept] = await writeWrappers(join(folder, 'w.json'), wrappers);
    expect(kept).toMatchObject({ file: join(folder, 'w.json'), wrapper: wrappers[0] });
    const twice = await writeWrappers(join(folder, 'w.json'), [...wrappers, ...wrappers]);
    expect(twice[0]!.file).toBe(join(folder, `w.${wrappers[0]!.site}.json`));
    const again = await extractEntities(await readWrapper(kept!.file), [], pages, {
      out: join(folder, 'v.csv'),
    });
    expect(again.rows.length).toBe(table.rows.length);
    expect(existsSync(join(folder, 'v.csv'))).toBe(true);
    await expect(readWrapper(join(folder, 'nada.json'))).rejects.toMatchObject({ code: 'TRF_INPUT_MISSING' });
  });

  it('lets people choose the columns: asked for each, or by their votes', async () => {
    const asked = await entities([site.sample], pages, {
      ask: async (_, candidates) => new Map([['Primeira', candidates[0]!.id]]),
    });
    expect(asked.table.columns.map(({ name }) => name)).toEqual(['Primeira']);

    const learned = await learnEntities([site.sample], pages);
    const [page] = await writeChoicePages(join(folder, 'escolha.html'), learned, 'pt-PT');
    const html = readFileSync(page!, 'utf8');
    expect(html).toContain('Guardar as escolhas');
    const rule = new RegExp(`data-rule="(r[0-9a-f]+)" value="${site.labels.get('partido')}"`).exec(html)![1]!;
    const vote = (name: string, choices: Readonly<Record<string, string | null>>): string => {
      const path = join(folder, `${name}.json`);
      writeFileSync(path, JSON.stringify({ form: 'tarrafa-entity-choices', version: 1, site: '', choices }));
      return path;
    };
    const undecided: string[] = [];
    const voted = await entities([site.sample], pages, {
      votes: [vote('a', { Partido: rule, Votos: rule }), vote('b', { Partido: rule, Votos: null })],
      onUndecided: (attribute) => undecided.push(attribute),
    });
    expect(voted.table.columns.map(({ name }) => name)).toEqual(['Partido']);
    expect(undecided).toEqual(['Votos']);
    await expect(
      entities([site.sample], pages, { votes: [vote('c', { Partido: 'r0' })] }),
    ).rejects.toMatchObject({ code: 'TRF_ATTRIBUTE_UNKNOWN' });
  });

  it('asks why a cell holds what it holds', async () => {
    const found = await entities([site.sample], pages);
    const there = await explainValue(found, site.sample, site.labels.get('votos')!);
    expect(there).toMatchObject({
      url: site.sample,
      values: [{ value: truth.values.get('votos'), rule: { role: 'selected' } }],
      absences: [],
    });
    expect(there.values[0]!.rule.cypher).toContain('MATCH (n1)--');
    const lacking = site.entities.find(({ values }) => !values.has('telefone'))!;
    const absent = await explainValue(found, lacking.url, site.labels.get('telefone')!);
    expect(absent.values).toEqual([]);
    expect(absent.absences[0]).toMatchObject({ reason: 'no-pivot' });
    await expect(explainValue(found, site.sample, 'Salário')).rejects.toMatchObject({
      code: 'TRF_ATTRIBUTE_UNKNOWN',
    });
    await expect(explainValue(found, '/nada', 'Salário')).rejects.toMatchObject({
      values: ['/nada', { reason: 'not-in-table' }],
    });
  });

  it('takes the graph of the site to other programs', async () => {
    const learned = await learnEntities([site.sample], pages);
    let script = '';
    for await (const piece of graphScript(learned[0]!)) script += piece;
    const [cypher] = await writeGraphs(join(folder, 'g.cypher'), learned);
    expect(readFileSync(cypher!, 'utf8')).toBe(script);
    expect(script).toContain('CREATE');
    expect(await writeGraphs(join(folder, 'g.csv'), learned)).toEqual([
      join(folder, 'g.nodes.csv'),
      join(folder, 'g.edges.csv'),
    ]);
  });
});
