/**
 * What sites of a generated web say, in the words of real ones: producers in those of real map services (titles and abstracts of their own
 * documents, Portuguese or English) and of real sites with geographic files, everybody else in those of real sites without. Nothing is
 * chosen, or left out, for the words it has.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';
import type { Voice, WebTexts } from '../../samples/geo-web/index.ts';
import { GeoPageReader } from '../../src/geo/policy/index.ts';
import { describeService } from '../../src/geo/services/index.ts';
import { type FlatDocument, tagId } from '../../src/html/index.ts';
import { detectLanguage } from '../../src/text/index.ts';
import { realPages, realSites } from './real-pages.ts';

const PARAGRAPH = tagId('p');
const SHORTEST = 40;
const LONGEST = 800;
const MOST_PARAGRAPHS = 200;

/** From a folder of real sites and the documents of services beside it; null where either is missing. */
export function realTexts(sitesFolder: string): WebTexts | null {
  const sites = realSites(sitesFolder);
  const services = join(dirname(sitesFolder), 'geo', 'ogc-services.zip');
  if (sites === null || !existsSync(services)) return null;
  const producers = [...serviceVoices(readFileSync(services))];
  const others: Voice[] = [];
  const reader = new GeoPageReader();
  for (const site of sites) {
    let name = site.host;
    let has = site.publishes;
    const paragraphs: string[] = [];
    for (const { url, path, document } of realPages(sitesFolder, site)) {
      const { title, links } = reader.read(document, url);
      if (site.fronts.has(path) && title !== '') name = title;
      has ||= links.some(({ class: kind }) => kind === 'GEO_EXPLICIT' || kind === 'GEO_SERVICE');
      if (paragraphs.length < MOST_PARAGRAPHS) paragraphs.push(...paragraphsOf(document));
    }
    // Of a site that links to geographic files by the way most pages are about something else.
    if (paragraphs.length > 0 && (site.publishes || !has))
      (site.publishes ? producers : others).push({ name, paragraphs });
  }
  return { producers, others };
}

function paragraphsOf(doc: FlatDocument): string[] {
  const found: string[] = [];
  for (let row = 1; row < doc.count; row++)
    if (doc.tag[row] === PARAGRAPH) found.push(doc.textContent(row).replace(/\s+/g, ' ').trim());
  return found.filter(isParagraph);
}

const isParagraph = (text: string): boolean => text.length >= SHORTEST && text.length <= LONGEST;

function* serviceVoices(zip: Uint8Array): Generator<Voice> {
  for (const [name, bytes] of Object.entries(unzipSync(zip)).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const service = describeService(bytes, 'text/xml', `http://h.example/${name}`);
    if (service === null || service.layers.length === 0) continue;
    const said = [service.abstract, ...service.layers.map(({ title, abstract }) => `${title}. ${abstract}`)]
      .map((text) => text.replace(/\s+/g, ' ').trim())
      .filter(isParagraph);
    const all = said.join(' ');
    if (all === '' || !['pt', 'en'].includes(detectLanguage(all)?.language ?? '')) continue;
    yield { name: service.title || service.provider || 'Service', paragraphs: [...new Set(said)] };
  }
}
