/**
 * The numbers behind the large sample encyclopaedia, each with where it comes from: a paragraph (§) or table of the temporal-crawl
 * specification, or `assumption` where the source says nothing. They were fixed before any crawl policy was written and belong to the
 * generator alone: a policy that does badly is no reason to touch them.
 *
 * Two numbers that the source does not give, how often a link stays in the period of its paragraph (`linkInPeriod`) and how the articles
 * lie on the time line (the eras of `themes.ts`), were chosen so that the two *published* crawlers, the general one and that of the
 * source, show the published end points (§3.5.1, §3.5.2) in a simulation on the truth alone, without any page or annotator.
 */

interface Parameter<T> {
  readonly value: T;
  readonly source: string;
}

const from = <T>(source: string, value: T): Parameter<T> => ({ value, source });

export const HISTORY_PARAMETERS = {
  /** Articles of the default web. */
  articles: from(
    'issue: at least 20,000. The 5,000 pages of a run must stay a small part, as they were of pt.wikipedia (0.6 %); with 40,000 no more than 4,800 articles have a period in 1939–1945, and 75 % of 5,000 pages would be nearly all of them. Raised from 40,000 after the first runs, nothing else',
    100_000,
  ),
  lastYear: from('§3.3: the crawls were run in 2013', 2012),

  /** An article also tells of years near the harvest: the share that does, when, and the share of its paragraphs (of 1 for the main period). */
  recentPeriods: from('Table 6.15, rows from 1990 on; the share by the 25 % of §3.5.1, see above', {
    share: 1,
    weight: 0.35,
    years: [
      [1990, 1999, 17.11],
      [2000, 2000, 13.68],
      [2001, 2001, 17.96],
      [2002, 2002, 24.58],
      [2003, 2003, 10.73],
      [2004, 2012, 0.58],
    ] as readonly (readonly [from: number, to: number, share: number])[],
  }),
  /**
   * Paragraphs with a date, the infobox and references left out. Neighbours that write the same dates are one segment (§2.14), so paragraphs are
   * more than segments and have fewer dates; the segments then have the published means.
   */
  datedParagraphs: from('Table 8.2: 82.6 and 74.9 segments a page', 104),
  paragraphSpread: from('assumption: article lengths are log-normal; sigma of their logarithm', 0.5),
  /** 1, 2, 3, 4 dates: mean 1.17. */
  datesPerParagraph: from(
    'Table 6.9: 1.53 dates a segment, after neighbours are joined',
    [0.86, 0.115, 0.02, 0.005],
  ),
  /** Complete; year; year and month; day and month; month; clock time. */
  granularity: from('Table 6.8, differences of its rows', [0.1347, 0.5453, 0.0144, 0.1198, 0.0352, 0.1506]),
  /** Bare years that are said otherwise, and how: as a span of years, counted from the year before; the rest by what happened then. */
  saidOtherwise: from(
    'assumption: the source counts calendar dates alone (Table 6.4a: 70 % of expressions); its other ways are spans, counts and events',
    { share: 0.12, ways: [0.1, 0.6] as const },
  ),
  /** A second date of a paragraph lies in another year. */
  otherYear: from('Table 6.9: a segment spans 39.69 days in the mean, so few mix years', 0.3),
  /** Share of paragraphs without a date: at the beginning of an article, and at its end. */
  undatedParagraphs: from('Table 6.10: dated segments by quartile 20.0, 24.5, 25.7, 29.8 %', [0.55, 0.05]),
  /** An undated paragraph goes on about the period before it; otherwise it is of no time. */
  undatedContinues: from('assumption: §2.14 lets undated text inherit; half of it rightly', 0.5),
  /** A paragraph digresses to a year up to `strayYears` away from the article's periods. */
  strays: from(
    'assumption: L8, one segment is enough to be relevant and often says little about the page',
    0.015,
  ),
  strayYears: from('assumption', 15),
  undatedArticles: from(
    'Table 6.1: 26.34 % of the Web has no temporal information; §3.5.3: an encyclopaedia is much richer',
    0.08,
  ),

  /** 0, 1, 2, 3 links in a paragraph: mean 0.92. */
  linksPerParagraph: from(
    'assumption: Tables 6.11–6.14 count 0.03 links a page and cannot carry a crawl; articles of this size have about 120',
    [0.41, 0.33, 0.19, 0.07],
  ),
  /** Where the links of a paragraph of a known year lead: an article of that year; of the theme; a much-linked one; any one. */
  linkInPeriod: from(
    'Table 6.12 (links join close periods); share by §3.5.2, see above',
    [0.46, 0.17, 0.2, 0.17],
  ),
  /** The same where no year is known. */
  linkTimeless: from('assumption: the shares above without the first', [0, 0.35, 0.4, 0.25]),
  /** A link into a period prefers the theme of its article: draws before another theme is taken. */
  themeTries: from('assumption: Wikipedia links are topical', 3),
  /** Weight of the article of rank r: (r + offset)^-exponent. */
  popularity: from('literature: in-degrees of Wikipedia follow a power law of exponent 2.1 to 2.2', {
    exponent: 0.87,
    offset: 12,
  }),
  /** Places and concepts are linked more than anything else. */
  hubFactor: from('assumption', 4),
  genericAnchors: from('assumption: "a guerra", "esta cidade" instead of the title', 0.1),
  seeAlso: from('assumption', 5),

  /** References at the end: their years are those of books, not of what the article speaks of. */
  references: from('assumption: noise named by G-08', 6),
  referencesWithYear: from('assumption', 0.7),
  webReferences: from('assumption: "Consultado em …"', 0.3),
  /** Figures that look like a year and are none: "1939 soldados", "Rua 1.º de Maio", "Lei n.º 1941". */
  falseDates: from('Fixture C.5: such text exists and is no date', 0.02),
  pageBytes: from(
    'Table 8.2 has 88 to 90 KB; here three tenths of that, for speed: less text a segment, segments and links kept',
    26_000,
  ),
} as const;
