/**
 * Rules as Cypher text and back. The text is ORION's grammar (docs/methods.md): an undirected chain in MATCH, a conjunction of
 * comparisons in WHERE, and the URL and value of the last node in RETURN. What ORION always writes may be left out
 * here (a position that does not matter), and one kind of condition is new: how many texts after the label a value stands.
 *
 * ```cypher
 * MATCH (n1)--(n2)--(n3) WHERE n1.type="TEXT" AND n1.value="Autor:" AND n2.type="TAG" AND n2.value="TD"
 *   AND n3.type="TEXT" AND n3.after=n1.line AND n3.line<=n1.line+4 RETURN n3.url, n3.value
 * ```
 */
import { TarrafaError } from '../../errors.ts';
import { type Reason, reason, type Why } from '../../words/why.ts';
import { type LineRange, LONGEST_CHAIN, Rule, RuleStep } from './rule.ts';

/**
 * A string literal that every Cypher reader reads back as the same text. Some servers replace `\uXXXX` in the whole statement before they
 * read it, after a doubled backslash too: so that `C:\u0022` cannot close the literal there, the `u` after a backslash is written as an
 * escape itself.
 */
export function literal(text: string): string {
  return `"${text.replace(/\\u|[\\"\n\r\t\b\f]/g, (c) => ESCAPES[c]!)}"`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\\u': '\\\\\\u0075',
  '\\': '\\\\',
  '"': '\\"',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\b': '\\b',
  '\f': '\\f',
};

function print(rule: Rule, value: (text: string) => string, returned = urlAndValue): string {
  const chain = rule.steps.map((_, i) => `(n${i + 1})`).join('--');
  const conditions: string[] = [];
  rule.steps.forEach((step, i) => {
    const name = `n${i + 1}`;
    conditions.push(`${name}.type="${step.type}"`);
    if (step.position !== null) conditions.push(`${name}.position=${step.position}`);
    if (step.value !== null) conditions.push(`${name}.value=${value(step.value)}`);
  });
  const last = `n${rule.steps.length}`;
  if (rule.lines !== null) {
    const { from, to } = rule.lines;
    conditions.push(`${last}.after=n1.line`);
    if (from === to) conditions.push(`${last}.line=n1.line+${from}`);
    else conditions.push(`${last}.line>=n1.line+${from}`, `${last}.line<=n1.line+${to}`);
  }
  return `MATCH ${chain} WHERE ${conditions.join(' AND ')} RETURN ${returned(last)}`;
}

const urlAndValue = (last: string): string => `${last}.url, ${last}.value`;

/** The rule as Cypher with its texts written out: for people, files and exports. */
export function printCypher(rule: Rule): string {
  return print(rule, literal);
}

