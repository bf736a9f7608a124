/** `tarrafa geo places <text|->`: the places that a text names, how likely each is one, and why. */
import { Command, InvalidArgumentError } from 'commander';
import { placesOfText } from '../../app/places-of-text.ts';
import { printable } from '../../formats/index.ts';
import type { PlaceMention } from '../../geo/gazetteer/index.ts';
import { GEO_PLACES_WORDS, type GeoPlacesWords } from '../../words/geo-places.ts';
import type { Language } from '../../words/index.ts';
import { formatFixed, formatNumber, say } from '../../words/index.ts';
import { placeName } from '../../words/place-names.ts';
import { type CommandSurroundings, PROCESS } from '../input/surroundings.ts';
import { colours as pc } from '../terminal/colours.ts';

interface PlacesFlags {
  readonly least?: number;
  readonly explain?: boolean;
  readonly json?: boolean;
}

const MOST_EVIDENCE = 8;

export function geoPlacesCommand(language: Language, around: CommandSurroundings = PROCESS): Command {
  const m = GEO_PLACES_WORDS[language];
  return new Command('places')
    .description(m.places)
    .argument('<input>', m.input)
    .option('--least <share>', m.least, share)
    .option('--explain', m.explain)
    .option('--json', m.json)
    .action(async (input: string, { least, explain, json }: PlacesFlags) => {
      const { mentions } = await placesOfText(input, { least, explain, stdin: () => around.stdin() });
      const table = around.isTerminal && json !== true;
      if (table && mentions.length === 0) around.out(`${m.none}\n`);
      for (const mention of mentions)
        around.out(table ? told(mention, m, language) : `${JSON.stringify(mention)}\n`);
    });
}

function share(written: string): number {
  const value = Number(written);
  if (!(value >= 0 && value <= 1)) throw new InvalidArgumentError('0 … 1');
  return value;
}

function told(mention: PlaceMention, m: GeoPlacesWords, language: Language): string {
  const { place, text, confidence, which, evidence = [] } = mention;
  const where =
    place === null
      ? m.unknown
      : [place.name, ...place.within]
          .map((name) => placeName({ name, country: place.country }, language))
          .filter((name) => name !== '')
          .join(', ');
  const lines = [
    `${pc.bold(formatFixed(confidence, language, 2))}  ${pc.cyan(printable(text))}  ${where}`,
    ...(place !== null && which < 0.95
      ? [pc.dim(`      ${say(m.namesake, { share: formatNumber(Math.round(which * 100), language) })}`)]
      : []),
    ...evidence
      .slice(0, MOST_EVIDENCE)
      .map(({ feature, weight }) =>
        pc.dim(
          `      ${weight > 0 ? '+' : '−'}${formatFixed(Math.abs(weight), language, 2)}  ${m.evidence[feature]}`,
        ),
      ),
  ];
  return `${lines.join('\n')}\n`;
}
