/**
 * The temporal study of a collection: of what times its documents speak, and when they were made. As data, and as files (tables, plots, a
 * page); and the collection in its XML form.
 *
 * ```ts
 * const { study } = await studyTime(['coleta'], { limit: 10_000 });
 * ```
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';

import type { TextStyle } from '../report/index.ts';
import type { TimeStudyResult } from '../report/time/index.ts';
import { type Language, USUAL_LANGUAGE } from '../words/index.ts';
import type { InputProblem } from './input/input-problem.ts';

export interface StudyOptions {
  /** Default `modern`; `thesis` is the published method. */
  readonly profile?: 'modern' | 'thesis' | undefined;
  /** Of seasons and holidays; without it those of each document, by its host and its spelling. */
  readonly locale?: 'pt-PT' | 'pt-BR' | undefined;
  /** A file of patterns that `mineTime` found, which are read beside those of the grammar. */
  readonly patterns?: string | undefined;
  /** What counts as the date of a page; default as the page publishes it. */
  readonly creation?: 'published' | 'last-modified' | undefined;
  /** Documents of every language, not of Portuguese alone. */
  readonly allLanguages?: boolean | undefined;
  /** Documents read at most. */
  readonly limit?: number | undefined;
  /** The collection in its XML form goes to this file; with addresses and links if wanted. */
  readonly xml?: string | undefined;
  readonly xmlLinks?: boolean | undefined;
  /** Where the files go; default `report` in the folder, when one folder is studied; else none are written. */
  readonly out?: string | undefined;
  /** Of the page and the text; default `pt-BR`. */
  readonly language?: Language | undefined;
  /** How headings and what is less important are marked in the text, as for a terminal; without it they are not. */
  readonly style?: TextStyle | undefined;
  /** Told of damage, which never stops the reading. */
  readonly onProblem?: ((problem: InputProblem) => void) | undefined;
}

export interface Studied {
  readonly study: TimeStudyResult;
  /** The page; null when no files were written. */
  readonly page: string | null;
  /** The same as text, for whoever prints it. */
  readonly text: string;
}

/** `inputs`: folders of crawls, archives, collections in XML, records of WPT, JSON Lines, texts. */
export async function studyTime(inputs: readonly string[], options: StudyOptions = {}): Promise<Studied> {
  const [{ readStudy }, { studyText, writeStudy }] = await Promise.all([
    import('./study-time/read-study.ts'),
    import('../report/time/index.ts'),
  ]);
  const { language = USUAL_LANGUAGE, style } = options;
  const study = await readStudy(inputs, options);
  const target = targetOf(inputs, options.out);
  if (target !== null) writeStudy(study, target, language);
  return {
    study,
    page: target === null ? null : join(target, 'time.html'),
    text: studyText(study, language, style),
  };
}

/** Where the files go: where asked, or beside the one folder that was studied. */
function targetOf(inputs: readonly string[], out: string | undefined): string | null {
  if (out !== undefined) return out;
  return inputs.length === 1 && statSync(inputs[0]!).isDirectory() ? join(inputs[0]!, 'report') : null;
}
