/** Quality of extraction rules and of their selection: any `<vertical>-<site>.jsonl.gz` of `{id, url, html, gold}`. */
import type { Bar, MeasureArgs, MeasureResult, MeasureTable } from '../bench/measure.ts';
import { buildGraph } from '../src/entities/graph/build-graph.ts';
import { learnRules } from '../src/entities/rules/learn.ts';
import { RULES_SOURCE } from '../src/entities/rules/profile.ts';
import { proposeColumns } from '../src/entities/selection/propose-columns.ts';
import { calibrate } from './entities/calibrate.ts';
import { type SiteFile, siteFiles } from './entities/corpus.ts';
import { type LabelledSite, labelledSite, transfers } from './entities/learned.ts';
import { onePage } from './entities/one-page.ts';
import { oracleRule } from './entities/oracle.ts';
import { compareWithPublished } from './entities/published-corpora.ts';
import { type FirstRules, reinforced } from './entities/reinforced.ts';
import { mean, score } from './entities/score.ts';
import { columnsOf, keysByPage, loadSite, type MeasuredSite, sitePages } from './entities/site.ts';

export const title = 'Entities: rules, complements, one labelled page, transfer between sites';

/** A column is clean when its F1 against the attribute is at least this. */
const CLEAN = 0.95;
const KS = [1, 2, 3, 5];

interface Pair {
  readonly vertical: string;
  readonly site: string;
  readonly attribute: string;
  readonly source: number;
  readonly single: number;
  readonly withComplements: number;
  readonly onePage: number;
  readonly clean: boolean;
}

function bestRules(site: MeasuredSite): FirstRules {
  const columns = columnsOf(site.rules).map((rule) => ({ rule, keys: keysByPage(site.graph, rule.nodes) }));
  const first = new Map(
    [...site.gold].map(([attribute, gold]) => {
      const f1 = new Map(columns.map(({ rule, keys }) => [rule, score(keys, gold).f1]));
      const best = oracleRule(
        columns.map(({ rule }) => rule),
        (rule) => f1.get(rule)!,
      );
      return [attribute, best!.rule] as const;
    }),
  );
  return { site, first };
}

/** F1 of the best rule of the source's own language: strict positions, frequency alone, γ of 30 %. */
function sourceF1(site: MeasuredSite): Map<string, number> {
  const graph = buildGraph(sitePages(site.file), { frequencyOnly: true });
  const keys = columnsOf(learnRules(graph, RULES_SOURCE)).map((rule) => keysByPage(graph, rule.nodes));
  return new Map(
    [...site.gold].map(([attribute, gold]) => [
      attribute,
      keys.reduce((best, column) => Math.max(best, score(column, gold).f1), 0),
    ]),
  );
}

function measureVertical(files: readonly SiteFile[]): { pairs: Pair[]; labelled: LabelledSite[] } {
  const sites = files.map((file) => bestRules(loadSite(file)));
  const complemented = reinforced(sites);
  const pairs = sites.flatMap(({ site, first }) => {
    const source = sourceF1(site);
    const proposed = proposeColumns(site.rules).map((rule) => keysByPage(site.graph, rule.nodes));
    return [...site.gold].map(
      ([attribute, gold]): Pair => ({
        vertical: site.file.vertical,
        site: site.file.site,
        attribute,
        source: source.get(attribute)!,
        single: score(keysByPage(site.graph, first.get(attribute)!.nodes), gold).f1,
        withComplements: complemented.find((entry) => entry.site === site && entry.attribute === attribute)!
          .f1,
        onePage: onePage(site, attribute),
        clean: proposed.some((keys) => score(keys, gold).f1 >= CLEAN),
      }),
    );
  });
  return { pairs, labelled: sites.map(({ site }) => labelledSite(site)) };
}

const percent = (value: number): string => (100 * value).toFixed(2);

