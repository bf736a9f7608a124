/** What the miner goes by in Portuguese. */
import type { Mining } from '../../../cop/mining.ts';
import { PT_MARKERS } from './markers.ts';
import { meaningOf } from './meaning-of.ts';
import { PT_EXPRESSIONS, PT_FRAGMENTS, PT_LETTERS } from './written-tags.ts';

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

export const PT_MINING: Mining = {
  markers: PT_MARKERS,
  words: {
    weekdayTails: words('feira feiras'),
    weekdayMarker: 'segunda-feira',
    centuries: words('seculo seculos sec secs'),
    centuryMarker: 'seculo',
    decades: words('decada decadas'),
    shortDecade: 'anos',
    decadeLinks: words('de dos'),
    decadeMarker: 'decada',
    ones: words('um uma'),
    occasions: words('vez vezes'),
    dateLinks: words('de do'),
    of: 'de',
    writtenWith: { marco: 'ç' },
    alsoNames: words('domingo abril'),
    hourSign: 'h',
    openers: words('antes depois'),
    neverLast: words('que mais'),
    placing: words('mesmo mesma'),
    unitArticles: words('do da no na'),
  },
  meaningOf,
  fragments: PT_FRAGMENTS,
  expressions: PT_EXPRESSIONS,
  letters: PT_LETTERS,
};
