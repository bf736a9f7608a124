/** Well-known text of coordinate systems (WKT 1, ESRI and WKT 2) as a tree: enough to find names, codes and parameters. */

export interface WktNode {
  readonly keyword: string;
  /** Quoted texts and bare words, numbers as they are written. */
  readonly values: readonly string[];
  readonly children: readonly WktNode[];
}

interface OpenNode {
  keyword: string;
  values: string[];
  children: OpenNode[];
}

const LONGEST = 64 << 10;
const DEEPEST = 32;

/** The outermost node, or null for what is no well-known text. Unclosed brackets are closed: cut files are common. */
export function parseWkt(text: string): WktNode | null {
  if (text.length > LONGEST) return null;
  const open: OpenNode[] = [];
  let root: OpenNode | null = null;
  let word = '';
  let at = 0;
  const top = () => open[open.length - 1];
  const endWord = () => {
    const value = word.trim();
    if (value !== '') top()?.values.push(value);
    word = '';
  };
  while (at < text.length) {
    const c = text[at]!;
    if (c === '"') {
      let value = '';
      at++;
      for (; at < text.length; at++) {
        if (text[at] !== '"') value += text[at];
        else if (text[at + 1] === '"') {
          value += '"';
          at++;
        } else break;
      }
      top()?.values.push(value);
      word = '';
    } else if (c === '[' || c === '(') {
      const node: OpenNode = { keyword: word.trim().toUpperCase(), values: [], children: [] };
      if (!/^[A-Z0-9_]{2,40}$/.test(node.keyword)) return null;
      word = '';
      if (root === null) root = node;
      else {
        const parent = top();
        if (parent === undefined) return root;
        parent.children.push(node);
      }
      open.push(node);
      if (open.length > DEEPEST) return null;
    } else if (c === ']' || c === ')') {
      endWord();
      open.pop();
      if (open.length === 0) return root;
    } else if (c === ',') endWord();
    else word += c;
    at++;
  }
  return root;
}

export function childOf(node: WktNode, ...keywords: string[]): WktNode | null {
  return node.children.find((child) => keywords.includes(child.keyword)) ?? null;
}

/** The code that a node carries: `AUTHORITY["EPSG","31983"]` or `ID["EPSG",31983]`. */
export function authorityOf(node: WktNode): readonly [authority: string, code: string] | null {
  const id = childOf(node, 'AUTHORITY', 'ID');
  return id === null || id.values.length < 2 ? null : [id.values[0]!.toUpperCase(), id.values[1]!];
}

/** Parameters by folded name: `central_meridian`, `false_easting`… */
export function parametersOf(node: WktNode): Map<string, number> {
  const found = new Map<string, number>();
  const from = [node, ...node.children.filter((child) => child.keyword === 'CONVERSION')];
  for (const holder of from) {
    for (const child of holder.children) {
      if (child.keyword !== 'PARAMETER') continue;
      const name = (child.values[0] ?? '').toLowerCase().replace(/[^a-z0-9]+/g, '_');
      const value = Number(child.values[1]);
      if (Number.isFinite(value)) found.set(name, value);
    }
  }
  return found;
}
