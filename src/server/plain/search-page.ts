/** The search page without script: the line, what was understood of it as chips that links take away, results, and the next page. */
import type {
  FacetCount,
  Facets,
  QueryChip,
  SearchAnswer,
  SearchHit,
  Snippet,
} from '../../catalogue/index.ts';
import { DATE_WORDS } from '../../words/dating.ts';
import { amount, say } from '../../words/index.ts';
import { placeForLine, placeLabel } from '../../words/place-names.ts';
import type { OpenCollection } from '../collections.ts';
import { replayPath } from '../replay/archive-url.ts';
import { linkTo, type PageContext } from './layout.ts';
import { html, type Markup, type Shown } from './markup.ts';
import { spelledDate, spelledNumber, spelledPeriod } from './spelling.ts';

const PAGE_HITS = 10;
/** Shown of each collection when all are searched. */
const FIRST_HITS = 5;
const FACET_VALUES = 12;

/** The line without a chip, as its link offers: an implied one leaves its words behind, as words. */
export function lineWithout(
  line: string,
  chip: { readonly start: number; readonly end: number; readonly instead: string },
): string {
  return `${line.slice(0, chip.start)} ${chip.instead} ${line.slice(chip.end)}`.replace(/\s+/g, ' ').trim();
}

function quoted(value: string): string {
  return /^[\p{L}\p{N}.:_-]+$/u.test(value) ? value : `"${value.replace(/"/g, '')}"`;
}

export function collectionField(
  collections: readonly OpenCollection[],
  chosen: string | null,
  context: PageContext,
): Shown {
  if (collections.length < 2) return null;
  const { text } = context;
  return html`<div class="field narrow"><label for="c">${text.collection}</label><select id="c" name="c">
<option value="">${text.allCollections}</option>${collections.map(
    (one) =>
      html`<option value="${one.name}"${one.name === chosen ? html` selected` : null}>${one.title}</option>`,
  )}</select></div>`;
}

function languageField(context: PageContext): Shown {
  return context.lang === null ? null : html`<input type="hidden" name="lang" value="${context.lang}">`;
}

function form(
  collections: readonly OpenCollection[],
  chosen: string | null,
  line: string,
  context: PageContext,
): Markup {
  const { text } = context;
  return html`<form class="ask" action="/simples" method="get" role="search">
<div class="field"><label for="q">${text.searchLabel}</label><input id="q" name="q" type="search" value="${line}" maxlength="500" autocomplete="off" aria-describedby="q-hint"></div>
${collectionField(collections, chosen, context)}${languageField(context)}
<button type="submit">${text.search}</button>
</form><p class="hint" id="q-hint">${text.searchHint}</p>`;
}

function chipLabel(chip: QueryChip, context: PageContext): string {
  const { text, language } = context;
  const what = `${chip.negated ? `${text.not} ` : ''}${text.chipKinds[chip.kind]}`;
  switch (chip.kind) {
    case 'when':
    case 'published':
      return `${what}: ${spelledPeriod(chip.period, language)}`;
    case 'where':
      return `${what}: ${
        chip.place === null
          ? chip.covers?.map((place) => placeLabel(place, language)).join('; ') ||
            chip.box.map((n) => n.toFixed(2)).join(', ')
          : placeLabel(chip.place, language)
      }`;
    case 'site':
      return `${what}: ${chip.site}`;
    case 'kind':
      return `${what}: ${text.kinds[chip.value]}`;
    case 'language':
      return `${what}: ${chip.value}`;
    case 'dates':
      return what;
  }
}

/** The line with a name that no place has replaced by one that a place has. */
export function lineWithPlace(
  line: string,
  unknown: { readonly start: number; readonly end: number; readonly implied: boolean },
  name: string,
): string {
  const before = line.slice(0, unknown.start);
  const inQuotes = before.endsWith('"');
  const put = inQuotes ? name : `${unknown.implied ? 'onde:' : ''}"${name}"`;
  return before + put + line.slice(unknown.end);
}

function chips(answer: SearchAnswer, context: PageContext, link: (line: string) => string): Shown {
  const { text } = context;
  const { query } = answer;
  const parts: Shown[] = [];
  if (query.chips.length > 0)
    parts.push(
      html`<p class="hint" id="chips">${text.understood}:</p><ul class="chips" aria-labelledby="chips">${query.chips.map(
        (chip) => {
          const label = chipLabel(chip, context);
          return html`<li>${label} <a href="${link(lineWithout(query.line, chip))}" aria-label="${`${text.remove} ${label}`}">✕ ${text.remove}</a></li>`;
        },
      )}</ul>`,
    );
  for (const unknown of query.unknownPlaces)
    parts.push(
      html`<p class="warning">${text.unknownPlace} “${unknown.text}”.${
        unknown.meant.length === 0
          ? null
          : html` ${text.meant}: ${unknown.meant
              .slice(0, 5)
              .map(
                (place, i) =>
                  html`${i === 0 ? '' : ', '}<a href="${link(lineWithPlace(query.line, unknown, placeForLine(place).replaceAll('"', '')))}">${placeLabel(place, context.language)}</a>`,
              )}.`
      }</p>`,
    );
  if (answer.didYouMean !== null && answer.corrected)
    parts.push(
      html`<p class="warning">${text.corrected} <a href="${link(answer.didYouMean)}">${answer.didYouMean}</a>.</p>`,
    );
  else if (answer.didYouMean !== null)
    parts.push(
      html`<p>${text.didYouMean}: <a href="${link(answer.didYouMean)}">${answer.didYouMean}</a>?</p>`,
    );
  return parts;
}

