/** The flags of those who ask for pages of the Web: a proxy, headers, cookies. */
import { type Command, Option } from 'commander';
import type { AccessOptions } from '../../app/input/access.ts';
import { COMMAND_WORDS } from '../../words/commands.ts';
import type { Language } from '../../words/language.ts';

export interface AccessFlags {
  readonly proxy?: string;
  readonly header?: readonly string[];
  readonly cookies?: string;
}

export function withAccessFlags(command: Command, language: Language): Command {
  const m = COMMAND_WORDS[language];
  return command
    .option('--proxy <address>', m.proxy)
    .addOption(
      new Option('--header <name: value>', m.header).argParser(
        (line: string, before: readonly string[] = []) => [...before, line],
      ),
    )
    .option('--cookies <file>', m.cookies);
}

export function accessOf({ proxy, header, cookies }: AccessFlags): AccessOptions {
  return { proxy, headers: header, cookies };
}
