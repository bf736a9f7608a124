/**
 * The words that give away pages with geographic data: those in use, and a list made anew from pages of known producers.
 *
 * ```ts
 * const { selected } = await buildGeographicVocabulary(['paginas']);
 * ```
 */
import type { BuiltVocabulary, GeoTerm } from '../geo/vocabulary/index.ts';
import type { ArchiveProblem } from './input/archived-pages.ts';

/** The list in use; `compat`: as it was published, where one word is as good as another. */
export async function geographicVocabulary(
  profile: 'modern' | 'compat' = 'modern',
): Promise<readonly GeoTerm[]> {
  const { GeoVocabulary } = await import('../geo/vocabulary/index.ts');
  const { terms } = new GeoVocabulary({ profile });
  return profile === 'compat' ? terms.map((term) => ({ ...term, weight: 1 })) : terms;
}

export interface BuildVocabularyOptions {
  /** Of words in the description of a page; default 2.5, as in the formula. */
  readonly descriptionWeight?: number | undefined;
  /** Told of damage in an archive, which never stops the reading. */
  readonly onProblem?: ((problem: ArchiveProblem) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** `inputs`: pages, folders of pages, archives, or folders of crawls. */
export async function buildGeographicVocabulary(
  inputs: readonly string[],
  { descriptionWeight = 2.5, onProblem, signal }: BuildVocabularyOptions = {},
): Promise<BuiltVocabulary & { readonly pages: number }> {
  const { selectTerms, TermCounter } = await import('../geo/vocabulary/index.ts');
  const { givenPages, readGiven } = await import('./input/given-pages.ts');
  const counter = new TermCounter();
  for await (const page of givenPages(inputs, { onProblem, signal })) {
    const { document } = readGiven(page);
    if (document !== null) counter.add(document);
  }
  return { ...selectTerms(counter.counts, { descriptionWeight }), pages: counter.pages };
}