/** A passage with the words that matched marked; offsets that do not fit the text are not believed. */
function markedSnippet(snippet: Snippet): Markup {
  const parts: Shown[] = [];
  let at = 0;
  for (const [start, end] of snippet.matches) {
    if (start < at || end <= start || end > snippet.text.length) continue;
    parts.push(snippet.text.slice(at, start), html`<mark>${snippet.text.slice(start, end)}</mark>`);
    at = end;
  }
  parts.push(snippet.text.slice(at));
  return html`${parts}`;
}

/** Where the pages without script show a hit. */
function hitPath(
  collection: string,
  hit: Pick<SearchHit, 'id' | 'kind' | 'url'>,
): readonly [string, string | null] {
  const name = encodeURIComponent(collection);
  if (hit.kind === 'page') return [`/simples/pagina/${name}/${hit.id}`, null];
  if (hit.kind === 'entity') return [`/simples/pagina/${name}`, hit.url];
  return [`/simples/geo/${name}/${hit.id}`, null];
}

function timestamp14(at: number): string {
  return new Date(at).toISOString().replace(/\D/g, '').slice(0, 14);
}

/** A date with weak evidence is told as a guess, and what it was read from; in a line of its own, without scripts. */
function publishedText(hit: SearchHit, { text, language }: PageContext): string {
  const date = hit.published ?? '';
  if (!hit.publishedDoubtful) return date;
  const sources: Readonly<Record<string, string>> = DATE_WORDS[language].sources;
  const from = sources[hit.publishedEvidence?.source ?? ''];
  return from === undefined ? say(text.perhaps, { date }) : say(text.perhapsFrom, { date, from });
}

/** As a line names them in this language. */
const KIND_IN_LINE = { page: 'página', entity: 'entidade', 'geo-file': 'geo', service: 'serviço' } as const;

function hitItem(hit: SearchHit, collection: OpenCollection, context: PageContext): Markup {
  const { text, language } = context;
  const [path, url] = hitPath(collection.name, hit);
  const meta: Shown[] = [];
  const fact = (name: string, value: Shown): void => {
    meta.push(html`<dt>${name}</dt><dd>${value}</dd>`);
  };
  if (hit.periods.length > 0)
    fact(text.speaksOf, hit.periods.map((period) => spelledPeriod(period, language)).join('; '));
  if (hit.tables.length > 0) fact(text.inTables, hit.tables.join('; '));
  if (hit.places.length > 0)
    fact(
      text.places,
      hit.places
        .slice(0, 5)
        .map((place) => placeLabel(place, language))
        .join('; '),
    );
  if (hit.published !== null) fact(text.published, publishedText(hit, context));
  if (hit.fetchedAt !== null)
    fact(
      text.fetched,
      html`${spelledDate(hit.fetchedAt, language)} · <a href="${replayPath(collection.name, timestamp14(hit.fetchedAt), hit.url)}">${text.archived}</a>`,
    );
  return html`<li><h3><a href="${linkTo(context, path, { url })}">${hit.title.trim() || hit.url}</a></h3>
<p class="meta">${text.kinds[hit.kind]} · ${hit.url}</p>
${hit.snippets.map((snippet) => {
  const periods = snippet.periods.slice(0, 3).map((period) => spelledPeriod(period, language));
  return html`<p class="snippet">${markedSnippet(snippet)}${
    periods.length === 0 ? null : html` <span class="meta">(${text.passageOf} ${periods.join('; ')})</span>`
  }</p>`;
})}
${meta.length === 0 ? null : html`<dl>${meta}</dl>`}</li>`;
}

function count(answer: Pick<SearchAnswer, 'total' | 'bounded'>, context: PageContext): string {
  const { text, language } = context;
  if (answer.bounded)
    return say(text.atLeast, { n: amount(answer.total, language, spelledNumber(answer.total, language)) });
  return say(text.results, { n: amount(answer.total, language, spelledNumber(answer.total, language)) });
}

