/** A line with a slip of the pen in the name of its place, always the same one for the same line. */
import type { WhereChip } from '../../src/catalogue/index.ts';

export function misspelt(line: string, chip: WhereChip): string {
  const name = /[\p{L}][\p{L}\s'-]*$/u.exec(chip.text.replace(/["”]$/, ''))?.[0] ?? chip.text;
  const at = line.indexOf(name, chip.start);
  // The longest word of the name, in its middle: nobody is understood with the first letter wrong.
  const words = [...name.matchAll(/\p{L}+/gu)].sort((a, b) => b[0].length - a[0].length);
  const word = words[0]!;
  const middle = at + word.index + Math.floor(word[0].length / 2);
  const kinds = [
    () => line.slice(0, middle) + line[middle] + line.slice(middle),
    () => line.slice(0, middle) + line.slice(middle + 1),
    () => line.slice(0, middle) + line[middle + 1] + line[middle] + line.slice(middle + 2),
  ];
  return kinds[line.length % kinds.length]!();
}
