/**
 * One spelling for words that Portuguese has spelt in several ways: before and after the agreement of 1990, in Brazil and in Portugal. What
 * comes out is a key to compare words by, as a rule the newer spelling; it need not be a word (`infecção`, `infeção` → `infecao`).
 *
 * The agreement leaves silent consonants out, and whether one is silent no letter tells: `pacto`, `apto`, `bactéria` keep theirs, and without it
 * they would be other words (`pato`, `ato`, `bateria`). So consonants are left out behind beginnings of which that is known, not everywhere.
 * Accents, which the agreement changed too (`idéia`, `lingüística`, `vôo`), are gone from folded words already.
 */

/** A word with none of these is spelt in one way. */
const DOUBTFUL = /c[ct]|p[ct]|mn|^humid|^registr|^qu[oa]t|planej|^sub[dt]/;

/** Syllables behind which the c of `ct` is silent, or was before it was left out. */
const BEFORE_SILENT_C =
  '(?:^|^re|^inter|^in|^trans|^ex|^inex|^co|^retro|^des|^hiper|^radio)a|tra|fra|reda|fa|ta|fe|pe|te|je|le|re|se|ne|no|vi|du|fru|tru|stri|fli|di|n|r';
/** The same of the p of `pt`. */
const BEFORE_SILENT_P = 'ado|ba|ce|egi|scri|ru(?=pt(?:o|a|ur))|^o(?=pti[mc])|^se(?=pt(?:emb|im[oa]))';

const RULES: readonly (readonly [RegExp, string])[] = [
  // `acção`, `seleccionar`; `facção` would become a knife.
  [/(?<!^|^fa)cc(?=ao$|oes$|ion)/, 'c'],
  [/(?<!^)mpc(?=ao$|oes$|ion)/, 'nc'],
  [/(?<!^)pc(?=ao$|oes$|ion)/, 'c'],
  [new RegExp(`(?<=${BEFORE_SILENT_C})ct`), 't'],
  [/^caracter(?=es$|$)/, 'carater'],
  [/(?<!^)mpt/, 'nt'],
  [new RegExp(`(?<=${BEFORE_SILENT_P})pt`), 't'],
  // What Brazil and Portugal spell each in its way.
  [/^amnist/, 'anist'],
  [/indemn/, 'inden'],
  [/^omni/, 'oni'],
  [/^subtil/, 'sutil'],
  [/^subdit/, 'sudit'],
  [/^humid/, 'umid'],
  [/^registr(?=[aeio])/, 'regist'],
  [/^quotidian/, 'cotidian'],
  [/^quota(?=s?$)/, 'cota'],
  [/^quatorze$/, 'catorze'],
  [/^planej(?=[aeo])/, 'plane'],
];

/** The key of a folded word. */
export function spellingOf(folded: string): string {
  if (!DOUBTFUL.test(folded)) return folded;
  let key = folded;
  for (const [found, instead] of RULES) key = key.replace(found, instead);
  return key;
}

/** The letters that words begin with whose key begins with this one: `humid` and `quota` are brought to one spelling with `umid` and `cota`. */
export function firstLetters(letter: string): string {
  return letter === 'u' ? 'uh' : letter === 'c' ? 'cq' : letter;
}

/** Prefixes that end in a vowel and that the agreement joins to, or parts from, what follows. */
const PREFIXES = new Set(
  'aero agro ante anti arqui auto bio co contra eletro extra foto geo hidro hiper infra inter intra macro maxi mega micro mini moto multi nano neo neuro pan pluri poli proto pseudo psico re retro semi sobre socio super supra tele termo tri ultra video'.split(
    ' ',
  ),
);
const LONGEST_PREFIX = 6;
/** Less than this behind a prefix is no word. */
const SHORTEST_REST = 4;

/** `infraestrutura` → `infra`, `estrutura`; `antissemita` → `anti`, `semita`. Null for a word that does not begin with a prefix. */
export function partedWord(folded: string): readonly [string, string] | null {
  for (let size = Math.min(LONGEST_PREFIX, folded.length - SHORTEST_REST); size >= 2; size--) {
    const prefix = folded.slice(0, size);
    if (!PREFIXES.has(prefix)) continue;
    const rest = folded.slice(size);
    // Behind a vowel r and s are doubled, so that they keep their sound.
    const own = /^([rs])\1/.test(rest) && /[aeio]$/.test(prefix) ? rest.slice(1) : rest;
    if (own.length >= SHORTEST_REST) return [prefix, own];
  }
  return null;
}

/** The words as one, as the agreement joins them: `infra`, `estrutura` → `infraestrutura`. Null when the first is no prefix. */
export function joinedWord(prefix: string, rest: string): string | null {
  if (!PREFIXES.has(prefix) || rest.length < SHORTEST_REST) return null;
  return /[aeio]$/.test(prefix) && /^[rs]/.test(rest) ? `${prefix}${rest[0]}${rest}` : `${prefix}${rest}`;
}
