/** `--csv` and `--csv excel`, the same in every command that writes tables. */
import { InvalidArgumentError } from 'commander';
import type { CsvForm } from '../../formats/index.ts';

export const CSV_FLAG = '--csv [excel]';

/** What commander gives: true for the bare flag, else what this makes of the word behind it. */
export type CsvFlag = true | 'excel';

/** `bad` says what may follow. */
export function csvWord(bad: string): (word: string) => CsvFlag {
  return (word) => {
    if (word.toLowerCase() !== 'excel') throw new InvalidArgumentError(bad);
    return 'excel';
  };
}

export function csvForm(flag: CsvFlag | undefined): CsvForm {
  return flag === 'excel' ? 'excel' : 'plain';
}
