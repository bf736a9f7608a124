/**
 * Geographic data without script: one box for a place's name, the direct and the expanded search, and for each file how it looks, what
 * it is, and who produced it.
 */
import type { GeoAnswer, GeoHit, ProducerRecord, StoredGeo } from '../../catalogue/index.ts';
import { geometryName } from '../../words/geometries.ts';
import { amount, say } from '../../words/index.ts';
import type { OpenCollection } from '../collections.ts';
import { linkTo, type PageContext } from './layout.ts';
import { html, type Markup, type Shown, webAddress } from './markup.ts';
import { collectionField } from './search-page.ts';
import { spelledDay, spelledNumber, spelledSize } from './spelling.ts';

const PAGE_FILES = 20;
const FIRST_FILES = 5;
const MOST_VARIANTS = 10;

type ShownGeo = Omit<StoredGeo, 'thumbnail' | 'preview'>;

function detailsPath(collection: OpenCollection, id: number): string {
  return `/simples/geo/${encodeURIComponent(collection.name)}/${id}`;
}

function form(collections: readonly OpenCollection[], asked: string, context: PageContext): Markup {
  const { text } = context;
  return html`<form class="ask" action="/simples/geo" method="get" role="search">
<div class="field"><label for="q">${text.geoLabel}</label><input id="q" name="q" type="search" value="${asked}" maxlength="500" autocomplete="off" aria-describedby="q-hint"></div>
${collectionField(collections, context.query.c ?? null, context)}${
  context.lang === null ? null : html`<input type="hidden" name="lang" value="${context.lang}">`
}
<button type="submit">${text.geoSearch}</button>
<button type="submit" class="link" name="mode" value="expanded">${text.geoExpanded}</button>
</form><p class="hint" id="q-hint">${text.geoHint}</p>`;
}

/** The picture of a file in its frame; a blank one when it has none. */
function picture(collection: OpenCollection, geo: ShownGeo, has: boolean, context: PageContext): Markup {
  const { text } = context;
  const { name } = geo.file;
  const image: Markup = has
    ? html`<img src="${`/api/v1/collections/${encodeURIComponent(collection.name)}/geo/${geo.id}/thumbnail`}" width="160" height="120" loading="lazy" alt="${say(text.thumbnailOf, { name })}">`
    : html`<svg viewBox="0 0 160 120" role="img" aria-label="${text.noThumbnail}"><rect width="160" height="120" fill="#e9eef3"></rect><path d="M0 90 45 45l35 35 25-20 55 50v10H0z" fill="#b9c6d3"></path></svg>`;
  return html`<div class="frame"><a href="${linkTo(context, detailsPath(collection, geo.id))}" aria-label="${say(text.moreDetailsOf, { name })}">${image}</a></div>`;
}

function producerPart(
  producer: ProducerRecord | null,
  collection: OpenCollection,
  context: PageContext,
): Shown {
  if (producer === null) return null;
  const { text, language } = context;
  const address = webAddress(producer.url);
  const title = producer.title.trim() || producer.site;
  return html`<dl class="producer"><dt>${text.producer}</dt><dd>${title}</dd>
${producer.description.trim() === '' ? null : html`<dt>${text.details}</dt><dd>${producer.description.slice(0, 600)}</dd>`}
<dt>${text.address}</dt><dd>${address === null ? producer.url : html`<a href="${address}" rel="noreferrer nofollow">${producer.url}</a>`}</dd>
<dt>${text.producerFiles}</dt><dd>${spelledNumber(producer.files, language)}</dd>
<dt>${text.producerDownloads}</dt><dd>${spelledNumber(producer.downloads, language)}</dd></dl>
<p><a href="${linkTo(context, '/simples/geo', { producer: producer.site, c: collection.name })}" aria-label="${say(text.viewFilesOf, { name: title })}">${text.viewFiles}</a></p>`;
}

function geoItem(hit: GeoHit, collection: OpenCollection, context: PageContext): Markup {
  const { text, language } = context;
  const { geo } = hit;
  const path = linkTo(context, detailsPath(collection, geo.id));
  return html`<li class="geo"><div class="about">
<h3><a href="${path}">${geo.file.name}</a></h3>
<dl><dt>${text.name}</dt><dd>${geo.file.name}</dd><dt>${text.type}</dt><dd>${geo.file.type}</dd><dt>${text.downloads}</dt><dd>${spelledNumber(geo.downloads, language)}</dd></dl>
<p><a href="${path}" aria-label="${say(text.moreDetailsOf, { name: geo.file.name })}">${text.moreDetails}</a></p>
${variantsPart(hit, collection, context)}${producerPart(geo.producer, collection, context)}</div>
${picture(collection, geo, geo.hasThumbnail, context)}</li>`;
}

