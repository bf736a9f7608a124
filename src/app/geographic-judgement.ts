/**
 * How a search for geographic data judges pages: which of their words prove what, and of each link what it is taken for, why, and with
 * which words around it.
 *
 * ```ts
 * for await (const { name, verdict, links } of judgeGeographicPages(['coleta']))
 *   for (const link of links) console.log(name, verdict, link.class, link.url, link.anchor);
 * ```
 */
import type { GeoPage, UrlClass } from '../geo/policy/index.ts';
import { geographicVocabulary } from './geographic-vocabulary.ts';
import type { GivenPagesOptions } from './input/given-pages.ts';

export interface JudgeGeographicOptions extends Omit<GivenPagesOptions, 'onPassedOver'> {
  /** Default `modern`; `compat` judges as in 2006. */
  readonly profile?: 'modern' | 'compat' | undefined;
}

export interface JudgedLink {
  readonly url: string;
  readonly class: Exclude<UrlClass, 'UNWANTED'>;
  /** What decided it: an extension, a word of the address, or where the geographic words stand. */
  readonly because: string;
  readonly anchor: string;
  /** Up to twenty words each side; of links to geographic files and services. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Denominator of the scale that the anchor names. */
  readonly scale: number | null;
  readonly kinds: readonly string[];
}

export interface JudgedGeographicPage extends Pick<GeoPage, 'title' | 'description' | 'keywords' | 'score'> {
  /** A path, an address, or `-`. */
  readonly name: string;
  readonly url: string;
  /** `files`: links to what will be looked into; `words`: is about such things, but has none. */
  readonly verdict: 'files' | 'words' | 'none';
  /** The geographic words that count, with their weights; as in 2006 they are read only where an archive needs them. */
  readonly words: readonly { readonly term: string; readonly weight: number }[];
  /** Without what is unwanted: pictures, styles, documents. */
  readonly links: readonly JudgedLink[];
}

/** The address of a page that comes without one, so that its relative links lead somewhere. */
const NOWHERE = 'http://pagina.invalid/';

/** Every page, in order: of files, folders, crawls, archives, addresses, `-`. Throws TRF_INPUT_MISSING for what is not there. */
export async function* judgeGeographicPages(
  inputs: readonly string[],
  { profile = 'modern', ...options }: JudgeGeographicOptions = {},
): AsyncGenerator<JudgedGeographicPage> {
  const [{ givenPages, readGiven }, { GeoPageReader, reportedLinks }, terms] = await Promise.all([
    import('./input/given-pages.ts'),
    import('../geo/policy/index.ts'),
    geographicVocabulary(profile),
  ]);
  const reader = new GeoPageReader({ profile });
  const weights = new Map(terms.map(({ term, weight }) => [term, weight]));
  for await (const given of givenPages(inputs, options)) {
    const { document } = readGiven(given);
    if (document === null) continue;
    const page = reader.read(document, given.url ?? NOWHERE);
    const { title, description, keywords, score, geoInteresting, geoHint } = page;
    yield {
      ...{ name: given.name, url: page.url, title, description, keywords, score },
      verdict: geoInteresting ? 'files' : geoHint ? 'words' : 'none',
      words: page.geoWords.map((term) => ({ term, weight: weights.get(term)! })),
      links: reportedLinks(page).map(
        ({ url, class: name, because, anchor, before, after, scale, dataKinds }) => ({
          ...{ url, class: name as JudgedLink['class'], because, anchor, before, after, scale },
          kinds: dataKinds,
        }),
      ),
    };
  }
}
