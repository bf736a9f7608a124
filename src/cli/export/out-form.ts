/** In which form a list goes into the file of `--out`: as the flags say, or as the name of the file ends. */
import { TarrafaError } from '../../errors.ts';
import type { CsvForm } from '../../formats/index.ts';
import { reason } from '../../words/why.ts';
import { type CsvFlag, csvForm } from './csv-flag.ts';

/** Throws TRF_CONFIG_INVALID where neither says it: a spreadsheet that holds lines of JSON opens nowhere. */
export function outForm(
  out: string,
  { json, csv }: { readonly json?: boolean | undefined; readonly csv?: CsvFlag | undefined },
): 'json' | { readonly csv: CsvForm } {
  if (csv !== undefined) return { csv: csvForm(csv) };
  if (json === true || /\.(?:jsonl|ndjson|json)$/i.test(out)) return 'json';
  if (/\.csv$/i.test(out)) return { csv: 'plain' };
  throw new TarrafaError('TRF_CONFIG_INVALID', ['--out', reason('name-of-no-list', { name: out })]);
}
