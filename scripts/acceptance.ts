/**
 * docs/acceptance.md: which command or page shows each acceptance case, and which test goes that way. It is read from the tests themselves. A
 * test goes the way of a person when it, or what it is given, comes by something that starts the built command or a browser
 * (`test/tarrafa-process.ts`, `test/browser.ts`); that is followed through imports, functions and assignments by their names, so that a test
 * cannot be called so in its title.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { LIBRARY_PROPERTIES } from '../test/acceptance/library-properties.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDERS = ['src', 'test', 'eval', 'bench', 'samples', 'web/src'];
const ONE = '(?:[XGOT]-[A-Z0-9]{1,6}(?:-\\d+[a-z]?)?|H-\\d+)';
const IDS = new RegExp(`\\[(${ONE}(?:[ ,]+${ONE})*)\\]`, 'g');
const BUILT = 'dist/program/cli/main.js';
/** Where the ways begin: every name that these files export, and how the way is called. */
const BEGINNINGS: Readonly<Record<string, string>> = { 'test/browser.ts': 'the page in a browser' };

const SOURCES: readonly (readonly [letter: string, heading: string])[] = [
  ['H', 'Horizontal collector'],
  ['T', 'Temporal crawl'],
  ['X', 'Content (X-CEX)'],
  ['O', 'Entities (ORION)'],
  ['G', 'Geographic data (GeoDiscover)'],
];

interface CaseTest {
  readonly file: string;
  readonly title: string;
  /** Commands and pages, in order; empty where the test asks a library. */
  readonly ways: readonly string[];
}

/** A name of a file, and what it comes from. */
interface Named {
  readonly names: Set<string>;
  readonly ways: Set<string>;
}

interface ReadFile {
  readonly source: ts.SourceFile;
  readonly named: ReadonlyMap<string, Named>;
  /** Names that come by the built command or a browser. */
  readonly marked: ReadonlySet<string>;
}

