/** The flag `--connect-to` of those who crawl; given once for each rule. */
import { Option } from 'commander';
import { COMMAND_WORDS } from '../../words/commands.ts';
import type { Language } from '../../words/index.ts';

export const connectToOption = (language: Language): Option =>
  new Option('--connect-to <host:port:addr:port>', COMMAND_WORDS[language].connectTo).argParser(
    (rule: string, before: readonly string[] = []) => [...before, rule],
  );
