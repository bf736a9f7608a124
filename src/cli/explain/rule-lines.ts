/** An address and what each rule says of it, for a terminal. */
import type { UrlExplanation } from '../../app/explain.ts';
import { COMMAND_WORDS } from '../../words/commands.ts';
import { FAILURE_WORDS } from '../../words/failures.ts';
import { formatNumber, type Language, say } from '../../words/index.ts';

export function ruleLines(
  { url, known, rules }: Pick<UrlExplanation, 'url' | 'known' | 'rules'>,
  language: Language,
): string[] {
  const m = COMMAND_WORDS[language];
  const lines: string[] = [];
  if (url) {
    lines.push(
      `${m.explainUrl}: ${url.fetch}`,
      `${m.explainKey}: ${url.key}`,
      `${m.explainSite}: ${url.site}`,
      '',
    );
  }
  if (!known) lines.push(m.unknownUrl);
  for (const { rule, accepted, detail } of rules) {
    // A refusal is said in the person's language where there are words for it.
    const words: Readonly<Record<string, string>> = FAILURE_WORDS[language].address;
    const said = accepted ? detail : (words[rule] ?? detail);
    lines.push(
      `  ${accepted ? '✓' : '✗'} ${rule}: ${accepted ? m.accepted : m.refusedBy}${said ? ` (${said})` : ''}`,
    );
  }
  return lines;
}

/** How often it was referred to, in a crawl along a period. */
export function referencesLine(references: number, language: Language): string {
  return say(COMMAND_WORDS[language].explainReferences, { references: formatNumber(references, language) });
}
