import { describe, expect, it } from 'vitest';
import { buildGraph } from '../graph/build-graph.ts';
import { playerSite } from '../graph/players.fixture.ts';
import { learnRules } from '../rules/learn.ts';
import { RULES_SOURCE } from '../rules/profile.ts';
import { pivotOf } from '../rules/rule.ts';
import { extract } from '../wrapper/extract.ts';
import { learnWrappers } from '../wrapper/learn-wrapper.ts';
import { type BoltDriver, BoltEngine } from './bolt-engine.ts';
import { GrafeoEngine } from './grafeo-engine.ts';
import { InProcessEngine } from './in-process-engine.ts';
import { openEngine } from './open-engine.ts';
import { describeEngine } from './rule-engine.suite.ts';

describe('the in-process engine', () => {
  describeEngine('gives', async () => new InProcessEngine(), 300);
});

const installed = await GrafeoEngine.isInstalled();

// Skipped, by name, where the optional package is not installed.
describe.skipIf(!installed)('the embedded database @grafeo-db/js (optional)', () => {
  describeEngine('[O-AC-42] gives', () => GrafeoEngine.open(), 40);

  it("answers a person's own Cypher", async () => {
    const engine = await GrafeoEngine.open();
    await engine.load(buildGraph(playerSite()));
    const rows = await engine.query(
      'MATCH (n) WHERE n.function = "TEMPLATE" RETURN DISTINCT n.value AS label ORDER BY label',
    );
    expect(rows.flat()).toEqual(['DATE OF BIRTH', 'HEIGHT', 'PLACE OF BIRTH', 'WEIGHT']);
    await engine.close();
  });
});

describe('the Bolt engine (experimental: a stand-in, no server)', () => {
  class Recorder implements BoltDriver {
    readonly sent: { text: string; parameters: Readonly<Record<string, unknown>> }[] = [];
    closed = false;

    async executeQuery(text: string, parameters: Readonly<Record<string, unknown>> = {}) {
      this.sent.push({ text, parameters });
      const rows = text.startsWith('MATCH (n1)') ? [[17, 12]] : [];
      return { records: rows.map((row) => ({ get: (column: number): unknown => row[column] })) };
    }

    async close(): Promise<void> {
      this.closed = true;
    }
  }

  it('sends nodes and edges in batches and rules with parameters', async () => {
    const graph = buildGraph(playerSite());
    const driver = new Recorder();
    const engine = new BoltEngine(driver);
    await engine.load(graph);
    const rows = driver.sent.flatMap(({ parameters }) => (parameters.rows as object[] | undefined) ?? []);
    expect(rows.filter((row) => 'value' in row)).toHaveLength(graph.count);
    expect(rows.filter((row) => 'from' in row)).toHaveLength(graph.count - graph.pageCount);
    const { rule } = learnRules(graph, RULES_SOURCE).rules.find(({ rule }) => pivotOf(rule) === 'HEIGHT')!;
    expect(await engine.run(rule)).toEqual([{ node: 17, label: 12 }]);
    const last = driver.sent.at(-1)!;
    expect(last.text).toMatch(/ RETURN n\d+\.id, n1\.id$/);
    expect(last.text).not.toContain('HEIGHT');
    expect(last.parameters).toMatchObject({ p1: 'HEIGHT' });
    await engine.close();
    expect(driver.closed).toBe(true);
  });

  it('refuses a label that is more than a name', () => {
    expect(() => new BoltEngine(new Recorder(), 'a) DETACH DELETE')).toThrow();
  });
});

describe('an engine by its address', () => {
  it('is in process where none is named, and an embedded database or a server where one is', async () => {
    expect(await openEngine()).toBeInstanceOf(InProcessEngine);
    if (installed) {
      const engine = await openEngine('grafeo');
      expect(engine).toBeInstanceOf(GrafeoEngine);
      await engine.close();
    }
  });

  it.each(['', 'sqlite', 'grafeo:', 'bolt:', 'http://a.br', 'bolt://eu:segredo@a.br:7687'])(
    'is never %j',
    async (address) => {
      const refused = await openEngine(address).catch((error: unknown) => error);
      expect(refused).toMatchObject({ code: 'TRF_ENGINE_UNKNOWN' });
      // A password is not repeated.
      expect(String(refused)).not.toContain('segredo');
    },
  );
});

describe('a table', () => {
  it.skipIf(!installed)('is the same whichever engine runs its rules', async () => {
    const graph = buildGraph(playerSite());
    const set = learnRules(graph, RULES_SOURCE);
    const [wrapper] = learnWrappers([
      {
        site: 's',
        example: 'messi',
        set,
        columns: set.rules.map((rule, i) => ({
          name: `c${i}`,
          source: 'person',
          rules: [{ rule, prefix: null }],
        })),
      },
    ]);
    const engine = await openEngine('grafeo');
    const rows = await extract(wrapper!, graph);
    expect(rows.some(({ values }) => values.size > 1)).toBe(true);
    expect(await extract(wrapper!, graph, engine)).toEqual(rows);
    await engine.close();
  });
});
