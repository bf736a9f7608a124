/** An address and what each rule says of it, for a terminal. */
import type { UrlExplanation } from '../../app/explain.ts';
import { COMMAND_WORDS } from '../../words/commands.ts';
import { scopeName } from '../../words/crawl-names.ts';
import { FAILURE_WORDS } from '../../words/failures.ts';
import { formatNumber, type Language, say } from '../../words/index.ts';
import { REPORT_WORDS } from '../../words/report.ts';

/** A rule in words, where it has any. */
function ruleName(rule: string, language: Language): string {
  const words = REPORT_WORDS[language] as unknown as Readonly<Record<string, string>>;
  return words[`rule-${rule}`] ?? rule;
}

/** What came of a visit, in words. */
export function outcomeName(outcome: string, language: Language): string {
  const words = REPORT_WORDS[language] as unknown as Readonly<Record<string, string>>;
  return words[`outcome-${outcome}`] ?? outcome;
}

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
    const said = accepted
      ? rule === 'scope'
        ? scopeName(detail, language)
        : detail
      : (words[rule] ?? detail);
    lines.push(
      `  ${accepted ? '✓' : '✗'} ${ruleName(rule, language)}: ${accepted ? m.accepted : m.refusedBy}${said ? ` (${said})` : ''}`,
    );
  }
  return lines;
}

/** How often it was referred to, in a crawl along a period. */
export function referencesLine(references: number, language: Language): string {
  return say(COMMAND_WORDS[language].explainReferences, { references: formatNumber(references, language) });
}
