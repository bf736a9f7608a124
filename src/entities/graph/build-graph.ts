/** Pages to one `SiteGraph`: the reduced tree of each page, then template recognition over all of them. */

import { grown } from '../../bytes/index.ts';
import { type FlatDocument, parseHtml, TEXT as TEXT_ROW, tagId, WHITE } from '../../html/index.ts';
import { normalText } from './normal-text.ts';
import { SiteGraph, TAG, TEXT } from './site-graph.ts';
import { StringTable } from './string-table.ts';
import { markTemplate, type TemplateOptions } from './template.ts';

/** A page of the site: its source, or the tree that was parsed already. */
export interface SitePage {
  readonly url: string;
  readonly html?: string;
  readonly document?: FlatDocument;
}

export type GraphOptions = TemplateOptions;

/** What these elements hold is no text of the page. The elements themselves are nodes: they count in positions. */
const SILENT = new Set(['script', 'style', 'template', 'noscript'].map(tagId));

class NodeColumns {
  count = 0;
  type: Uint8Array = new Uint8Array(4096);
  value: Int32Array = new Int32Array(4096);
  position: Int32Array = new Int32Array(4096);
  parent: Int32Array = new Int32Array(4096);
  line: Int32Array = new Int32Array(4096);

  add(type: number, value: number, position: number, parent: number, line: number): number {
    const node = this.count++;
    if (node === this.type.length) this.#grow();
    this.type[node] = type;
    this.value[node] = value;
    this.position[node] = position;
    this.parent[node] = parent;
    this.line[node] = line;
    return node;
  }

  #grow(): void {
    // By a quarter: the spare room stays with the graph.
    const size = this.type.length + Math.max(this.type.length >> 2, 1 << 16);
    this.type = grown(this.type, size);
    this.value = grown(this.value, size);
    this.position = grown(this.position, size);
    this.parent = grown(this.parent, size);
    this.line = grown(this.line, size);
  }
}

class GraphBuilder {
  readonly #table = new StringTable();
  readonly #tags = new Map<string, number>();
  readonly #nodes = new NodeColumns();
  readonly #urls: string[] = [];
  readonly #pageStart: number[] = [0];
  readonly #seen = new Set<string>();
  #nodeOfRow = new Int32Array(4096);
  #childrenSoFar = new Int32Array(4096);

  add(page: SitePage): void {
    // A page that comes twice must not count twice.
    if (this.#seen.has(page.url)) return;
    this.#seen.add(page.url);
    const doc = page.document ?? parseHtml(page.html ?? '');
    this.#urls.push(page.url);
    this.#addTree(doc);
    this.#pageStart.push(this.#nodes.count);
  }

  #addTree(doc: FlatDocument): void {
    if (this.#nodeOfRow.length < doc.count) {
      this.#nodeOfRow = new Int32Array(doc.count * 2);
      this.#childrenSoFar = new Int32Array(doc.count * 2);
    }
    const nodeOfRow = this.#nodeOfRow;
    const childrenSoFar = this.#childrenSoFar;
    const nodes = this.#nodes;
    nodeOfRow[0] = -1;
    childrenSoFar[0] = 0;
    let line = 0;
    for (let row = 1; row < doc.count; ) {
      const parentRow = doc.parent[row]!;
      if (doc.tag[row] !== TEXT_ROW) {
        const position = ++childrenSoFar[parentRow]!;
        nodeOfRow[row] = nodes.add(TAG, this.#tag(doc.tagName(row)), position, nodeOfRow[parentRow]!, 0);
        childrenSoFar[row] = 0;
        row = SILENT.has(doc.tag[row]!) ? doc.end[row]! : row + 1;
        continue;
      }
      // Comments are no rows, so texts around one are neighbours: one text.
      let last = row + 1;
      let white = (doc.flags[row]! & WHITE) !== 0;
      while (last < doc.count && doc.tag[last] === TEXT_ROW && doc.parent[last] === parentRow) {
        white &&= (doc.flags[last]! & WHITE) !== 0;
        last++;
      }
      if (!white && nodeOfRow[parentRow]! >= 0) {
        let whole = doc.text(row);
        for (let next = row + 1; next < last; next++) whole += doc.text(next);
        const text = normalText(whole);
        if (text !== '') {
          const position = ++childrenSoFar[parentRow]!;
          nodes.add(TEXT, this.#table.id(text), position, nodeOfRow[parentRow]!, ++line);
        }
      }
      row = last;
    }
  }

  #tag(name: string): number {
    let id = this.#tags.get(name);
    if (id === undefined) {
      id = this.#table.id(name.toUpperCase());
      this.#tags.set(name, id);
    }
    return id;
  }

  finish(options: GraphOptions): SiteGraph {
    const { count, type, value, position, parent, line } = this.#nodes;
    const columns = {
      urls: this.#urls,
      strings: this.#table.strings,
      pageStart: Int32Array.from(this.#pageStart),
      type: type.subarray(0, count),
      value: value.subarray(0, count),
      position: position.subarray(0, count),
      parent: parent.subarray(0, count),
      line: line.subarray(0, count),
      role: new Uint8Array(count),
      after: new Int32Array(count),
    };
    markTemplate(columns, options);
    return new SiteGraph(columns, this.#table.ids);
  }
}

/**
 * The graph of a site's pages, with every text marked as template or data. Pages are taken one by one, so a generator
 * that reads them from an archive keeps one page in memory at a time. Of several pages with one URL the first counts.
 */
export function buildGraph(pages: Iterable<SitePage>, options: GraphOptions = {}): SiteGraph {
  const builder = new GraphBuilder();
  for (const page of pages) builder.add(page);
  return builder.finish(options);
}