/** The same layer in other formats, or elsewhere. */
function variantsPart({ variants }: GeoHit, collection: OpenCollection, context: PageContext): Shown {
  if (variants.length === 0) return null;
  return html`<p>${context.text.alsoAs}</p><ul>${variants
    .slice(0, MOST_VARIANTS)
    .map(
      ({ id, type, site, layer }) =>
        html`<li><a href="${linkTo(context, detailsPath(collection, id))}">${type.toUpperCase()}</a> ${site}${layer === null ? '' : ` (${layer})`}</li>`,
    )}</ul>`;
}

function facetLists(answer: GeoAnswer, context: PageContext, collection: OpenCollection): Shown {
  const { text, language, query } = context;
  const list = (
    title: string,
    name: 'format' | 'producer' | null,
    counts: readonly (readonly [string, number])[],
  ): Shown =>
    counts.length === 0
      ? null
      : html`<div class="facet"><h3>${title}</h3><ul>${counts.slice(0, 12).map(([value, n]) => {
          const label = html`${value} (${spelledNumber(n, language)})`;
          return name === null
            ? html`<li>${label}</li>`
            : html`<li><a href="${linkTo(context, '/simples/geo', { ...kept(query), c: collection.name, [name]: value })}">${label}</a></li>`;
        })}</ul></div>`;
  return html`<details><summary>${text.refine}</summary>${list(text.formats, 'format', answer.facets.formats)}${list(text.geometries, null, answer.facets.geometries)}${list(text.producers, 'producer', answer.facets.producers)}</details>`;
}

/** The parts of the question that links carry on. */
function kept(query: PageContext['query']): Record<string, string | undefined> {
  return { q: query.q, mode: query.mode, format: query.format, producer: query.producer, kind: query.kind };
}

async function found(
  collection: OpenCollection,
  context: PageContext,
  only: boolean,
): Promise<Markup | null> {
  const { text, language, query } = context;
  const asked = (query.q ?? '').trim().slice(0, 500);
  const expanded = query.mode === 'expanded';
  const cursor = only ? query.cursor : undefined;
  const answer = await collection.catalogue.geoSearch(asked, {
    mode: expanded ? 'expanded' : 'direct',
    formats: query.format ? [query.format] : undefined,
    producer: query.producer || undefined,
    kind: query.kind === 'service' || query.kind === 'geo-file' ? query.kind : undefined,
    fold: true,
    cursor,
    limit: only ? PAGE_FILES : FIRST_FILES,
  });
  const again = (more: Record<string, string | undefined>): string =>
    linkTo(context, '/simples/geo', { ...kept(query), c: only ? query.c : collection.name, ...more });
  const filters = (['format', 'producer', 'kind'] as const).filter((name) => query[name]);
  const chips: Shown =
    filters.length === 0
      ? null
      : html`<ul class="chips">${filters.map(
          (name) =>
            html`<li>${query[name]!} <a href="${again({ [name]: undefined })}" aria-label="${`${text.remove} ${query[name]}`}">✕ ${text.remove}</a></li>`,
        )}</ul>`;
  if (answer.items.length === 0 && !only) return null;
  const heading = only ? text.resultsHeading : say(text.resultsIn, { collection: collection.title });
  if (answer.items.length === 0)
    return html`<section><h2>${heading}</h2>${chips}<p class="warning" role="status">${text.geoNone} ${expanded ? text.geoNoneExpandedAdvice : text.geoNoneAdvice}</p>${
      expanded || asked === ''
        ? null
        : html`<p><a href="${again({ mode: 'expanded' })}">${text.geoExpanded}</a></p>`
    }</section>`;
  return html`<section><h2>${heading}</h2>${chips}
${answer.place === null ? null : html`<p class="hint">${text.placeUnderstood}: ${answer.place.name}${answer.place.state === '' ? '' : ` (${answer.place.state})`}</p>`}
<p class="meta" role="status">${say(text.results, { n: amount(answer.total, language, spelledNumber(answer.total, language)) })}</p>
${expanded || asked === '' ? null : html`<p><a href="${again({ mode: 'expanded' })}">${text.geoExpanded}</a></p>`}
${only ? facetLists(answer, context, collection) : null}
<ol class="results">${answer.items.map((hit) => geoItem(hit, collection, context))}</ol>
<nav class="pager" aria-label="${text.pages}">${cursor === undefined ? null : html`<a href="${again({})}">${text.first}</a>`}${
    answer.next === null
      ? null
      : only
        ? html`<a rel="next" href="${again({ cursor: answer.next })}">${text.next}</a>`
        : html`<a href="${again({})}">${say(text.seeAll, { collection: collection.title })}</a>`
  }</nav></section>`;
}

