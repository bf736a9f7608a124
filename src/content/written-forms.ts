/** Parts as plain text, Markdown and clean HTML. Everything of the page is escaped; only what is written here is markup. */
import type { ContentPart, Run } from './content-parts.ts';

function plain(runs: readonly Run[]): string {
  return runs.map((run) => run.text).join('');
}

export function toText(parts: readonly ContentPart[]): string {
  const lines: string[] = [];
  let previous = '';
  for (const part of parts) {
    if (part.kind === 'image') continue;
    const line =
      part.kind === 'row'
        ? part.cells.map(plain).join(' | ')
        : part.kind === 'code'
          ? part.text
          : part.kind === 'item'
            ? `${'  '.repeat(part.depth - 1)}${part.ordered ? `${part.number}.` : '-'} ${plain(part.runs)}`
            : plain(part.runs);
    const together = part.kind === previous && (part.kind === 'item' || part.kind === 'row');
    lines.push(together || lines.length === 0 ? line : `\n${line}`);
    previous = part.kind;
  }
  return lines.join('\n');
}

const MARKDOWN_SPECIAL = /[\\`*_[\]<>#|~]/g;

function escapeMarkdown(text: string): string {
  return text
    .replace(MARKDOWN_SPECIAL, '\\$&')
    .replace(/^(\s*)(\d+)([.)])/, '$1$2\\$3')
    .replace(/^(\s*)([-+=])/, '$1\\$2');
}

/** A link target: blanks and brackets would end it. */
function markdownAddress(address: string): string {
  return address.replace(/[\s()<>]/g, (c) => `%${c.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

function markdownRuns(runs: readonly Run[]): string {
  return runs
    .map((run) => {
      const [, lead, words, tail] = /^(\s*)([\s\S]*?)(\s*)$/.exec(run.text)!;
      if (words === '') return run.text;
      let text = run.code === true ? codeSpan(words!) : escapeMarkdown(words!);
      if (run.strong === true) text = `**${text}**`;
      if (run.emphasis === true) text = `*${text}*`;
      if (run.href !== undefined) text = `[${text}](${markdownAddress(run.href)})`;
      return lead + text + tail;
    })
    .join('');
}

function codeSpan(text: string): string {
  const fence = '`'.repeat(longestTicks(text) + 1);
  return `${fence}${text}${fence}`;
}

function longestTicks(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((ticks) => ticks.length));
}

export function toMarkdown(parts: readonly ContentPart[]): string {
  const out: string[] = [];
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i]!;
    const previous = parts[i - 1];
    switch (part.kind) {
      case 'heading':
        out.push('', `${'#'.repeat(part.level)} ${markdownRuns(part.runs)}`);
        break;
      case 'item':
        if (previous?.kind !== 'item') out.push('');
        out.push(
          `${'   '.repeat(part.depth - 1)}${part.ordered ? `${part.number}.` : '-'} ${markdownRuns(part.runs)}`,
        );
        break;
      case 'row': {
        const first = previous?.kind !== 'row' || previous.table !== part.table;
        if (first) out.push('');
        out.push(`| ${part.cells.map((cell) => markdownRuns(cell).replace(/\n/g, ' ')).join(' | ')} |`);
        if (first) out.push(`|${' --- |'.repeat(part.cells.length)}`);
        break;
      }
      case 'code': {
        const fence = '`'.repeat(Math.max(3, longestTicks(part.text) + 1));
        out.push('', fence, part.text, fence);
        break;
      }
      case 'quote':
        out.push(previous?.kind === 'quote' ? '>' : '', `> ${markdownRuns(part.runs)}`);
        break;
      case 'caption':
        out.push('', `*${markdownRuns(part.runs.map(({ text }) => ({ text })))}*`);
        break;
      case 'term':
        out.push('', `**${markdownRuns(part.runs.map(({ text }) => ({ text })))}**`);
        break;
      case 'image':
        out.push('', `![${escapeMarkdown(part.alt)}](${markdownAddress(part.src)})`);
        break;
      default:
        out.push('', markdownRuns(part.runs));
    }
  }
  return out.join('\n').replace(/^\n+/, '');
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

function htmlRuns(runs: readonly Run[]): string {
  return runs
    .map((run) => {
      let text = escapeHtml(run.text);
      if (run.code === true) text = `<code>${text}</code>`;
      if (run.strong === true) text = `<strong>${text}</strong>`;
      if (run.emphasis === true) text = `<em>${text}</em>`;
      if (run.href !== undefined) text = `<a href="${escapeHtml(run.href)}">${text}</a>`;
      return text;
    })
    .join('');
}

export function toHtml(parts: readonly ContentPart[]): string {
  const out: string[] = [];
  /** Open lists, innermost last. */
  const lists: string[] = [];
  let table = 0;
  let figure = false;
  const close = (depth: number): void => {
    while (lists.length > depth) out.push(`</li></${lists.pop()}>`);
  };
  for (const part of parts) {
    if (part.kind !== 'item') close(0);
    if (table !== 0 && (part.kind !== 'row' || part.table !== table)) {
      out.push('</table>');
      table = 0;
    }
    if (figure && part.kind !== 'caption') {
      out.push('</figure>');
      figure = false;
    }
    switch (part.kind) {
      case 'heading':
        out.push(`<h${part.level}>${htmlRuns(part.runs)}</h${part.level}>`);
        break;
      case 'item': {
        const tag = part.ordered ? 'ol' : 'ul';
        if (lists.length >= part.depth) {
          close(part.depth);
          out.push('</li>');
        } else {
          while (lists.length < part.depth) {
            lists.push(tag);
            out.push(lists.length < part.depth ? `<${tag}><li>` : `<${tag}>`);
          }
        }
        out.push(`<li>${htmlRuns(part.runs)}`);
        break;
      }
      case 'row': {
        if (table === 0) {
          out.push('<table>');
          table = part.table;
        }
        const tag = part.header ? 'th' : 'td';
        out.push(`<tr>${part.cells.map((cell) => `<${tag}>${htmlRuns(cell)}</${tag}>`).join('')}</tr>`);
        break;
      }
      case 'code':
        out.push(`<pre><code>${escapeHtml(part.text)}</code></pre>`);
        break;
      case 'quote':
        out.push(`<blockquote><p>${htmlRuns(part.runs)}</p></blockquote>`);
        break;
      case 'caption':
        if (figure) {
          out.push(`<figcaption>${htmlRuns(part.runs)}</figcaption></figure>`);
          figure = false;
        } else out.push(`<p><small>${htmlRuns(part.runs)}</small></p>`);
        break;
      case 'term':
        out.push(`<p><strong>${htmlRuns(part.runs)}</strong></p>`);
        break;
      case 'image':
        out.push(`<figure><img src="${escapeHtml(part.src)}" alt="${escapeHtml(part.alt)}">`);
        figure = true;
        break;
      default:
        out.push(`<p>${htmlRuns(part.runs)}</p>`);
    }
  }
  close(0);
  if (table !== 0) out.push('</table>');
  if (figure) out.push('</figure>');
  return out.join('\n');
}
