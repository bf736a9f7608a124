/** The graph for a person's own tools: a Cypher script, or two CSV files as bulk importers take them. */

import { quotedCell } from '../../formats/index.ts';
import { literal } from '../rules/cypher.ts';
import type { SiteGraph } from './site-graph.ts';

/**
 * CREATE statements, one a page, each one line: nodes with their properties and `contains` edges. Whatever a page says
 * stays inside a string literal.
 */
export function* cypherScript(graph: SiteGraph): Generator<string> {
  for (let page = 0; page < graph.pageCount; page++) {
    const parts: string[] = [];
    for (let node = graph.pageStart[page]!; node < graph.pageStart[page + 1]!; node++) {
      const { type, value, url, position, function: role, line, after } = graph.view(node);
      const text = role === undefined ? '' : `, function: "${role}", line: ${line}, after: ${after}`;
      parts.push(
        `(n${node}:Node {id: ${node}, value: ${literal(value)}, url: ${literal(url)}, type: "${type}", position: ${position}${text}})`,
      );
    }
    for (let node = graph.pageStart[page]!; node < graph.pageStart[page + 1]!; node++)
      if (graph.parent[node]! >= 0) parts.push(`(n${graph.parent[node]})-[:contains]->(n${node})`);
    if (parts.length > 0) yield `CREATE ${parts.join(', ')};\n`;
  }
}

/** One line a node, with a head line. */
export function* nodesCsv(graph: SiteGraph): Generator<string> {
  yield 'id,type,value,url,position,function,line,after\n';
  for (let node = 0; node < graph.count; node++) {
    const { type, value, url, position, function: role, line, after } = graph.view(node);
    yield `${node},${type},${quotedCell(value)},${quotedCell(url)},${position},${role ?? ''},${line ?? ''},${after ?? ''}\n`;
  }
}

/** One line an edge, from parent to child, with a head line. */
export function* edgesCsv(graph: SiteGraph): Generator<string> {
  yield 'from,to\n';
  for (let node = 0; node < graph.count; node++)
    if (graph.parent[node]! >= 0) yield `${graph.parent[node]},${node}\n`;
}