export async function geoPage(
  collections: readonly OpenCollection[],
  context: PageContext,
): Promise<{ readonly title: string; readonly body: Markup }> {
  const { text, query } = context;
  const asked = (query.q ?? '').trim().slice(0, 500);
  const chosen = collections.filter((one) => !query.c || one.name === query.c);
  const title =
    asked !== ''
      ? say(query.mode === 'expanded' ? text.geoExpandedOf : text.geoDirectOf, { asked })
      : query.producer
        ? say(text.geoOfProducer, { producer: query.producer })
        : text.geoTitle;
  const asks = asked !== '' || Boolean(query.producer || query.format || query.kind) || query.q !== undefined;
  let results: Shown;
  if (collections.length === 0) results = html`<p class="warning">${text.noCollections}</p>`;
  else if (!asks) results = null;
  else {
    const sections = (
      await Promise.all(chosen.map((one) => found(one, context, chosen.length === 1)))
    ).filter((section) => section !== null);
    results =
      sections.length > 0
        ? sections
        : html`<p class="warning" role="status">${text.geoNone} ${query.mode === 'expanded' ? text.geoNoneExpandedAdvice : text.geoNoneAdvice}</p>`;
  }
  return { title, body: html`${form(collections, asked, context)}${results}` };
}

/** Everything known of one file, and the way to it. */
export function geoDetails(
  geo: StoredGeo,
  collection: OpenCollection,
  context: PageContext,
): { readonly title: string; readonly body: Markup } {
  const { text, language } = context;
  const { file } = geo;
  const address = webAddress(file.url);
  const licences = [...new Set(file.datasets.flatMap((one) => (one.licence === null ? [] : [one.licence])))];
  const systems = [...new Set(file.datasets.flatMap((one) => (one.crs === null ? [] : [one.crs])))];
  const pages = [...new Set(file.anchors.map((anchor) => anchor.page))].slice(0, 10);
  return {
    title: file.name,
    body: html`<div class="geo"><div class="about"><dl>
<dt>${text.name}</dt><dd>${file.name}</dd>
<dt>${text.type}</dt><dd>${file.type}</dd>
<dt>${text.dateExtract}</dt><dd><time datetime="${new Date(file.indexedAt).toISOString().slice(0, 10)}">${spelledDay(file.indexedAt)}</time></dd>
<dt>${text.downloads}</dt><dd>${spelledNumber(geo.downloads, language)}</dd>
<dt>${text.size}</dt><dd>${spelledSize(file.size) ?? text.unknown}</dd>
${geo.box === null ? null : html`<dt>${text.extent}</dt><dd>${geo.box.map((n) => n.toFixed(4)).join(', ')}</dd>`}
${systems.length === 0 ? null : html`<dt>${text.crs}</dt><dd>${systems.join('; ')}</dd>`}
${licences.length === 0 ? null : html`<dt>${text.licence}</dt><dd>${licences.join('; ')}</dd>`}
</dl>
${
  address === null
    ? html`<p class="warning">${text.noDownload} ${file.url}</p>`
    : html`<p><a class="action" href="${`${detailsPath(collection, geo.id)}/download`}" rel="nofollow noreferrer">${text.download}</a></p><p class="hint">${text.downloadNote} ${file.url}</p>`
}
${producerPart(geo.producer, collection, context)}</div>
${picture(collection, geo, geo.thumbnail !== null, context)}</div>
${
  file.datasets.length === 0
    ? null
    : html`<h2>${text.layers}</h2><div class="scroll" tabindex="0" role="region" aria-label="${text.layers}"><table><thead><tr><th scope="col">${text.layer}</th><th scope="col">${text.formats}</th><th scope="col">${text.geometry}</th><th scope="col">${text.count}</th><th scope="col">${text.columns}</th></tr></thead><tbody>${file.datasets
        .slice(0, 200)
        .map(
          (one) =>
            html`<tr><td>${one.title ?? one.layer}</td><td>${one.format}</td><td>${one.geometryType === null ? '–' : geometryName(one.geometryType, language)}</td><td>${one.count === null ? '–' : spelledNumber(one.count, language)}</td><td>${one.columns.slice(0, 60).join(', ')}</td></tr>`,
        )}</tbody></table></div>`
}
${
  pages.length === 0
    ? null
    : html`<h2>${text.foundOn}</h2><ul>${pages.map(
        (page) =>
          html`<li><a href="${linkTo(context, `/simples/pagina/${encodeURIComponent(collection.name)}`, { url: page })}">${page}</a></li>`,
      )}</ul>`
}`,
  };
}
