/**
 * Which geo-interesting words a text has, and what they prove together. `compat` takes one word of the table, exactly, for proof; `modern`
 * also takes plurals, and adds weights up so that a lone `long` or `state` proves nothing.
 */
import { foldWords } from '../../text/index.ts';
import { COMPAT_TERMS, type GeoTerm, MODERN_TERMS } from './terms.ts';

export type GeoProfile = 'compat' | 'modern';

export interface GeoEvidence {
  /** The words of the table that were met, each once, in order of meeting. */
  readonly words: readonly string[];
  /** Sum of their weights; in `compat` their number. */
  readonly score: number;
  /** Of all words of the text, how many are words of the table that are not everywhere on the Web, 0 … 1. */
  readonly share: number;
}

export interface VocabularyOptions {
  readonly profile?: GeoProfile;
  /** Another table than the shipped one, as `tarrafa geo vocabulary build` prints it. */
  readonly terms?: readonly GeoTerm[];
}

/** The weight of a word that is not everywhere. */
export const USUAL = 1;

export const NO_EVIDENCE: GeoEvidence = { words: [], score: 0, share: 0 };

export class GeoVocabulary {
  readonly profile: GeoProfile;
  readonly terms: readonly GeoTerm[];
  /** What a score must reach. */
  readonly threshold = 1;
  /** Folded term → its row. */
  readonly #rows = new Map<string, number>();
  /** First words of the terms of several words → the number of words of the longest. */
  readonly #openings = new Map<string, number>();

  constructor(options: VocabularyOptions = {}) {
    this.profile = options.profile ?? 'modern';
    this.terms = options.terms ?? (this.profile === 'compat' ? COMPAT_TERMS : MODERN_TERMS);
    this.terms.forEach(({ term }, row) => {
      const folded = foldWords(term);
      this.#rows.set(folded, row);
      const parts = folded.split(' ');
      if (parts.length > 1)
        this.#openings.set(parts[0]!, Math.max(parts.length, this.#openings.get(parts[0]!) ?? 0));
    });
  }

  /** Whether a text proves to be about geographic data. */
  isGeographic(text: string): boolean {
    return this.evidence(text).score >= this.threshold;
  }

  evidence(text: string): GeoEvidence {
    return this.evidenceOfWords(foldWords(text).split(' '));
  }

  /** The same for words that are folded already. */
  evidenceOfWords(words: readonly string[]): GeoEvidence {
    const met = new Set<number>();
    let telling = 0;
    const meet = (row: number): void => {
      met.add(row);
      if (this.terms[row]!.weight >= USUAL) telling++;
    };
    for (let i = 0; i < words.length; i++) {
      const word = words[i]!;
      const longest = this.#openings.get(word);
      if (longest !== undefined)
        for (let count = 2; count <= longest && i + count <= words.length; count++) {
          const row = this.#rows.get(words.slice(i, i + count).join(' '));
          if (row !== undefined) meet(row);
        }
      const row = this.#rowOf(word);
      if (row !== undefined) meet(row);
    }
    return this.#sum(met, telling / words.length);
  }

  #rowOf(word: string): number | undefined {
    const row = this.#rows.get(word);
    if (row !== undefined || this.profile === 'compat') return row;
    if (word.endsWith('s'))
      for (const singular of singulars(word)) {
        const found = this.#rows.get(singular) ?? this.#masculine(singular);
        if (found !== undefined) return found;
      }
    return this.#masculine(word);
  }

  /** `cartográfica` is `cartográfico`. */
  #masculine(word: string): number | undefined {
    return word.endsWith('ica') ? this.#rows.get(`${word.slice(0, -1)}o`) : undefined;
  }

  #sum(met: ReadonlySet<number>, share: number): GeoEvidence {
    if (met.size === 0) return NO_EVIDENCE;
    let score = 0;
    const words: string[] = [];
    for (const row of met) {
      const { term, weight } = this.terms[row]!;
      words.push(term);
      score += this.profile === 'compat' ? 1 : weight;
    }
    return { words, score, share };
  }
}

/** What a folded plural may be the plural of: `mapas`, `cidades`, `projecoes`, `imagens`, `espaciais`, `cities`. */
function singulars(word: string): string[] {
  const forms = [word.slice(0, -1)];
  if (word.endsWith('es')) forms.push(word.slice(0, -2));
  if (word.endsWith('oes')) forms.push(`${word.slice(0, -3)}ao`);
  if (word.endsWith('ns')) forms.push(`${word.slice(0, -2)}m`);
  if (word.endsWith('ais')) forms.push(`${word.slice(0, -2)}l`);
  if (word.endsWith('ies')) forms.push(`${word.slice(0, -3)}y`);
  return forms;
}
