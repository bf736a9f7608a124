/** OpenSearch 1.1: the description by which browsers and programs learn to ask a collection, and suggestions as they want them. */
import type { Suggestion } from '../../catalogue/index.ts';
import { escapeXml } from '../../formats/index.ts';

/** OpenSearch bounds the lengths of its texts, in characters. */
function cut(text: string, most: number): string {
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`;
}

export interface Described {
  readonly name: string;
  readonly title: string;
}

/** Of one collection, or of all when there is none. */
export function openSearchDescription(origin: string, collection: Described | null): string {
  const of = collection === null ? '' : `&c=${encodeURIComponent(collection.name)}`;
  const url = (type: string, rel: string, path: string): string =>
    `  <Url type="${type}" rel="${rel}" template="${escapeXml(origin + path)}"/>`;
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">',
    `  <ShortName>${escapeXml(cut(collection === null ? 'Tarrafa' : collection.title, 16))}</ShortName>`,
    `  <LongName>${escapeXml(cut(collection === null ? 'Tarrafa' : `Tarrafa: ${collection.title}`, 48))}</LongName>`,
    '  <Description>Páginas, entidades e dados geográficos coletados, por palavras, período e lugar.</Description>',
    url('text/html', 'results', `/busca?q={searchTerms}${of}`),
    url('application/x-suggestions+json', 'suggestions', `/opensearch/suggest?q={searchTerms}${of}`),
    url('application/opensearchdescription+xml', 'self', `/opensearch.xml${of.replace('&', '?')}`),
  ];
  if (collection !== null) {
    const name = encodeURIComponent(collection.name);
    lines.push(
      url('application/json', 'results', `/api/v1/collections/${name}/search?q={searchTerms}&limit={count?}`),
      url('application/geo+json', 'results', `/ogc/collections/${name}/items?q={searchTerms}&limit={count?}`),
    );
  }
  lines.push(
    '  <Language>pt</Language>',
    '  <InputEncoding>UTF-8</InputEncoding>',
    '  <OutputEncoding>UTF-8</OutputEncoding>',
    '</OpenSearchDescription>',
    '',
  );
  return lines.join('\n');
}

/** `[question, lines, descriptions, addresses]`, as the Suggestions extension has it. */
export function suggestionsJson(
  origin: string,
  asked: string,
  collection: string | null,
  suggestions: readonly Suggestion[],
): readonly [string, readonly string[], readonly string[], readonly string[]] {
  return [
    asked,
    suggestions.map((one) => one.line),
    suggestions.map((one) => one.text),
    suggestions.map(
      (one) =>
        `${origin}/busca?${new URLSearchParams({ q: one.line, ...(collection === null ? {} : { c: collection }) })}`,
    ),
  ];
}
