/** An error about a setting, which a program gives by its name, as an error about the option that a person gives it by: `format` is `--format`. */
import type { Command, Option } from 'commander';
import { TarrafaError } from '../errors.ts';

/** `program`: whose options, and those of the commands below it, are looked through. */
export function namingOptions(error: unknown, program: Command): unknown {
  if (!(error instanceof TarrafaError) || error.code !== 'TRF_CONFIG_INVALID') return error;
  const [name, ...why] = error.values;
  const option = optionOf(program, name);
  return option?.long === undefined
    ? error
    : new TarrafaError('TRF_CONFIG_INVALID', [option.long, ...why], { cause: error });
}

function optionOf(command: Command, name: unknown): Option | undefined {
  const own = command.options.find((option) => option.attributeName() === name);
  if (own !== undefined) return own;
  for (const below of command.commands) {
    const found = optionOf(below, name);
    if (found !== undefined) return found;
  }
  return undefined;
}
