/** One page of the collection without script: its text with the times it names, its facts, its captures, what it states and links to. */
import type { PageVersion, StoredPage, TimeMark } from '../../catalogue/index.ts';
import { placeLabel } from '../../words/place-names.ts';
import type { OpenCollection } from '../collections.ts';
import { replayPath } from '../replay/archive-url.ts';
import { linkTo, type PageContext } from './layout.ts';
import { html, type Markup, type Shown, webAddress } from './markup.ts';
import { spelledDate, spelledPeriod } from './spelling.ts';

const MOST_TEXT = 400_000;
const MOST_LINKS = 60;
const MOST_VERSIONS = 100;
const MOST_ENTITIES = 30;

function timestamp14(at: number): string {
  return new Date(at).toISOString().replace(/\D/g, '').slice(0, 14);
}

/** The paragraphs of a text, its temporal expressions marked with what they mean. */
function markedText(text: string, marks: readonly TimeMark[], language: PageContext['language']): Shown {
  const paragraphs: Shown[] = [];
  const sorted = [...marks].sort((a, b) => a.start - b.start);
  let next = 0;
  let from = 0;
  while (from < text.length && from < MOST_TEXT) {
    const end = text.indexOf('\n', from);
    const stop = end < 0 ? text.length : end;
    const parts: Shown[] = [];
    let at = from;
    for (; next < sorted.length && sorted[next]!.start < stop; next++) {
      const mark = sorted[next]!;
      if (mark.start < at || mark.end > stop || mark.end <= mark.start) continue;
      const meaning = mark.period === null ? mark.value : spelledPeriod(mark.period, language);
      parts.push(
        text.slice(at, mark.start),
        html`<mark title="${meaning}">${text.slice(mark.start, mark.end)}</mark>`,
      );
      at = mark.end;
    }
    parts.push(text.slice(at, stop));
    if (text.slice(from, stop).trim() !== '') paragraphs.push(html`<p>${parts}</p>\n`);
    from = stop + 1;
  }
  return paragraphs;
}

function versionList(
  versions: readonly PageVersion[],
  collection: OpenCollection,
  context: PageContext,
): Shown {
  if (versions.length === 0) return null;
  return html`<details><summary>${context.text.versions} (${versions.length})</summary><ul>${versions
    .slice(-MOST_VERSIONS)
    .map(
      (version) =>
        html`<li><a href="${replayPath(collection.name, timestamp14(version.fetchedAt), version.url)}">${new Date(version.fetchedAt).toISOString().slice(0, 19).replace('T', ' ')} UTC</a></li>`,
    )}</ul></details>`;
}

export async function pageView(
  page: StoredPage,
  collection: OpenCollection,
  context: PageContext,
): Promise<{ readonly title: string; readonly body: Markup }> {
  const { text, language } = context;
  const address = webAddress(page.url);
  const facts: Shown[] = [];
  const fact = (name: string, value: Shown): void => {
    facts.push(html`<dt>${name}</dt><dd>${value}</dd>`);
  };
  fact(
    text.original,
    address === null ? page.url : html`<a href="${address}" rel="noreferrer nofollow">${page.url}</a>`,
  );
  if (page.published !== null) fact(text.published, page.published.date);
  if (page.modified !== null) fact(text.modified, page.modified.date);
  fact(text.fetched, spelledDate(page.fetchedAt, language));
  const periods = new Set(
    page.segments.flatMap((segment) => segment.periods.map((period) => spelledPeriod(period, language))),
  );
  if (periods.size > 0) fact(text.speaksOf, [...periods].slice(0, 12).join('; '));
  if (page.placeNames.length > 0)
    fact(
      text.places,
      page.placeNames
        .slice(0, 12)
        .map((place) => placeLabel(place, language))
        .join('; '),
    );
  const links = (await collection.catalogue.linksFrom(page.id, { limit: MOST_LINKS })).items;
  return {
    title: page.title.trim() || page.url,
    body: html`<dl>${facts}</dl>
<p><a class="action" href="${replayPath(collection.name, timestamp14(page.fetchedAt), page.url)}">${text.archived}</a></p>
<section class="text"><h2>${text.textHeading}</h2>${
      page.text.trim() === '' ? html`<p>${text.noText}</p>` : markedText(page.text, page.marks, language)
    }</section>
${
  page.entities.length === 0
    ? null
    : html`<section><h2>${text.entities}</h2>${page.entities.slice(0, MOST_ENTITIES).map(
        (entity) =>
          html`<h3>${entity.type}${entity.name === '' ? '' : `: ${entity.name}`}</h3>
<div class="scroll" tabindex="0" role="region" aria-label="${`${entity.type}: ${entity.name}`}"><table><thead><tr><th scope="col">${text.attribute}</th><th scope="col">${text.value}</th></tr></thead><tbody>${entity.values
            .slice(0, 100)
            .map(
              (value) => html`<tr><td>${value.attribute}</td><td>${value.value}</td></tr>`,
            )}</tbody></table></div>`,
      )}</section>`
}
${versionList(await collection.catalogue.versions(page.url), collection, context)}
${
  links.length === 0
    ? null
    : html`<details><summary>${text.links}</summary><ul>${links.map((link) => {
        const label = link.text.trim() || link.title || link.url;
        return link.id === null
          ? html`<li>${label} <span class="meta">${link.url}</span></li>`
          : html`<li><a href="${linkTo(context, `/simples/pagina/${encodeURIComponent(collection.name)}/${link.id}`)}">${label}</a></li>`;
      })}</ul></details>`
}`,
  };
}