function commandNames(): { readonly commands: ReadonlySet<string>; readonly under: ReadonlySet<string> } {
  const listed = readFileSync(join(ROOT, 'src/cli/commands.ts'), 'utf8');
  const commands = new Set([...listed.matchAll(/^ {4}([a-z]+): \[/gm)].map(([, name]) => name!));
  const under = new Set<string>();
  for (const name of readdirSync(join(ROOT, 'src/cli'), { recursive: true, encoding: 'utf8' }))
    if (/(?<!\.test)\.ts$/.test(name))
      for (const [, sub] of readFileSync(join(ROOT, 'src/cli', name), 'utf8').matchAll(
        /(?:new Command|\.command)\('([a-z]+)/g,
      ))
        under.add(sub!);
  return { commands, under };
}

class TestReader {
  readonly #read = new Map<string, ReadFile>();
  readonly #commands = commandNames();

  read(file: string): ReadFile {
    const known = this.#read.get(file);
    if (known !== undefined) return known;
    const text = readFileSync(join(ROOT, file), 'utf8');
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);
    const named = new Map<string, Named>();
    const marked = new Set<string>();
    const result: ReadFile = { source, named, marked };
    this.#read.set(file, result);
    for (const statement of source.statements) this.#imports(file, statement, named, marked);
    const note = (name: string, node: ts.Node): void => {
      const known = named.get(name);
      const found = this.#inside(node);
      if (known === undefined) named.set(name, found);
      else {
        for (const each of found.names) known.names.add(each);
        for (const each of found.ways) known.ways.add(each);
      }
      if (node.getText(source).includes(BUILT)) marked.add(name);
    };
    const visit = (node: ts.Node, own: ReadonlySet<string> | null): void => {
      // What a function or a test declares for itself is nobody else's, whatever it is called.
      if (own === null) {
        if ((ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node)) && node.name)
          note(node.name.text, node);
        else if (ts.isVariableDeclaration(node) && node.initializer)
          for (const name of boundNames(node.name)) note(name, node.initializer);
      }
      if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken)
        for (const name of assignedNames(node.left)) if (!own?.has(name)) note(name, node.right);
      if (isPreparation(node)) for (const name of filledIn(node)) note(name, node);
      const inside = own ?? (ts.isFunctionLike(node) && !isGroup(node) ? declaredIn(node) : null);
      ts.forEachChild(node, (child) => visit(child, inside));
    };
    visit(source, null);
    const way = BEGINNINGS[file];
    if (way !== undefined)
      for (const [name, { ways }] of named) {
        marked.add(name);
        ways.add(way);
      }
    for (let grown = true; grown; ) {
      grown = false;
      for (const [name, { names }] of named)
        if (!marked.has(name) && [...names].some((each) => each !== name && marked.has(each))) {
          marked.add(name);
          grown = true;
        }
    }
    return result;
  }

  #imports(file: string, statement: ts.Statement, named: Map<string, Named>, marked: Set<string>): void {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return;
    const { text } = statement.moduleSpecifier;
    if (!text.startsWith('.')) return;
    const from = relative(ROOT, resolve(ROOT, dirname(file), text)).replaceAll(sep, '/');
    // The product starts no test: only what tests, benches and samples share can lead to a beginning.
    if (!/^(?:test|bench|eval)\/.*\.ts$|\.suite\.ts$/.test(from) || !existsSync(join(ROOT, from))) return;
    const other = this.read(from);
    const bindings = statement.importClause?.namedBindings;
    if (bindings === undefined || !ts.isNamedImports(bindings)) return;
    for (const element of bindings.elements) {
      const theirs = (element.propertyName ?? element.name).text;
      if (!other.marked.has(theirs)) continue;
      marked.add(element.name.text);
      named.set(element.name.text, { names: new Set(), ways: new Set(this.#waysOf([theirs], other)) });
    }
  }

  /** Names that a node has from outside, and the commands that it names. */
  #inside(node: ts.Node): Named {
    const own = declaredIn(node);
    const names = new Set<string>();
    const ways = new Set<string>();
    const { commands, under } = this.#commands;
    const command = (words: readonly ts.Node[]): void => {
      const texts = words.map((word) => (ts.isStringLiteralLike(word) ? word.text : ''));
      const at = texts.findIndex((text) => commands.has(text));
      if (at === -1 || at > 1 || (at === 1 && texts[0] !== '')) return;
      const next = texts[at + 1] ?? '';
      ways.add(`\`tarrafa ${texts[at]}${under.has(next) ? ` ${next}` : ''}\``);
    };
    const visit = (child: ts.Node): void => {
      if (ts.isIdentifier(child) && !own.has(child.text) && !isProperty(child)) names.add(child.text);
      if (ts.isArrayLiteralExpression(child)) command(child.elements);
      if (ts.isCallExpression(child)) command(child.arguments);
      ts.forEachChild(child, visit);
    };
    visit(node);
    return { names, ways };
  }

  /** The ways that some names come by. */
  #waysOf(begin: Iterable<string>, { named, marked }: ReadFile): string[] {
    const ways = new Set<string>();
    const seen = new Set<string>();
    const waiting = [...begin];
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      if (seen.has(name) || !marked.has(name)) continue;
      seen.add(name);
      const from = named.get(name);
      for (const way of from?.ways ?? []) ways.add(way);
      waiting.push(...(from?.names ?? []));
    }
    return [...ways];
  }

  testsOf(file: string): CaseTest[] {
    const read = this.read(file);
    const tests: CaseTest[] = [];
    const visit = (node: ts.Node, around: string): void => {
      let inside = around;
      if (ts.isCallExpression(node) && /^(?:it|test|describe)\b/.test(node.expression.getText(read.source))) {
        const [title, ...rest] = node.arguments;
        const own = title !== undefined && ts.isStringLiteralLike(title) ? title.text : '';
        const whole = `${around} ${own}`.trim();
        if (/^describe\b/.test(node.expression.getText(read.source)))
          inside = (own.match(IDS) ?? []).join(' ');
        else if (whole.match(IDS) !== null) {
          const names = new Set<string>();
          const ways = new Set<string>();
          for (const part of rest) {
            const found = this.#inside(part);
            for (const name of found.names) names.add(name);
            for (const way of found.ways) ways.add(way);
          }
          const goes = [...names].some((name) => read.marked.has(name));
          const all = goes ? [...new Set([...ways, ...this.#waysOf(names, read)])].sort() : [];
          tests.push({
            file,
            title: whole,
            ways: goes && all.length === 0 ? ['the built command'] : all,
          });
        }
      }
      ts.forEachChild(node, (child) => visit(child, inside));
    };
    visit(read.source, '');
    return tests;
  }
}

/** Whether a function only holds tests, and what they share, together. */
function isGroup({ parent }: ts.Node): boolean {
  return ts.isCallExpression(parent) && /^(?:describe|before|after)/.test(parent.expression.getText());
}

function isPreparation(node: ts.Node): node is ts.CallExpression {
  return ts.isCallExpression(node) && /^before/.test(node.expression.getText());
}

/** Maps and lists that a preparation fills: they have what it did. */
function filledIn(node: ts.Node): string[] {
  const names: string[] = [];
  const visit = (child: ts.Node): void => {
    if (ts.isCallExpression(child) && ts.isPropertyAccessExpression(child.expression)) {
      const { expression, name } = child.expression;
      if (ts.isIdentifier(expression) && ['set', 'add', 'push'].includes(name.text))
        names.push(expression.text);
    }
    ts.forEachChild(child, visit);
  };
  visit(node);
  return names;
}

/** `report` of `mini.report`, `url` of `{ url: … }`: a name of a part and of nothing else. */
function isProperty(name: ts.Identifier): boolean {
  const { parent } = name;
  return (ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent)) && parent.name === name;
}

/** The names that are declared somewhere in a node. */
function declaredIn(node: ts.Node): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (child: ts.Node): void => {
    if (ts.isVariableDeclaration(child) || ts.isParameter(child))
      for (const name of boundNames(child.name)) names.add(name);
    else if (ts.isFunctionDeclaration(child) && child.name) names.add(child.name.text);
    ts.forEachChild(child, visit);
  };
  ts.forEachChild(node, visit);
  return names;
}

