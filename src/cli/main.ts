#!/usr/bin/env node
import { type Command, CommanderError } from 'commander';
import { EXIT, TarrafaError, toldOfDisk } from '../errors.ts';
/**
 * The command. Errors are told in the person's language, with what to do; the exit code says of which kind they are (docs/errors.md).
 */
import { COMMAND_WORDS } from '../words/commands.ts';
import { programFor } from './commands.ts';
import { checkLanguageFlag, chooseLanguage } from './language.ts';
import { namingOptions } from './naming-options.ts';

const language = chooseLanguage(process.argv, process.env);
const m = COMMAND_WORDS[language];

/** A pipe that closes early (`| head`) is no error. */
process.stdout.on('error', (error: NodeJS.ErrnoException) =>
  process.exit(error.code === 'EPIPE' ? EXIT.ok : EXIT.failure),
);

let program: Command | undefined;
try {
  checkLanguageFlag(process.argv);
  program = await programFor(process.argv.slice(2), language);
  await program.parseAsync();
} catch (failure) {
  const told = toldOfDisk(failure);
  const error = program === undefined ? told : namingOptions(told, program);
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  else if (error instanceof TarrafaError) {
    const { message, advice } = error.explain(language);
    process.stderr.write(`${m.error} ${error.code}: ${message}\n${advice}\n`);
    process.exitCode = error.exit;
  } else {
    process.stderr.write(
      `${m.error}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
    process.exitCode = EXIT.failure;
  }
}
