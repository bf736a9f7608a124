/** Damage of an input, as a line for people. */
import type { InputProblem } from '../../app/input/input-problem.ts';
import { printable } from '../../formats/index.ts';
import type { Language } from '../../words/language.ts';
import { sayWhy } from '../../words/why.ts';

const LONGEST_LINE = 500;

export function problemLine({ path, offset, why }: InputProblem, language: Language): string {
  const place = offset === null ? path : `${path} @${offset}`;
  return `${printable(`${place}: ${sayWhy(why, language)}`).slice(0, LONGEST_LINE)}\n`;
}
