/** How well methods find the content of pages: a table for the terminal, a table for programs, plots and a page. */
export { scoresCsv } from './scores.ts';
export { scoresText } from './scores-text.ts';
export { writeScores } from './write-scores.ts';
