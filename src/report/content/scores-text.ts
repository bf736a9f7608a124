/** The scores as aligned lines: a table a site, and the mean. */
import { CONTENT_GOLD_WORDS } from '../../words/content-gold.ts';
import { type Language, say } from '../../words/index.ts';
import { plainText } from '../hostile-text.ts';
import { columnLines, PLAIN, type TextStyle } from '../text-columns.ts';
import { type ContentScores, type Measured, meanScores } from './scores.ts';

const three = (value: number): string => value.toFixed(3);

/** The cells of a row, after the method. */
function scoreCells(byBlock: Measured | null, byWord: Measured): string[] {
  return [
    ...(byBlock === null ? ['–', '–', '–'] : [byBlock.precision, byBlock.recall, byBlock.f1].map(three)),
    ...[byWord.precision, byWord.recall, byWord.f1].map(three),
  ];
}

export interface ScoreTable {
  readonly title: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A table for each site, and one with the means where there are several. */
export function scoreTables(scores: ContentScores, language: Language): ScoreTable[] {
  const m = CONTENT_GOLD_WORDS[language];
  const measures = [m.blockP, m.blockR, m.blockF, m.wordP, m.wordR, m.wordF];
  const sites = [...new Set(scores.map(({ site }) => site))];
  const tables = sites.map((site): ScoreTable => {
    const mine = scores.filter((score) => score.site === site);
    const { pages, truth } = mine[0]!;
    return {
      title: say(m.siteTitle, { site: plainText(site, 80), pages, truth }),
      header: [m.method, ...measures, m.blocks, m.time],
      rows: mine.map((one) => [
        m.methods[one.method as keyof typeof m.methods] ?? one.method,
        ...scoreCells(one.byBlock, one.byWord),
        String(one.blocks),
        `${one.seconds.toFixed(2)} s`,
      ]),
    };
  });
  if (sites.length < 2) return tables;
  return [
    ...tables,
    {
      title: say(m.meanTitle, { sites: sites.length }),
      header: [m.method, ...measures],
      rows: meanScores(scores).map(({ method, byBlock, byWord }) => [
        m.methods[method as keyof typeof m.methods] ?? method,
        ...scoreCells(byBlock, byWord),
      ]),
    },
  ];
}

export function scoresText(scores: ContentScores, language: Language, style: TextStyle = PLAIN): string {
  return scoreTables(scores, language)
    .map(({ title, header, rows }) => {
      const [head, ...body] = columnLines([header, ...rows]);
      return `${style.heading(title)}\n${style.faint(head!)}\n${body.join('\n')}\n`;
    })
    .join('\n');
}