export interface CypherStatement {
  readonly text: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/**
 * The rule as Cypher with its texts as parameters: for a database, where no text of a page may become a command. It gives the numbers of the
 * nodes of value and label, as `node-properties.ts` stores them.
 */
export function printMatch(rule: Rule): CypherStatement {
  const parameters: Record<string, string> = {};
  let count = 0;
  const text = print(
    rule,
    (value) => {
      const name = `p${++count}`;
      parameters[name] = value;
      return `$${name}`;
    },
    (last) => `${last}.id, n1.id`,
  );
  return { text, parameters };
}

type Token =
  | { readonly kind: 'name' | 'symbol' | 'string'; readonly text: string }
  | { readonly kind: 'number'; readonly text: string; readonly number: number };

/** Longest text that is read as a rule. */
const LONGEST_RULE = 400_000;

const UNESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

function fail(text: string, why: Reason): never {
  throw new TarrafaError('TRF_RULE_INVALID', [text.slice(0, 120), why]);
}

/** A token as the rule has it, or that there is none. */
function textOf(token: Token | undefined): Why {
  return token?.text ?? reason('rule-end');
}

function tokenise(text: string): Token[] {
  if (text.length > LONGEST_RULE) fail(text, reason('rule-too-long'));
  const tokens: Token[] = [];
  const plain = /\s+|--|<=|>=|[().,=+]|[A-Za-z_`][A-Za-z0-9_`]*|\d+/y;
  for (let at = 0; at < text.length; ) {
    const quote = text[at]!;
    if (quote === '"' || quote === "'") {
      const [value, end] = readString(text, at);
      tokens.push({ kind: 'string', text: value });
      at = end;
      continue;
    }
    plain.lastIndex = at;
    const found = plain.exec(text)?.[0];
    if (found === undefined)
      fail(text, reason('rule-character', { character: JSON.stringify(quote), at: at + 1 }));
    at += found.length;
    if (found.trim() === '') continue;
    if (/^\d/.test(found)) tokens.push({ kind: 'number', text: found, number: Number(found) });
    else if (/^[A-Za-z_`]/.test(found)) tokens.push({ kind: 'name', text: found.replaceAll('`', '') });
    else tokens.push({ kind: 'symbol', text: found });
  }
  return tokens;
}

function readString(text: string, start: number): [value: string, end: number] {
  const quote = text[start]!;
  let value = '';
  for (let at = start + 1; at < text.length; at++) {
    const c = text[at]!;
    if (c === quote) return [value, at + 1];
    if (c !== '\\') {
      value += c;
      continue;
    }
    const next = text[++at];
    if (next === undefined) break;
    const hex = next === 'u' ? /^[0-9A-Fa-f]{4}/.exec(text.slice(at + 1, at + 5))?.[0] : undefined;
    if (hex !== undefined) {
      value += String.fromCharCode(Number.parseInt(hex, 16));
      at += 4;
    } else value += UNESCAPES[next] ?? next;
  }
  return fail(text, reason('rule-string-open'));
}

interface Conditions {
  type: 'TAG' | 'TEXT' | null;
  value: string | null;
  position: number | null;
}

class RuleReader {
  readonly #text: string;
  readonly #tokens: readonly Token[];
  #at = 0;
  readonly #names: string[] = [];
  #conditions: Conditions[] = [];
  #after = false;
  #from: number | null = null;
  #to: number | null = null;

  constructor(text: string) {
    this.#text = text;
    this.#tokens = tokenise(text);
  }

  read(): Rule {
    this.#keyword('MATCH');
    do {
      this.#symbol('(');
      const name = this.#name();
      if (this.#names.includes(name)) this.#fail(reason('rule-name-twice', { name }));
      this.#names.push(name);
      this.#symbol(')');
    } while (this.#skip('--'));
    if (this.#names.length < 2 || this.#names.length > LONGEST_CHAIN + 1)
      this.#fail(reason('rule-chain-length'));
    this.#conditions = this.#names.map(() => ({ type: null, value: null, position: null }));
    this.#keyword('WHERE');
    do this.#condition();
    while (this.#skipKeyword('AND'));
    this.#keyword('RETURN');
    this.#returned('url');
    this.#symbol(',');
    this.#returned('value');
    if (this.#at < this.#tokens.length)
      this.#fail(reason('rule-after-return', { found: this.#tokens[this.#at]!.text }));
    return this.#rule();
  }

  #rule(): Rule {
    const steps = this.#conditions.map(({ type, value, position }, i): RuleStep => {
      if (type === null) return this.#fail(reason('rule-no-type', { name: this.#names[i]! }));
      if (type === 'TEXT') return RuleStep.text(value, position);
      if (value === null) this.#fail(reason('rule-no-value', { name: this.#names[i]! }));
      return RuleStep.tag(value, position);
    });
    if (steps.at(-1)!.type !== 'TEXT') this.#fail(reason('rule-last-not-text'));
    if (steps.at(-1)!.value !== null) this.#fail(reason('rule-last-has-value'));
    if (steps[0]!.type === 'TEXT' && steps[0]!.value === null) this.#fail(reason('rule-first-without-value'));
    if (steps.slice(1, -1).some((step) => step.type === 'TEXT')) this.#fail(reason('rule-text-inside'));
    if (this.#after !== (this.#from !== null) || this.#after !== (this.#to !== null))
      this.#fail(reason('rule-after-without-line'));
    if (!this.#after) return Rule.create(steps[0]!.type === 'TAG' ? 'path' : 'label', steps);
    const lines: LineRange = { from: this.#from!, to: this.#to! };
    if (steps[0]!.type !== 'TEXT' || lines.from < 1 || lines.to < lines.from)
      this.#fail(reason('rule-lines'));
    return Rule.create('preceding', steps, lines);
  }

  #condition(): void {
    const at = this.#node();
    this.#symbol('.');
    const property = this.#name();
    const last = this.#names.length - 1;
    const known = this.#conditions[at]!;
    if (property === 'type') {
      this.#symbol('=');
      const type = this.#string();
      if (type !== 'TAG' && type !== 'TEXT') this.#fail(reason('rule-type', { type }));
      known.type = type;
    } else if (property === 'value') {
      this.#symbol('=');
      known.value = this.#string();
    } else if (property === 'position') {
      this.#symbol('=');
      known.position = this.#number();
    } else if (property === 'after' && at === last) {
      this.#symbol('=');
      this.#firstLine();
      this.#after = true;
    } else if (property === 'line' && at === last) this.#line();
    else this.#fail(reason('rule-property', { property }));
  }

  #line(): void {
    const sign = this.#tokens[this.#at++]?.text;
    this.#firstLine();
    this.#symbol('+');
    const distance = this.#number();
    if (sign === '=') this.#from = this.#to = distance;
    else if (sign === '>=') this.#from = distance;
    else if (sign === '<=') this.#to = distance;
    else this.#fail(reason('rule-line-comparison'));
  }

  #firstLine(): void {
    if (this.#node() !== 0) this.#fail(reason('rule-line-base'));
    this.#symbol('.');
    if (this.#name() !== 'line') this.#fail(reason('rule-line-expected'));
  }

  #returned(property: string): void {
    if (this.#node() !== this.#names.length - 1) this.#fail(reason('rule-return-node'));
    this.#symbol('.');
    if (this.#name() !== property) this.#fail(reason('rule-return-property'));
  }

  #node(): number {
    const name = this.#name();
    const at = this.#names.indexOf(name);
    return at < 0 ? this.#fail(reason('rule-not-in-chain', { name })) : at;
  }

  #name(): string {
    const token = this.#tokens[this.#at++];
    return token?.kind === 'name'
      ? token.text
      : this.#fail(reason('rule-name-expected', { found: textOf(token) }));
  }

  #string(): string {
    const token = this.#tokens[this.#at++];
    return token?.kind === 'string'
      ? token.text
      : this.#fail(reason('rule-text-expected', { found: textOf(token) }));
  }

  #number(): number {
    const token = this.#tokens[this.#at++];
    if (token?.kind === 'number' && token.number <= 0x7fffffff) return token.number;
    return this.#fail(reason('rule-number-expected', { found: textOf(token) }));
  }

  #keyword(word: string): void {
    if (!this.#skipKeyword(word))
      this.#fail(reason('rule-word-expected', { word, found: textOf(this.#tokens[this.#at]) }));
  }

  #skipKeyword(word: string): boolean {
    const token = this.#tokens[this.#at];
    if (token?.kind !== 'name' || token.text.toUpperCase() !== word) return false;
    this.#at++;
    return true;
  }

  #symbol(symbol: string): void {
    if (!this.#skip(symbol))
      this.#fail(reason('rule-word-expected', { word: symbol, found: textOf(this.#tokens[this.#at]) }));
  }

  #skip(symbol: string): boolean {
    const token = this.#tokens[this.#at];
    if (token?.kind !== 'symbol' || token.text !== symbol) return false;
    this.#at++;
    return true;
  }

  #fail(why: Reason): never {
    return fail(this.#text, why);
  }
}

/** Reads a rule; throws `TRF_RULE_INVALID` with what is wrong when the text is outside the grammar. */
export function parseCypher(text: string): Rule {
  return new RuleReader(text).read();
}
