#!/usr/bin/env node
/** The command. Errors are told in the person's language, with what to do; the exit code says of which kind they are (docs/errors.md). */
import { Command, CommanderError } from 'commander';
import { EXIT, TarrafaError } from '../errors.ts';
import { crawlCommand } from './crawl.ts';
import { demoCommand } from './demo.ts';
import { explainCommand } from './explain.ts';
import { chooseLanguage } from './language.ts';
import { messages } from './messages.ts';
import { reportCommand, statusCommand } from './report.ts';
import { sampleCommand } from './sample.ts';
import { VERSION } from './version.ts';
import { warcCommand } from './warc.ts';

const language = chooseLanguage(process.argv, process.env);
const m = messages(language);

function program(): Command {
  const root = new Command('tarrafa')
    .description(m.program)
    .version(VERSION)
    .option('--lang <language>', m.lang);
  const commands = [
    crawlCommand(language),
    statusCommand(),
    reportCommand(),
    explainCommand(language),
    warcCommand(),
    sampleCommand(language),
    demoCommand(language),
  ];
  for (const command of commands) root.addCommand(command);
  for (const command of [root, ...commands]) {
    command.exitOverride().showHelpAfterError(false);
    // --lang was read before anything else; commands only have to let it pass.
    if (command !== root && !command.options.some((option) => option.long === '--lang'))
      command.option('--lang <language>', m.lang);
  }
  return root;
}

/** A pipe that closes early (`| head`) is no error. */
process.stdout.on('error', (error: NodeJS.ErrnoException) =>
  process.exit(error.code === 'EPIPE' ? EXIT.ok : EXIT.failure),
);

try {
  await program().parseAsync();
} catch (error) {
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
