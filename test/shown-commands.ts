/** The command lines that README, LEIAME, the pages of docs/ and the guides show, as they stand in their text. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

export interface ShownLine {
  /** Path of the document, from the root of the project. */
  readonly document: string;
  /** As a person types it: without prompt and comment, continued lines put together. */
  readonly text: string;
}

/** Written from the code, and therefore right: their words are those of the tables. */
const GENERATED = ['docs/acceptance.md', 'docs/configuration.md', 'docs/errors.md'];

export const DOCUMENTS: readonly string[] = [
  'README.md',
  'LEIAME.md',
  ...['docs', 'docs/guides'].flatMap((folder) =>
    readdirSync(`${ROOT}/${folder}`)
      .filter((name) => name.endsWith('.md'))
      .sort()
      .map((name) => `${folder}/${name}`),
  ),
].filter((name) => !GENERATED.includes(name));

const textOf = (document: string): string => readFileSync(`${ROOT}/${document}`, 'utf8');

/** What begins a line that is typed, in a block that shows no prompt. */
const PROGRAMS = /^(?:tarrafa|npm|npx|node|echo|cat|curl|head|sqlite3)\s/;

/** What a line says for its reader: behind `#`, and of `npm …` behind the spaces. */
function withoutComment(line: string): string {
  const typed = line.replace(/\s+#\s.*$/, '');
  return (/^npm (?!run (?:-s )?tarrafa\b)/.test(typed) ? typed.replace(/\s{2,}.*$/, '') : typed).trimEnd();
}

/** Lines of code blocks that a person types. */
export function shownLines(document: string): ShownLine[] {
  const blocks = [...textOf(document).matchAll(/^( *)```(\w*)\n([\s\S]*?)^\1```/gm)];
  return blocks.flatMap(([, indent, kind, text]) => {
    if (!['', 'sh', 'console'].includes(kind!)) return [];
    const lines = text!
      .split('\n')
      .map((line) => line.slice(indent!.length))
      .join('\n')
      .replaceAll(/\\\n\s*/g, '')
      .split('\n');
    const prompts = lines.some((line) => line.startsWith('$ '));
    const typed = lines.filter((line) => (prompts ? line.startsWith('$ ') : PROGRAMS.test(line)));
    return typed.map((line) => ({ document, text: withoutComment(line.replace(/^\$ /, '')) }));
  });
}

/** Commands that are named in running text: `tarrafa …` between backquotes. */
export function namedCommands(document: string): ShownLine[] {
  const prose = textOf(document).replaceAll(/^( *)```\w*\n[\s\S]*?^\1```/gm, '');
  return [...prose.matchAll(/`(tarrafa\s[^`]+)`/g)].map(([, text]) => ({
    document,
    text: text!.replaceAll(/\s+/g, ' '),
  }));
}

/** The words behind `tarrafa` of a line, or null of a line that does not start it; quotes are kept together. */
export function tarrafaWords(text: string): string[] | null {
  const words: readonly string[] = text.match(/'[^']*'|"[^"]*"|\S+/g) ?? [];
  const at = words.indexOf('tarrafa');
  if (at === -1) return null;
  const rest = words.slice(words[at + 1] === '--' ? at + 2 : at + 1);
  const end = rest.findIndex((word) => /^(?:[|>&]|2>)/.test(word));
  return end === -1 ? rest : rest.slice(0, end);
}

/** The names of the options among some words, without what is given to them. */
export const optionsAmong = (words: readonly string[]): string[] =>
  words.flatMap((word) => /^\[?(--?[a-z][a-z-]*)/i.exec(word)?.[1] ?? []);
