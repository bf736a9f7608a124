/** Scores in the forms that people and programs read. */
import type { TextStyle } from '../../../report/index.ts';
import type { Language } from '../../../words/index.ts';
import { printedTime } from '../method-report.ts';
import type { SiteScore } from './score-gold.ts';

export interface WrittenScores {
  readonly text: (style?: TextStyle) => string;
  readonly csv: () => string;
  /** Table, page and plots in a folder; answers with their paths. */
  readonly files: (folder: string) => readonly string[];
}

export async function reportScores(scores: readonly SiteScore[], language: Language): Promise<WrittenScores> {
  const { scoresCsv, scoresText, writeScores } = await import('../../../report/content/index.ts');
  const flat = scores.flatMap(({ site, pages, truth, methods }) =>
    methods.map((score) => ({ site, pages, truth, ...score, time: printedTime(score.seconds) })),
  );
  return {
    text: (style) => scoresText(flat, language, style),
    csv: () => scoresCsv(flat),
    files: (folder) => writeScores(flat, folder, language),
  };
}
