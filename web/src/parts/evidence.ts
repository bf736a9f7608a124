/** What a date, a place or a period that is shown rests on, and when that is too little for a fact. */
import type { MessageKey } from '../../../src/words/browser.ts';
import type { PageView } from '../api/shapes.ts';
import { date, share, t } from '../words.svelte.ts';

/** One thing that is said in the panel of `Evidence.svelte`. Of a line without a label its text is a sentence. */
export interface EvidenceLine {
  readonly label?: string;
  readonly text: string;
}

/** Less sure than this a date is shown as one that may be: it is as likely to be wrong as right. */
const WEAK = 0.5;

/** Null: nobody knows how sure it is, which is no reason to doubt it. */
export const isWeak = (confidence: number | null): boolean => confidence !== null && confidence < WEAK;

/** `publicado em 3 de mai de 2019`, or `publicação: talvez 3 de mai de 2019` when the evidence is weak. */
export function dateSaid(of: 'published' | 'modified', day: string, confidence: number | null): string {
  const said = { date: date(day) };
  if (of === 'published') return isWeak(confidence) ? t('publishedPerhaps', said) : t('published', said);
  return isWeak(confidence) ? t('modifiedPerhaps', said) : t('modified', said);
}

type PageDate = NonNullable<PageView['published']>;

const SOURCES: Readonly<Record<string, MessageKey>> = {
  'json-ld': 'dateFromJsonLd',
  meta: 'dateFromMeta',
  microdata: 'dateFromMicrodata',
  'time-element': 'dateFromTimeElement',
  element: 'dateFromElement',
  url: 'dateFromUrl',
  visible: 'dateFromVisible',
  relative: 'dateFromRelative',
  script: 'dateFromScript',
  header: 'dateFromHeader',
  sitemap: 'dateFromSitemap',
  feed: 'dateFromFeed',
  copyright: 'dateFromCopyright',
  correction: 'dateFromPerson',
};

export function dateLines(of: PageDate): EvidenceLine[] {
  const source = SOURCES[of.source];
  const lines: EvidenceLine[] = [
    { label: t('evidenceFrom'), text: source === undefined ? of.source : t(source) },
  ];
  if (of.text !== '') lines.push({ label: t('evidenceWritten'), text: `“${of.text}”` });
  if (of.where !== '' && of.where !== of.text) lines.push({ label: t('evidenceWhere'), text: of.where });
  lines.push({ label: t('evidenceSure'), text: share(of.confidence) });
  if (isWeak(of.confidence)) lines.push({ text: t('dateWeak') });
  return lines;
}
