/** The report of a run of a published method, a line for each site: the columns of the source's tables as far as a run without a truth knows them. */
import { csvLine } from '../../formats/index.ts';
import type { SiteRun } from './published-method.ts';

const COLUMNS = [
  'config',
  'site',
  'pages',
  'blocks',
  'page_limit',
  'content_blocks',
  'removed_wordless',
  'removed_exact',
  'removed_frequent',
  'removed_comment',
  'vocabulary',
  'comparisons',
  'time_printed',
  'time_seconds',
] as const;

/** `config` names the run: the method, and what of it was changed. */
export function methodReport(runs: readonly SiteRun[], config: string): string {
  return [
    csvLine(COLUMNS),
    ...runs.map(({ site, pages, blocks, pageLimit, kept, removed, vocabulary, comparisons, seconds }) => {
      const time = seconds.extraction + seconds.comparison;
      return csvLine([
        config,
        site,
        pages,
        blocks,
        pageLimit,
        kept,
        removed.wordless,
        removed.exactDuplicate,
        removed.frequent,
        removed.comment,
        vocabulary,
        comparisons,
        printedTime(time),
        Number(time.toFixed(3)),
      ]);
    }),
  ].join('');
}

/** As the source prints it: `mm:ss`, from an hour on `hh:mm:ss`. */
export function printedTime(seconds: number): string {
  const whole = Math.round(seconds);
  const two = (value: number): string => String(value).padStart(2, '0');
  const minutes = `${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
  return whole < 3600 ? minutes : `${two(Math.floor(whole / 3600))}:${minutes}`;
}