export async function run(args: MeasureArgs): Promise<MeasureResult> {
  let files = args.data === undefined ? [] : siteFiles(args.data);
  const only = args.options.only?.split(',');
  if (only !== undefined) files = files.filter(({ vertical }) => only.includes(vertical));
  if (args.quick)
    files = files.filter(({ vertical }, i) => files.findIndex((f) => f.vertical === vertical) > i - 3);
  if (files.length === 0)
    return {
      tables: [
        {
          title: 'No data',
          columns: ['what'],
          rows: [
            [
              args.data === undefined
                ? 'give --data <folder>'
                : `no <vertical>-<site>.jsonl.gz in ${args.data}`,
            ],
          ],
        },
      ],
      figures: {},
    };
  const verticals = [...new Set(files.map(({ vertical }) => vertical))];
  const pairs: Pair[] = [];
  const labelled = new Map<string, LabelledSite[]>();
  const transfer = new Map<string, Map<number, number[]>>();
  for (const vertical of verticals) {
    const measured = measureVertical(files.filter((file) => file.vertical === vertical));
    pairs.push(...measured.pairs);
    labelled.set(vertical, measured.labelled);
    transfer.set(vertical, new Map(KS.map((k) => [k, transfers(measured.labelled, k).map(({ f1 }) => f1)])));
  }
  const of = (value: (pair: Pair) => number, vertical?: string): number =>
    mean(pairs.filter((pair) => vertical === undefined || pair.vertical === vertical).map(value));
  const learned = (k: number, vertical?: string): number =>
    mean(
      verticals
        .filter((v) => vertical === undefined || v === vertical)
        .flatMap((v) => transfer.get(v)!.get(k)!),
    );
  const row = (name: string, vertical?: string) => [
    name,
    pairs.filter((pair) => vertical === undefined || pair.vertical === vertical).length,
    percent(of((pair) => pair.source, vertical)),
    percent(of((pair) => pair.single, vertical)),
    percent(of((pair) => pair.withComplements, vertical)),
    percent(of((pair) => pair.onePage, vertical)),
    ...KS.map((k) => percent(learned(k, vertical))),
    percent(of((pair) => Number(pair.clean), vertical)),
  ];
  const whole: MeasureTable = {
    title: 'the corpus, against the published ones',
    columns: ['what'],
    rows: (['SWDE', 'WEIR'] as const).map((name) => [compareWithPublished(name, args.data!)]),
  };
  const tables: MeasureTable[] = [
    {
      title: 'F1 by vertical, mean over pairs of site and attribute (%)',
      columns: [
        'vertical',
        'pairs',
        "best rule, source's language",
        'best rule',
        'with complements',
        'one labelled page',
        ...KS.map((k) => `learned from ${k}`),
        `clean column (F1 ≥ ${CLEAN})`,
      ],
      rows: [...verticals.map((vertical) => row(vertical, vertical)), row('all')],
      note: 'best rule: chosen by gold; complements: chosen by reinforcement; learned from k: mean over runs beginning at every site, attributes that no labelled site has left out',
    },
    {
      title: 'Pairs below 0.9 in some column',
      columns: ['site', 'attribute', 'best rule', 'with complements', 'one labelled page'],
      rows: pairs
        .filter((pair) => Math.min(pair.single, pair.withComplements, pair.onePage) < 0.9)
        .map((pair) => [
          `${pair.vertical}-${pair.site}`,
          pair.attribute,
          percent(pair.single),
          percent(pair.withComplements),
          percent(pair.onePage),
        ]),
    },
  ];
  if (args.options.calibrate !== undefined) {
    const { weights, unseen } = calibrate(labelled, KS, Number(args.options.penalty ?? 0.001));
    tables.push({
      title: 'Learned from k, each vertical with weights that never saw it',
      columns: ['vertical', ...KS.map((k) => `learned from ${k}`)],
      rows: [
        ...[...unseen].map(([vertical, byK]) => [vertical, ...KS.map((k) => percent(byK.get(k)!))]),
        ['mean', ...KS.map((k) => percent(mean([...unseen.values()].map((byK) => byK.get(k)!))))],
      ],
      note: `weights: ${JSON.stringify(weights)}`,
    });
  }
  const bar = (what: string, value: number, least: number): Bar => ({
    what,
    bar: `≥ ${least}`,
    measured: percent(value),
    met: 100 * value >= least,
  });
  const figures = {
    pairs: pairs.length,
    sourceRule: of((pair) => pair.source),
    bestRule: of((pair) => pair.single),
    withComplements: of((pair) => pair.withComplements),
    onePage: of((pair) => pair.onePage),
    learnedFrom1: learned(1),
    learnedFrom5: learned(5),
    cleanColumns: of((pair) => Number(pair.clean)),
  };
  return {
    tables: [...tables, whole],
    figures,
    bars: [
      bar('best single rule chosen by gold', figures.bestRule, 98.5),
      bar('with complementary rules chosen by reinforcement', figures.withComplements, 99.2),
      bar('one labelled page a site', figures.onePage, 97.5),
      bar('learned from 1 labelled site', figures.learnedFrom1, 86),
      bar('learned from 5 labelled sites', figures.learnedFrom5, 94),
      bar('nothing labelled: attributes that are one clean column', figures.cleanColumns, 80),
    ],
  };
}