function facetLists(
  facets: Facets,
  line: string,
  context: PageContext,
  link: (line: string) => string,
): Shown {
  const { text, language } = context;
  const sign = facets.bounded ? '≥ ' : '';
  const list = <T>(
    title: string,
    counts: readonly FacetCount<T>[],
    show: (value: T) => string,
    add: (value: T) => string,
  ): Shown =>
    counts.length === 0
      ? null
      : html`<div class="facet"><h3>${title}</h3><ul>${counts
          .slice(0, FACET_VALUES)
          .map(
            ({ value, count: n }) =>
              html`<li><a href="${link(`${line} ${add(value)}`.trim())}">${show(value)}</a> (${sign}${spelledNumber(n, language)})</li>`,
          )}</ul></div>`;
  const decades = [...facets.decades].sort((a, b) => b.count - a.count).slice(0, FACET_VALUES);
  return html`<details><summary>${text.refine}</summary>
${list(
  text.decades,
  decades.sort((a, b) => a.value - b.value),
  (decade) => `${decade}–${decade + 9}`,
  (decade) => `quando:${decade}..${decade + 9}`,
)}
${list(
  text.places,
  facets.places,
  (place) => placeLabel(place, language),
  (place) => `onde:"${placeForLine(place).replaceAll('"', '')}"`,
)}
${list(
  text.sites,
  facets.sites,
  (site) => site,
  (site) => `site:${quoted(site)}`,
)}
${list(
  text.typesHeading,
  facets.kinds,
  (kind) => text.kinds[kind],
  (kind) => `tipo:${KIND_IN_LINE[kind]}`,
)}
${list(
  text.languagesHeading,
  facets.languages,
  (tag) => tag,
  (tag) => `idioma:${quoted(tag)}`,
)}</details>`;
}

async function found(
  collection: OpenCollection,
  line: string,
  context: PageContext,
  only: boolean,
): Promise<Markup> {
  const { text } = context;
  const cursor = only ? context.query.cursor : undefined;
  const answer = await collection.catalogue.search(await collection.parseLine(line), {
    cursor,
    limit: only ? PAGE_HITS : FIRST_HITS,
    facets: only,
  });
  const link = (q: string): string =>
    linkTo(context, '/simples', { q, c: only ? context.query.c : collection.name });
  const heading = only ? text.resultsHeading : say(text.resultsIn, { collection: collection.title });
  const others = answer.others.map(
    (other) => html`<h3>${text.othersBy[other.missing]}</h3>
<ol class="results">${other.hits.map((hit) => hitItem(hit, collection, context))}</ol>
${
  other.next === null || !only
    ? null
    : html`<p><a href="${linkTo(context, '/simples', { q: line, c: context.query.c, cursor: other.next })}">${text.next}</a></p>`
}`,
  );
  if (answer.hits.length === 0 && (cursor === undefined || others.length === 0))
    return html`<section><h2>${heading}</h2>${chips(answer, context, link)}
<p class="warning" role="status">${text.noResults} ${text.noResultsAdvice}</p>${others}</section>`;
  const paging: Shown = only
    ? html`<nav class="pager" aria-label="${text.pages}">${
        cursor === undefined ? null : html`<a href="${link(line)}">${text.first}</a>`
      }${
        answer.next === null
          ? null
          : html`<a rel="next" href="${linkTo(context, '/simples', { q: line, c: context.query.c, cursor: answer.next })}">${text.next}</a>`
      }</nav>`
    : html`<p><a href="${link(line)}">${say(text.seeAll, { collection: collection.title })}</a></p>`;
  return html`<section><h2>${heading}</h2>${chips(answer, context, link)}
<p class="meta" role="status">${count(answer, context)}</p>
${answer.facets === null ? null : facetLists(answer.facets, line, context, link)}
<ol class="results">${answer.hits.map((hit) => hitItem(hit, collection, context))}</ol>
${paging}${others}</section>`;
}

/** The body of the search page. Nothing is searched before something is asked. */
export async function searchPage(
  collections: readonly OpenCollection[],
  context: PageContext,
): Promise<{ readonly title: string; readonly body: Markup }> {
  const { text, query } = context;
  const line = (query.q ?? '').trim().slice(0, 500);
  const chosen = collections.filter((one) => query.c === undefined || query.c === '' || one.name === query.c);
  const asked = query.q !== undefined && (line !== '' || query.c !== undefined);
  const title = line === '' ? text.searchTitle : `${text.searchTitle}: ${line}`;
  const results: Shown =
    collections.length === 0
      ? html`<p class="warning">${text.noCollections}</p>`
      : !asked
        ? html`<p>${text.emptyQuestion}</p>`
        : await Promise.all(
            chosen.map((collection) => found(collection, line, context, chosen.length === 1)),
          );
  return { title, body: html`${form(collections, query.c ?? null, line, context)}${results}` };
}
