/**
 * The sixth way of selection: what a page says of itself for machines names the columns of its text. A rule whose values are those of
 * one property on most pages gets the property's name, without anybody's help.
 */

import type { StructuredPair } from '../../html/index.ts';
import { knownProperty } from '../../words/entity-names.ts';
import type { SiteGraph } from '../graph/site-graph.ts';
import type { LearnedRule } from '../rules/learn.ts';
import { normalForm, readValue } from '../values/index.ts';

/** Common names of schema.org and Open Graph, as a Portuguese table calls them. */
const PORTUGUESE: Readonly<Record<string, string>> = {
  name: 'Nome',
  headline: 'Título',
  'og:title': 'Título',
  telephone: 'Telefone',
  email: 'E-mail',
  birthDate: 'Data de nascimento',
  birthPlace: 'Local de nascimento',
  jobTitle: 'Cargo',
  nationality: 'Nacionalidade',
  height: 'Altura',
  weight: 'Peso',
  price: 'Preço',
  'product:price:amount': 'Preço',
  priceCurrency: 'Moeda',
  sku: 'Código',
  brand: 'Marca',
  color: 'Cor',
  isbn: 'ISBN',
  author: 'Autor',
  publisher: 'Editora',
  datePublished: 'Data de publicação',
  numberOfPages: 'Páginas',
  streetAddress: 'Endereço',
  addressLocality: 'Cidade',
  addressRegion: 'Estado',
  postalCode: 'CEP',
  description: 'Descrição',
  ratingValue: 'Nota',
  reviewCount: 'Avaliações',
  duration: 'Duração',
  director: 'Direção',
  genre: 'Gênero',
  memberOf: 'Partido',
  affiliation: 'Vínculo',
  numberOfEmployees: 'Funcionários',
  foundingDate: 'Fundação',
};

/** `offers.price` → `Preço`; what is not usual in a table is called as the page calls it, or as people do, or keeps its own name. */
export function propertyLabel(name: string, label: string | null = null): string {
  const steps = name.split('.');
  const last = steps.at(-1)!;
  if (last === 'name' && steps.length > 1) return propertyLabel(steps.slice(0, -1).join('.'), label);
  const usual = PORTUGUESE[name] ?? PORTUGUESE[last] ?? label;
  if (usual !== null) return usual;
  const known = knownProperty(last, 'pt-BR');
  return known === null ? last : known.charAt(0).toUpperCase() + known.slice(1);
}

export interface PropertyMatch {
  readonly property: string;
  /** Share of the pages with both on which the value is the same. */
  readonly agreement: number;
  readonly pages: number;
}

const LEAST_PAGES = 3;
const LEAST_AGREEMENT = 0.8;

/** What stands around a value in its text to part it from the next: `SILVA, Ana —`. */
const AROUND = /^[\s·|•,;—–-]+|[\s·|•,;—–-]+$/gu;

const keyOf = (text: string) => normalForm(readValue(text.replace(AROUND, '')));

/** For each rule the property whose values it gives. `pairs`: by page number of the graph. */
export function structuredNames(
  graph: SiteGraph,
  rules: readonly LearnedRule[],
  pairs: readonly (readonly StructuredPair[])[],
): Map<LearnedRule, PropertyMatch> {
  const properties = new Map<string, (ReadonlySet<string> | undefined)[]>();
  for (const [page, list] of pairs.entries())
    for (const { name, value } of list) {
      const byPage = properties.get(name) ?? [];
      properties.set(name, byPage);
      byPage[page] = new Set([...(byPage[page] ?? []), keyOf(value)]);
    }
  const result = new Map<LearnedRule, PropertyMatch>();
  if (properties.size === 0) return result;
  for (const rule of rules) {
    const values = new Map<number, string[]>();
    for (const node of rule.nodes) {
      const page = graph.page(node);
      values.set(page, [...(values.get(page) ?? []), keyOf(graph.text(node))]);
    }
    let best: PropertyMatch | null = null;
    for (const [property, byPage] of properties) {
      let both = 0;
      let same = 0;
      for (const [page, keys] of values) {
        const said = byPage[page];
        if (said === undefined) continue;
        both++;
        if (keys.some((key) => said.has(key))) same++;
      }
      if (both < LEAST_PAGES || same / both < LEAST_AGREEMENT) continue;
      if (best === null || same > best.pages) best = { property, agreement: same / both, pages: same };
    }
    if (best !== null) result.set(rule, best);
  }
  return result;
}