function boundNames(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => (ts.isBindingElement(element) ? boundNames(element.name) : []));
}

function assignedNames(left: ts.Expression): string[] {
  if (ts.isIdentifier(left)) return [left.text];
  if (ts.isArrayLiteralExpression(left)) return left.elements.flatMap(assignedNames);
  if (ts.isParenthesizedExpression(left)) return assignedNames(left.expression);
  return [];
}

function caseTests(): Map<string, CaseTest[]> {
  const reader = new TestReader();
  const cases = new Map<string, CaseTest[]>();
  for (const folder of FOLDERS)
    for (const name of readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).sort()) {
      if (!/\.(?:test|suite)\.ts$/.test(name) || name.includes('node_modules')) continue;
      const file = `${folder}/${name.replaceAll(sep, '/')}`;
      if (readFileSync(join(ROOT, file), 'utf8').match(IDS) === null) continue;
      for (const test of reader.testsOf(file))
        for (const [, list] of test.title.matchAll(IDS))
          for (const id of list!.split(/[ ,]+/)) {
            const known = cases.get(id);
            if (known === undefined) cases.set(id, [test]);
            else known.push(test);
          }
    }
  return cases;
}

/** T-URL-2 before T-URL-10. */
const inOrder = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true });

const said = (title: string): string => title.replace(IDS, '').trim().replaceAll('|', '\\|');

export interface AcceptancePage {
  readonly text: string;
  /** Cases without a person's way and without a reason for it. */
  readonly waiting: readonly string[];
  /** Reasons for cases that are not there, or that have a person's way. */
  readonly idle: readonly string[];
}

export function acceptancePage(): AcceptancePage {
  const cases = caseTests();
  const ids = [...cases.keys()].sort(inOrder);
  const going = (id: string): CaseTest[] => cases.get(id)!.filter(({ ways }) => ways.length > 0);
  const own = ids.filter((id) => going(id).length > 0);
  const properties = ids.filter((id) => going(id).length === 0 && LIBRARY_PROPERTIES[id] !== undefined);
  const waiting = ids.filter((id) => going(id).length === 0 && LIBRARY_PROPERTIES[id] === undefined);
  const idle = Object.keys(LIBRARY_PROPERTIES).filter((id) => !cases.has(id) || going(id).length > 0);
  const path = ({ file }: CaseTest): string => `[${file}](../${file})`;
  const paths = (tests: readonly CaseTest[]): string => [...new Set(tests.map(path))].join('<br>');
  const sections = SOURCES.map(([letter, heading]) => {
    const these = (list: readonly string[]): string[] => list.filter((id) => id.startsWith(`${letter}-`));
    const rows = these(own).map((id) => {
      const tests = going(id);
      const ways = [...new Set(tests.flatMap((test) => test.ways))].sort().join(', ');
      return `| ${id} | ${said(tests[0]!.title)} | ${ways} | ${paths(tests)} |`;
    });
    const inside = these(properties).map(
      (id) =>
        `| ${id} | ${said(cases.get(id)![0]!.title)} | ${LIBRARY_PROPERTIES[id]} | ${paths(cases.get(id)!)} |`,
    );
    const open = these(waiting).map(
      (id) => `| ${id} | ${said(cases.get(id)![0]!.title)} | ${paths(cases.get(id)!)} |`,
    );
    return [
      `## ${heading}`,
      ...(rows.length === 0 ? [] : ['', '| case | what | shown by | test |', '|---|---|---|---|', ...rows]),
      ...(inside.length === 0
        ? []
        : [
            '',
            'Properties of a library:',
            '',
            '| case | what | why nobody meets it | test |',
            '|---|---|---|---|',
            ...inside,
          ]),
      ...(open.length === 0
        ? []
        : [
            '',
            'Tested in the library alone so far:',
            '',
            '| case | what | test |',
            '|---|---|---|',
            ...open,
          ]),
    ].join('\n');
  });
  return {
    text: `# Acceptance cases

Written by \`npm run docs\` from the titles and the code of the tests; \`npm test\` fails when it is out of date. A case counts as shown when one
of its tests goes the way of a person: through the built command, or through the page in a browser. Cases that are properties of a library, and
that nobody meets in any other way, say why.

Of ${ids.length} cases ${own.length} are shown by a command or page, ${properties.length} are properties of a library, and ${waiting.length} are tested in the library alone so far.

${sections.join('\n\n')}
`,
    waiting,
    idle,
  };
}
