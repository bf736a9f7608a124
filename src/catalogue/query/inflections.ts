/** Two forms of one verb, or what is made of it: `enchente` and `enchendo`, `governador` and `governado`. Neither is the other misspelt. */
import { fold } from '../../text/index.ts';

/** Endings by the vowel of the verb, without accents; those of `-er` and `-ir` share theirs. */
const OF_ALL = 'o os es amos emos imos ou';
const ENDINGS: readonly ReadonlySet<string>[] = [
  'a as am ar ares arem armos ando ado ados ada adas ante antes ador adora adores adoras acao acoes avel aveis ei aste aram ara arao aria ariam ava avam asse assem e em',
  'e em a am er eres erem ermos endo ido idos ida idas ente entes edor edora edores edoras i este eu eram era erao eria eriam ia iam esse essem ivel iveis',
  'e em a am ir ires irem irmos indo ido idos ida idas inte intes idor idora idores idoras i iste iu iram ira irao iria iriam ia iam isse issem ivel iveis icao icoes',
].map((endings) => new Set(`${endings} ${OF_ALL}`.split(' ')));
const SHORTEST_ROOT = 3;

export function areInflections(one: string, other: string): boolean {
  const [a, b] = [fold(one), fold(other)];
  let root = 0;
  while (root < a.length && a[root] === b[root]) root++;
  // The root may end before the first letter in which they differ: `ench-ente`, `ench-endo`.
  for (; root >= SHORTEST_ROOT; root--)
    if (ENDINGS.some((endings) => endings.has(a.slice(root)) && endings.has(b.slice(root)))) return true;
  return false;
}
