/** Metadata beside the data (`.shp.xml`, `.xml`): ISO 19139 and its Brazilian profile, FGDC, Dublin Core, each told by its elements. */
import type { Budget } from './budget.ts';
import type { NamedSource } from './byte-source.ts';
import { type Box, saneBox, type TemporalExtent } from './dataset.ts';
import { readXml, type XmlHandler, xmlRoot } from './xml-events.ts';

export interface FileMetadata {
  readonly standard: 'iso' | 'fgdc' | 'dublin-core' | 'text';
  readonly title: string | null;
  readonly abstract: string | null;
  readonly keywords: readonly string[];
  readonly licence: string | null;
  readonly box: Box | null;
  readonly temporal: TemporalExtent | null;
  /** When it was published or revised, ISO 8601. */
  readonly updated: string | null;
  /** Which edition of the data, as written. */
  readonly revision?: string | null;
  readonly source: string | null;
  /** What columns mean, by name. */
  readonly columns: ReadonlyMap<string, string>;
}

const LONGEST_TEXT = 20_000;
const LARGEST = 8 << 20;

/** The text of every leaf, by the path of local names. */
class LeafHandler implements XmlHandler {
  readonly leaves: { readonly path: string; readonly text: string }[] = [];
  #path: string[] = [];
  #text = '';
  #isLeaf = false;

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#path.push(name);
    this.#text = '';
    this.#isLeaf = true;
    // Code lists keep their value in an attribute.
    const code = attributes.codeListValue;
    if (code !== undefined) this.#add(code);
  }

  text(text: string): void {
    if (this.#text.length < LONGEST_TEXT) this.#text += text;
  }

  close(): void {
    if (this.#isLeaf) this.#add(this.#text);
    this.#isLeaf = false;
    this.#path.pop();
  }

  #add(text: string): void {
    const value = text.replace(/\s+/g, ' ').trim();
    if (value !== '' && this.leaves.length < 50_000)
      this.leaves.push({ path: this.#path.join('/'), text: value });
  }
}

/** Whether the first bytes are of a metadata document. */
export function isMetadataXml(head: Uint8Array): boolean {
  const root = xmlRoot(head);
  return (
    root !== null &&
    /^(?:MD_Metadata|MI_Metadata|metadata|GetRecordByIdResponse|Record|dc|oai_dc|RDF|qgis)$/i.test(root.name)
  );
}

function date(text: string | null): string | null {
  const iso = /^(\d{4})-?(\d{2})?-?(\d{2})?/.exec(text ?? '');
  if (iso === null) return null;
  return [iso[1], iso[2], iso[3]].filter((part) => part !== undefined).join('-');
}

export async function readMetadataXml(file: NamedSource, budget: Budget): Promise<FileMetadata | null> {
  if (file.source.size > LARGEST) return null;
  const handler = new LeafHandler();
  await readXml(file.source, budget, handler);
  const { leaves } = handler;
  const first = (pattern: RegExp): string | null =>
    leaves.find(({ path }) => pattern.test(path))?.text ?? null;
  const all = (pattern: RegExp): string[] =>
    [...new Set(leaves.filter(({ path }) => pattern.test(path)).map(({ text }) => text))].slice(0, 200);
  const number = (pattern: RegExp): number => Number((first(pattern) ?? 'x').replace(',', '.'));
  const root = leaves[0]?.path.split('/')[0] ?? '';
  if (/^M[DI]_Metadata$/.test(root) || leaves.some(({ path }) => path.includes('MD_Metadata/'))) {
    const begin = first(/(?:TimePeriod\/(?:beginPosition|begin\/.*timePosition)|TimeInstant\/timePosition)$/);
    const end = first(/TimePeriod\/(?:endPosition|end\/.*timePosition)$/);
    return {
      standard: 'iso',
      title: first(/identificationInfo\/.*citation\/CI_Citation\/title\/(?:CharacterString|Anchor)$/),
      abstract: first(/identificationInfo\/.*\/abstract\/(?:CharacterString|Anchor)$/),
      keywords: all(/MD_Keywords\/keyword\/(?:CharacterString|Anchor)$/),
      licence: first(
        /resourceConstraints\/.*(?:otherConstraints|useLimitation)\/(?:CharacterString|Anchor)$/,
      ),
      box: saneBox(
        number(/EX_GeographicBoundingBox\/westBoundLongitude\//),
        number(/EX_GeographicBoundingBox\/southBoundLatitude\//),
        number(/EX_GeographicBoundingBox\/eastBoundLongitude\//),
        number(/EX_GeographicBoundingBox\/northBoundLatitude\//),
      ),
      temporal: begin === null ? null : { from: begin.slice(0, 30), to: end?.slice(0, 30) ?? null },
      updated: date(first(/citation\/CI_Citation\/date\/.*(?:Date|DateTime)$/)),
      source: first(/pointOfContact\/.*organisationName\/(?:CharacterString|Anchor)$/),
      columns: new Map(),
    };
  }
  if (leaves.some(({ path }) => /(?:^|\/)idinfo\//.test(path))) {
    const columns = new Map<string, string>();
    let label: string | null = null;
    for (const { path, text } of leaves) {
      if (/\/attr\/attrlabl$/.test(path)) label = text;
      else if (/\/attr\/attrdef$/.test(path) && label !== null && columns.size < 2000) {
        columns.set(label, text.slice(0, 500));
        label = null;
      }
    }
    const begin = first(/idinfo\/timeperd\/.*(?:begdate|caldate)$/);
    return {
      standard: 'fgdc',
      title: first(/idinfo\/citation\/citeinfo\/title$/),
      abstract: first(/idinfo\/descript\/abstract$/),
      keywords: all(/idinfo\/keywords\/\w+\/\w+key$/),
      licence: first(/idinfo\/useconst$/),
      box: saneBox(
        number(/spdom\/bounding\/westbc$/),
        number(/spdom\/bounding\/southbc$/),
        number(/spdom\/bounding\/eastbc$/),
        number(/spdom\/bounding\/northbc$/),
      ),
      temporal:
        begin === null
          ? null
          : { from: date(begin), to: date(first(/idinfo\/timeperd\/.*enddate$/)) ?? date(begin) },
      updated: date(first(/idinfo\/citation\/citeinfo\/pubdate$/)),
      source: first(/idinfo\/citation\/citeinfo\/origin$/),
      columns,
    };
  }
  // ArcGIS writes its own form; title and abstract stand under dataIdInfo.
  const title = first(/(?:^|\/)(?:title|resTitle)$/i);
  const abstract = first(/(?:^|\/)(?:description|abstract|idAbs)$/i);
  if (title === null && abstract === null) return null;
  const coverage = first(/\/(?:temporal|date)$/i);
  return {
    standard: 'dublin-core',
    title,
    abstract: abstract?.replace(/<[^>]{0,200}>/g, ' ').trim() ?? null,
    keywords: all(/\/(?:subject|keyword)$/i),
    licence: first(/\/(?:rights|license|accessRights|useLimit)$/i),
    box: saneBox(
      number(/(?:westBL|GeoBndBox\/westBL)$/),
      number(/southBL$/),
      number(/eastBL$/),
      number(/northBL$/),
    ),
    temporal: null,
    updated: date(coverage),
    source: first(/\/(?:publisher|creator)$/i),
    columns: new Map(),
  };
}
